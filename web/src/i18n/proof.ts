/* Texts about the proof of the dice and the daily challenge. */
export const proof: Record<"en" | "de", Record<string, string>> = {
  en: {
    "sealed.title": "Dice sealed",
    "sealed.sub": "Nobody can change a roll any more.",
    "sealed.how":
      "The server publishes the fingerprint of its secret before you sit down; then your " +
      "browser adds a random number of its own. All rolls follow from the two, and after the game " +
      "this page checks every one of them. The fingerprint:",
    "proof.title": "The dice",
    "proof.proven": "Dice proven fair",
    "proof.provenSub": "All {n} rolls follow from secrets that were sealed before the first turn.",
    "proof.unproven": "Dice not proven",
    "proof.unprovenSub":
      "All {n} rolls follow from the secret. But this browser has kept nothing from before the " +
      "first roll, so it cannot know whether the secret was chosen afterwards.",
    "proof.unprovenDaily":
      "All {n} rolls are the ones sealed for this day. But the server alone made them, so nobody " +
      "can prove that it did not choose them.",
    "proof.forged": "These dice are not the sealed ones",
    "proof.forgedSub": "At least one of {n} rolls, or what was sealed, has been changed.",
    "proof.unchecked": "The dice were not checked here",
    "proof.uncheckedSub":
      "For that, the page must come over https or from this device, and the game’s sheet must " +
      "be known. Otherwise, use pipwright verify.",
    "proof.unsound": "The proof of the dice is damaged",
    "proof.unsoundSub": "The lines about the dice are incomplete, so nothing can be checked.",
    "proof.open": "Dice sealed, not opened yet",
    "proof.openSub": "The secret is revealed when the game is over.",
    "proof.openDaily":
      "The secret is revealed when the day is over, since others are still playing with these dice.",
    "proof.none": "Nothing to prove",
    "proof.noneSub": "These dice were not sealed.",
    "proof.show": "Roll by roll",
    "proof.how":
      "Before the game the server published a fingerprint of its secret, and every person added " +
      "a random number. Your browser has now computed every roll again from both, without asking " +
      "the server.",
    "proof.checkSecret": "The secret is the one whose fingerprint was published:",
    "proof.checkRolls": "All {n} rolls follow from the secret and the random numbers:",
    "proof.checkTable": "It is the table that your link leads to:",
    "proof.checkBots": "No bot has added a random number:",
    "proof.checkSeen": "The fingerprint is the one this browser saw before you sat down:",
    "proof.checkNonce": "This browser’s random number is included:",
    "proof.ok": "yes",
    "proof.wrong": "no",
    "proof.na": "not known here",
    "proof.rolls": "Every roll",
    "proof.roll": "Roll",
    "proof.said": "In the record",
    "proof.check": "Computed",
    "proof.same": "the same",
    "proof.due": "should be {dice}",
    "proof.numbers": "The numbers, to check elsewhere",
    "proof.commitment": "Fingerprint (SHA-256 of the secret)",
    "proof.secret": "Secret",
    "proof.tableId": "Table",
    "proof.nonce": "Random number of seat {n}",
    "proof.back": "Back to the table",
    "daily.title": "Daily dice",
    "daily.sub": "The same rolls for everybody, one try a day.",
    "daily.of": "{game}: daily dice",
    "daily.games": "Games",
    "daily.how":
      "Sheet: {sheet}. Everybody in the world gets these dice today, each alone at the table. " +
      "One try counts; you may leave it and come back.",
    "daily.play": "Play today’s dice",
    "daily.list": "Best of the day",
    "daily.nobody": "Nobody has finished yet. Be the first.",
    "daily.nobodyPast": "Nobody finished that day.",
    "daily.begun": "You have begun today’s game.",
    "daily.done": "You have played today’s dice. Tomorrow there are new ones.",
    "daily.resignSure": "There is one try a day. If you resign, no result is entered. Resign?",
    "daily.gaveUp": "You have resigned, so no result is entered. Tomorrow there are new dice.",
    "daily.before": "Day before",
    "daily.today": "Today’s dice",
    "daily.past": "This day is over. The list stays.",
    "proof.checkFirst": "Who begins was drawn fairly:",
  },
  de: {
    "sealed.title": "Würfel versiegelt",
    "sealed.sub": "Niemand kann mehr einen Wurf ändern.",
    "sealed.how":
      "Der Server hat den Fingerabdruck seines Geheimnisses veröffentlicht, bevor du Platz " +
      "nimmst; dann steuert dein Browser eine eigene Zufallszahl bei. Aus beidem ergibt sich " +
      "jeder Wurf, und nach der Partie prüft diese Seite jeden einzelnen. Der Fingerabdruck:",
    "proof.title": "Die Würfel",
    "proof.proven": "Würfel nachweislich fair",
    "proof.provenSub":
      "Alle {n} Würfe ergeben sich aus Geheimnissen, die vor dem ersten Zug versiegelt waren.",
    "proof.unproven": "Würfel nicht nachgewiesen",
    "proof.unprovenSub":
      "Alle {n} Würfe ergeben sich aus dem Geheimnis. Aber dieser Browser hat nichts aus der Zeit " +
      "vor dem ersten Wurf, darum weiß er nicht, ob das Geheimnis erst danach gewählt wurde.",
    "proof.unprovenDaily":
      "Alle {n} Würfe sind die für diesen Tag versiegelten. Aber der Server hat sie allein " +
      "erzeugt, darum kann niemand nachweisen, dass er sie nicht ausgesucht hat.",
    "proof.forged": "Das sind nicht die versiegelten Würfel",
    "proof.forgedSub": "Mindestens einer von {n} Würfen oder das Versiegelte wurde verändert.",
    "proof.unchecked": "Die Würfel wurden hier nicht geprüft",
    "proof.uncheckedSub":
      "Dazu muss die Seite über https oder von diesem Gerät kommen, und das Spielblatt der Partie " +
      "muss bekannt sein. Sonst geht es mit pipwright verify.",
    "proof.unsound": "Der Nachweis der Würfel ist beschädigt",
    "proof.unsoundSub":
      "Die Zeilen über die Würfel sind unvollständig, darum lässt sich nichts prüfen.",
    "proof.open": "Würfel versiegelt, noch nicht geöffnet",
    "proof.openSub": "Das Geheimnis wird nach der Partie verraten.",
    "proof.openDaily":
      "Das Geheimnis wird verraten, wenn der Tag vorbei ist, denn andere spielen noch mit diesen Würfeln.",
    "proof.none": "Nichts nachzuweisen",
    "proof.noneSub": "Diese Würfel waren nicht versiegelt.",
    "proof.show": "Wurf für Wurf",
    "proof.how":
      "Vor der Partie hat der Server einen Fingerabdruck seines Geheimnisses veröffentlicht, und " +
      "jede Person hat eine Zufallszahl beigesteuert. Dein Browser hat nun jeden Wurf aus beidem " +
      "neu berechnet, ohne den Server zu fragen.",
    "proof.checkSecret": "Das Geheimnis passt zum veröffentlichten Fingerabdruck:",
    "proof.checkRolls": "Alle {n} Würfe ergeben sich aus Geheimnis und Zufallszahlen:",
    "proof.checkTable": "Es ist der Tisch, zu dem dein Link führt:",
    "proof.checkBots": "Kein Bot hat eine Zufallszahl beigesteuert:",
    "proof.checkSeen":
      "Es ist der Fingerabdruck, den dieser Browser sah, bevor du Platz genommen hast:",
    "proof.checkNonce": "Die Zufallszahl dieses Browsers ist dabei:",
    "proof.ok": "ja",
    "proof.wrong": "nein",
    "proof.na": "hier nicht bekannt",
    "proof.rolls": "Jeder Wurf",
    "proof.roll": "Wurf",
    "proof.said": "In der Aufzeichnung",
    "proof.check": "Berechnet",
    "proof.same": "dasselbe",
    "proof.due": "muss {dice} sein",
    "proof.numbers": "Die Zahlen zum Nachprüfen an anderer Stelle",
    "proof.commitment": "Fingerabdruck (SHA-256 des Geheimnisses)",
    "proof.secret": "Geheimnis",
    "proof.tableId": "Tisch",
    "proof.nonce": "Zufallszahl von Platz {n}",
    "proof.back": "Zurück zum Tisch",
    "daily.title": "Würfel des Tages",
    "daily.sub": "Dieselben Würfe für alle, ein Versuch am Tag.",
    "daily.of": "{game}: Würfel des Tages",
    "daily.games": "Spiele",
    "daily.how":
      "Spielblatt: {sheet}. Heute bekommen alle auf der Welt diese Würfel und spielen allein " +
      "damit. Ein Versuch zählt; du darfst unterbrechen und später weiterspielen.",
    "daily.play": "Mit den heutigen Würfeln spielen",
    "daily.list": "Die Besten des Tages",
    "daily.nobody": "Noch niemand ist fertig. Mach den Anfang!",
    "daily.nobodyPast": "An diesem Tag wurde niemand fertig.",
    "daily.begun": "Deine heutige Partie hat schon begonnen.",
    "daily.done": "Du hast heute schon gespielt. Morgen gibt es neue Würfel.",
    "daily.resignSure":
      "Es gibt einen Versuch am Tag. Gibst du auf, wird nichts eingetragen. Aufgeben?",
    "daily.gaveUp":
      "Du hast aufgegeben, darum wird nichts eingetragen. Morgen gibt es neue Würfel.",
    "daily.before": "Tag davor",
    "daily.today": "Heutige Würfel",
    "daily.past": "Dieser Tag ist vorbei. Die Liste bleibt.",
    "proof.checkFirst": "Es wurde fair ausgelost, wer beginnt:",
  },
};
