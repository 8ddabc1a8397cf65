/* What each printed symbol does, in a sentence; loaded when somebody asks. {1}, {2}: what the board says with it. */
export const symbols: Record<"en" | "de", Record<string, string>> = {
  en: {
    "lc.what.arrow":
      "Acceleration box: when you write here, you may accelerate, so the next box of any of your expeditions gets the number below it.",
    "lc.what.artefact":
      "Artefact box: when you write here, you shade the next artefact in the column at the right.",
    "lc.what.circle":
      "Double point circle: before the first number a 0 of this colour may mark it, and the expedition counts double, losses included.",
    "lc.what.end":
      "Artefact at the end of the expedition: when all nine boxes are filled, a number equal to the ninth or greater marks it, and you shade an artefact.",
    "lc.what.bridge":
      "Bonus bridge: whoever passes it in the first turn in which anybody does gets {1} points.",
    "lc.what.artefacts": "Shaded up to here, the artefacts count {1} points.",
    "lc.what.dice":
      "Dice symbols: you shade one each time you refuse the dice; up to here they count {1} points.",
    "lc.what.exhausted":
      "The ninth dice symbol makes you exhausted: the dice symbols then count {1}, and you play on.",
    "lc.what.ladder": "Filled up to here, an expedition counts {1} points.",
    "lc.what.none":
      "With the double point circle marked and no number, an expedition counts {1}, and that doubled.",
    "roller.what.print":
      "Pre-printed {1}: a path of this number may begin beside it, and connected with the other {1} the pair brings {1} points.",
    "roller.what.x": "An x counts as filled, and it is no number.",
    "roller.what.area":
      "Outer area {1}: once every hexagon in it is filled, it brings the number that is in it most often.",
    "roller.what.middle":
      "Middle area {1}: once every hexagon in it is filled, it brings double the number that is in it most often.",
    "roller.what.row":
      "{1}: each round one of your two numbers goes here; at the end it brings the last number of its straight 3, 4, 5 and so on.",
    "roller.what.more":
      "Bonus one more: directly after a path, write its number once more next to its last hexagon; never used it brings 2 points.",
    "roller.what.two":
      "Bonus a two: write a 2 into any empty hexagon; never used it brings 2 points.",
    "roller.what.third":
      "Bonus third number: after your two numbers, write a third, different one, which goes into no row; never used it brings 2 points.",
    "roller.what.pair":
      "The pair of {1}s brings {1} points once an unbroken chain of this number connects it.",
    "escape.what.gem": "Entering costs {1} and {2}; on your first visit you gain a gem.",
    "escape.what.reroll": "Entering costs {1} and {2}; on your first visit you mark a reroll.",
    "escape.what.heal": "Entering costs {1} and {2}; on your first visit you mark a heal.",
    "escape.what.key": "Entering costs {1} and {2}; on your first visit you mark a key.",
    "escape.what.torch": "Entering costs {1} and {2}; on your first visit you mark a torch.",
    "escape.what.gold": "Entering costs {1} and {2}; on your first visit you mark a golden mask.",
    "escape.what.joker":
      "Entering costs {1} and {2}; on your first visit you mark reroll, key, torch or golden mask, as you like (in the joker chamber lottery, what the extra dice show).",
    "escape.what.exit":
      "Exit chamber: entering costs {1} and {2}, and you win once everybody is here with enough gems.",
    "escape.what.special":
      "Half of a mystic symbol: entering costs {1} and {2}, and when another adventurer stands in the other half of this colour, you unlock it and gain two gems.",
    "escape.what.use.dash":
      "Dash: at almost any moment of your turn, enter a neighbouring chamber without dice; box {1} of this track brings a gem.",
    "escape.what.use.heal":
      "Heal: before your first roll, take all dice of one cursed space back; box {1} of this track brings a gem.",
    "escape.what.use.reroll":
      "Reroll: roll the dice just rolled again, black masks too; box {1} of this track brings a gem.",
    "escape.what.use.key":
      "Key: while exploring, a temporary die with a key; box {1} of this track brings a gem.",
    "escape.what.use.torch":
      "Torch: while exploring, a temporary die with a torch; box {1} of this track brings a gem.",
    "escape.what.use.gold":
      "Golden mask: while exploring, a temporary die with a golden mask; box {1} of this track brings a gem.",
    "escape.what.gembox": "When this box is marked, the team gains a gem.",
    "escape.what.gems": "Gem track: the team needs {1} gems to win.",
    "escape.what.rounds":
      "Round track: you have {1} rounds, in each of which everybody has one turn.",
    "escape.what.cursed":
      "Cursed dice area: black masks begin on space 1, move one space to the right each turn, and come back after space 3.",
    "escape.what.map":
      "Treasure map: when the bonus side above is full, completing it marks {1}, and if the gem side below is full too, you gain a gem.",
  },
  de: {
    "lc.what.arrow":
      "Beschleunigungsfeld: Trägst du hier etwas ein, darfst du beschleunigen; in einer beliebigen Expedition kommt ins nächste Feld noch einmal die Zahl von darunter.",
    "lc.what.artefact":
      "Artefaktfeld: Trägst du hier etwas ein, schraffierst du in der Spalte der Artefakte das nächste.",
    "lc.what.circle":
      "Verdoppelungsfeld: Vor der ersten Zahl darfst du es mit einer 0 dieser Farbe ankreuzen; dann zählt die Expedition doppelt, auch im Minus.",
    "lc.what.end":
      "Artefakt am Ende der Expedition: Sind alle neun Felder voll, kreuzt du es mit einer Zahl an, die mindestens so groß ist wie die neunte, und schraffierst ein Artefakt.",
    "lc.what.bridge":
      "Bonus-Brücke: Wer sie in dem Zug überschreitet, in dem sie zum ersten Mal überschritten wird, bekommt {1} Punkte.",
    "lc.what.artefacts": "Bis hierher schraffiert, zählen die Artefakte {1} Punkte.",
    "lc.what.dice":
      "Würfelsymbole: Jedes Mal, wenn du die Würfel ablehnst, schraffierst du eines; bis hierher zählen sie {1} Punkte.",
    "lc.what.exhausted":
      "Mit dem neunten Würfelsymbol bist du erschöpft: Die Würfelsymbole zählen dann {1}, und du spielst weiter mit.",
    "lc.what.ladder": "Bis hierher gefüllt, zählt eine Expedition {1} Punkte.",
    "lc.what.none":
      "Nur das Verdoppelungsfeld angekreuzt und keine Zahl: Das zählt {1}, und zwar doppelt.",
    "roller.what.print":
      "Vorgedruckte {1}: Daneben darf ein Weg mit dieser Zahl beginnen, und mit der anderen {1} verbunden bringt das Zahlenpaar {1} Punkte.",
    "roller.what.x": "Ein x zählt als gefüllt und ist keine Zahl.",
    "roller.what.area":
      "Außenbereich {1}: Ist jedes Sechseck darin gefüllt, bringt er die Zahl, die am häufigsten darin steht.",
    "roller.what.middle":
      "Mittelbereich {1}: Ist jedes Sechseck darin gefüllt, bringt er das Doppelte der Zahl, die am häufigsten darin steht.",
    "roller.what.row":
      "{1}: Jede Runde kommt eine deiner beiden Zahlen hierher; am Ende bringt sie die letzte Zahl ihrer Straße 3, 4, 5 und so weiter.",
    "roller.what.more":
      "Bonus eine mehr: Direkt nach einem Weg trägst du seine Zahl neben dem letzten Sechseck noch einmal ein; nie benutzt bringt er 2 Punkte.",
    "roller.what.two":
      "Bonus eine Zwei: Trage eine 2 in ein beliebiges leeres Sechseck ein; nie benutzt bringt er 2 Punkte.",
    "roller.what.third":
      "Bonus dritte Zahl: Nach deinen beiden Zahlen trägst du eine dritte, andere ein, die in keine Reihe kommt; nie benutzt bringt er 2 Punkte.",
    "roller.what.pair":
      "Das Zahlenpaar der {1} bringt {1} Punkte, sobald es durch eine lückenlose Kette dieser Zahl verbunden ist.",
    "escape.what.gem":
      "Der Eintritt kostet {1} und {2}; beim ersten Besuch bekommt ihr einen Edelstein.",
    "escape.what.reroll":
      "Der Eintritt kostet {1} und {2}; beim ersten Besuch markierst du einen Neuwurf.",
    "escape.what.heal":
      "Der Eintritt kostet {1} und {2}; beim ersten Besuch markierst du ein Heilen.",
    "escape.what.key":
      "Der Eintritt kostet {1} und {2}; beim ersten Besuch markierst du einen Schlüssel.",
    "escape.what.torch":
      "Der Eintritt kostet {1} und {2}; beim ersten Besuch markierst du eine Fackel.",
    "escape.what.gold":
      "Der Eintritt kostet {1} und {2}; beim ersten Besuch markierst du eine goldene Maske.",
    "escape.what.joker":
      "Der Eintritt kostet {1} und {2}; beim ersten Besuch markierst du nach Wahl Neuwurf, Schlüssel, Fackel oder goldene Maske (in der Jokerkammer-Lotterie, was die Zusatzwürfel zeigen).",
    "escape.what.exit":
      "Ausgang: Der Eintritt kostet {1} und {2}, und ihr gewinnt, sobald alle mit genug Edelsteinen hier stehen.",
    "escape.what.special":
      "Hälfte eines mystischen Symbols: Der Eintritt kostet {1} und {2}; steht jemand anderes in der anderen Hälfte dieser Farbe, öffnet ihr sie und bekommt zwei Edelsteine.",
    "escape.what.use.dash":
      "Sprint: Fast jederzeit in deinem Zug gehst du ohne Würfel in eine Nachbarkammer; Feld {1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.heal":
      "Heilen: Vor deinem ersten Wurf holst du alle verfluchten Würfel eines Feldes zurück; Feld {1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.reroll":
      "Neuwurf: Du würfelst mit denselben Würfeln noch einmal, auch mit schwarzen Masken; Feld {1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.key":
      "Schlüssel: beim Erkunden ein Leihwürfel mit einem Schlüssel; Feld {1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.torch":
      "Fackel: beim Erkunden ein Leihwürfel mit einer Fackel; Feld {1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.gold":
      "Goldene Maske: beim Erkunden ein Leihwürfel mit einer goldenen Maske; Feld {1} dieser Leiste bringt einen Edelstein.",
    "escape.what.gembox": "Wird dieses Feld markiert, bekommt das Team einen Edelstein.",
    "escape.what.gems": "Edelsteinleiste: Ihr braucht {1} Edelsteine, um zu gewinnen.",
    "escape.what.rounds": "Rundenleiste: Ihr habt {1} Runden, in jeder sind alle einmal am Zug.",
    "escape.what.cursed":
      "Bereich der verfluchten Würfel: Schwarze Masken kommen auf Feld 1, rücken jeden Zug ein Feld nach rechts und kehren nach Feld 3 zurück.",
    "escape.what.map":
      "Schatzkarte: Ist die Bonusseite oben voll, markiert das Abschließen {1}, und ist auch die Edelsteinseite unten voll, bekommt ihr einen Edelstein.",
  },
};
