/* Texts of Escape that teach: first steps, hints, keys, and what printed symbols do. */
export const helpTexts = {
  en: {
    "escape.track.dashHow": "Dash: into a neighbouring chamber without spending symbols",
    "escape.track.healHow": "Heal: before the first roll, the cursed dice of one space return",
    "escape.track.rerollHow": "Reroll: roll these dice again",
    "escape.track.keyHow": "Key: a temporary die for this turn",
    "escape.track.torchHow": "Torch: a temporary die for this turn",
    "escape.track.goldHow": "Golden mask: a temporary die for this turn",
    "escape.guide.sides": "Everybody comes in from a different side. The exit is in the middle.",
    "escape.guide.closing": "A closed pathway stays closed, on your temple sheet only.",
    "escape.guide.before-roll":
      "All dice are rolled two at a time. Black masks are cursed and miss the next two turns.",
    "escape.guide.after-roll":
      "Kept dice open chambers for you. Pooled dice fill the others’ treasure maps, which bring " +
      "bonus actions and gems.",
    "escape.guide.exploring":
      "Each chamber costs its two entrance symbols. Its action happens only the first time you enter.",
    "escape.guide.unlocking": "You need the gems to win; a die helps in every turn from now on.",
    "escape.guide.taking":
      "You must take one or two dice. Take what one of your treasure maps needs.",
    "escape.guide.crossing": "All your dice go to one treasure map, to its bonus side first.",
    "escape.guide.completing":
      "Completing marks the bonus track. Wait if the gem side is nearly done: completing now gives up its gem.",
    "escape.hint.temple": "Look at the temple.",
    "escape.hint.bonuses": "Look at the bonus actions.",
    "escape.hint.maps": "Look at your treasure maps.",
    "escape.hint.dice": "Look at the dice.",
    "escape.keys.walk": "walk, or choose a side",
    "escape.keys.dice": "keep a die or give it to the common pool",
    "escape.keys.use": "a temporary die: torch, key, golden mask",
    "escape.keys.dash": "dash",
    "escape.keys.reroll": "reroll",
    "escape.keys.number": "dice of the pool, treasure maps, cursed dice and choices by number",
    "escape.keys.pass":
      "end the turn, or leave the treasure maps, where the button does not do that",
    "escape.guide.joker":
      "A joker marks a box of one bonus track: take what you are short of. You may use it at once.",
    "escape.guide.goal":
      "You win together: gather enough gems, and get everybody into the exit in the middle before the rounds are over.",
    "escape.guide.cursed":
      "A die with a black mask is cursed: it misses the next two turns, then it comes back.",

    /* What each printed symbol does; {1}: what the board says with it. */
    "escape.what.gem": "Entering costs {1}; on your first visit you gain a gem.",
    "escape.what.reroll": "Entering costs {1}; on your first visit you mark a reroll.",
    "escape.what.heal": "Entering costs {1}; on your first visit you mark a heal.",
    "escape.what.key": "Entering costs {1}; on your first visit you mark a key.",
    "escape.what.torch": "Entering costs {1}; on your first visit you mark a torch.",
    "escape.what.gold": "Entering costs {1}; on your first visit you mark a golden mask.",
    "escape.what.joker":
      "Entering costs {1}; on your first visit you mark reroll, key, torch or golden mask, as " +
      "you like (in the joker chamber lottery, what the extra dice show).",
    "escape.what.exit":
      "Exit chamber: entering costs {1}, and you win once everybody is here with enough gems.",
    "escape.what.special":
      "Half of a mystic symbol: entering costs {1}, and when another adventurer stands in the " +
      "other half of this colour, you unlock it and gain two gems.",
    "escape.what.use.dash":
      "Dash: at almost any moment of your turn, enter a neighbouring chamber without dice; box " +
      "{1} of this track brings a gem.",
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
      "Cursed dice area: black masks begin on space 1, move one space to the right each turn, " +
      "and come back after space 3.",
    "escape.what.map":
      "Treasure map: when the bonus side above is full, completing the map marks {1}, and if the gem " +
      "side below is full too, you gain a gem.",
  } as Record<string, string>,
  de: {
    "escape.track.dashHow": "Sprint: in eine Nachbarkammer, ohne Symbole auszugeben",
    "escape.track.healHow":
      "Heilen: Vor dem ersten Wurf kommen die verfluchten Würfel eines Feldes zurück",
    "escape.track.rerollHow": "Neuwurf: diese Würfel noch einmal würfeln",
    "escape.track.keyHow": "Schlüssel: ein Leihwürfel für diesen Zug",
    "escape.track.torchHow": "Fackel: ein Leihwürfel für diesen Zug",
    "escape.track.goldHow": "Goldene Maske: ein Leihwürfel für diesen Zug",
    "escape.guide.sides":
      "Alle kommen von verschiedenen Seiten herein. Der Ausgang liegt in der Mitte.",
    "escape.guide.closing":
      "Ein versperrter Durchgang bleibt versperrt, aber nur auf deinem Tempelbogen.",
    "escape.guide.before-roll":
      "Gewürfelt wird immer mit zwei Würfeln. Schwarze Masken werden verflucht und fehlen in den nächsten zwei Zügen.",
    "escape.guide.after-roll":
      "Mit behaltenen Würfeln betrittst du Kammern. Der Vorrat füllt die Schatzkarten der " +
      "anderen: Das bringt Bonusaktionen und Edelsteine.",
    "escape.guide.exploring":
      "Jede Kammer kostet ihre zwei Eingangssymbole. Ihre Aktion gibt es nur beim ersten Betreten.",
    "escape.guide.unlocking":
      "Edelsteine braucht ihr für den Sieg, ein Würfel hilft ab jetzt in jedem Zug.",
    "escape.guide.taking":
      "Du musst einen oder zwei Würfel nehmen. Nimm, was eine deiner Schatzkarten braucht.",
    "escape.guide.crossing":
      "Alle deine Würfel gelten für eine Schatzkarte, zuerst für ihre Bonusseite.",
    "escape.guide.completing":
      "Abschließen markiert die Bonusleiste. Warte, wenn die Edelsteinseite fast fertig ist: " +
      "Schließt du jetzt ab, ist ihr Edelstein verloren.",
    "escape.hint.temple": "Sieh dir den Tempel an.",
    "escape.hint.bonuses": "Sieh dir die Bonusaktionen an.",
    "escape.hint.maps": "Sieh dir deine Schatzkarten an.",
    "escape.hint.dice": "Sieh dir die Würfel an.",
    "escape.keys.walk": "gehen oder eine Seite wählen",
    "escape.keys.dice": "einen Würfel behalten oder in den gemeinsamen Vorrat geben",
    "escape.keys.use": "ein Leihwürfel: Fackel, Schlüssel, goldene Maske",
    "escape.keys.dash": "Sprint",
    "escape.keys.reroll": "Neuwurf",
    "escape.keys.number":
      "Würfel im Vorrat, Schatzkarten, verfluchte Würfel und Auswahl nach Nummer",
    "escape.keys.pass":
      "den Zug beenden oder keine Schatzkarte mehr abschließen, wenn das nicht schon der Knopf tut",
    "escape.guide.joker":
      "Ein Joker markiert ein Feld einer Bonusleiste: Nimm, was dir fehlt. Du darfst es gleich benutzen.",
    "escape.guide.goal":
      "Ihr gewinnt gemeinsam: Sammelt genug Edelsteine und bringt alle in den Ausgang in der " +
      "Mitte, bevor die Runden um sind.",
    "escape.guide.cursed":
      "Ein Würfel mit schwarzer Maske ist verflucht: Er fehlt in den nächsten zwei Zügen und kommt dann zurück.",

    /* What each printed symbol does; {1}: what the board says with it. */
    "escape.what.gem": "Der Eintritt kostet {1}; beim ersten Besuch bekommt ihr einen Edelstein.",
    "escape.what.reroll": "Der Eintritt kostet {1}; beim ersten Besuch markierst du einen Neuwurf.",
    "escape.what.heal": "Der Eintritt kostet {1}; beim ersten Besuch markierst du ein Heilen.",
    "escape.what.key": "Der Eintritt kostet {1}; beim ersten Besuch markierst du einen Schlüssel.",
    "escape.what.torch": "Der Eintritt kostet {1}; beim ersten Besuch markierst du eine Fackel.",
    "escape.what.gold":
      "Der Eintritt kostet {1}; beim ersten Besuch markierst du eine goldene Maske.",
    "escape.what.joker":
      "Der Eintritt kostet {1}; beim ersten Besuch markierst du nach Wahl Neuwurf, Schlüssel, " +
      "Fackel oder goldene Maske (in der Jokerkammer-Lotterie, was die Zusatzwürfel zeigen).",
    "escape.what.exit":
      "Ausgang: Der Eintritt kostet {1}, und ihr gewinnt, sobald alle mit genug Edelsteinen hier stehen.",
    "escape.what.special":
      "Hälfte eines mystischen Symbols: Der Eintritt kostet {1}; steht jemand anderes in der " +
      "anderen Hälfte dieser Farbe, öffnet ihr sie und bekommt zwei Edelsteine.",
    "escape.what.use.dash":
      "Sprint: Fast jederzeit in deinem Zug gehst du ohne Würfel in eine Nachbarkammer; Feld {1} " +
      "dieser Leiste bringt einen Edelstein.",
    "escape.what.use.heal":
      "Heilen: Vor deinem ersten Wurf holst du alle verfluchten Würfel eines Feldes zurück; Feld " +
      "{1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.reroll":
      "Neuwurf: Du würfelst mit denselben Würfeln noch einmal, auch mit schwarzen Masken; Feld " +
      "{1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.key":
      "Schlüssel: beim Erkunden ein Leihwürfel mit einem Schlüssel; Feld {1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.torch":
      "Fackel: beim Erkunden ein Leihwürfel mit einer Fackel; Feld {1} dieser Leiste bringt einen Edelstein.",
    "escape.what.use.gold":
      "Goldene Maske: beim Erkunden ein Leihwürfel mit einer goldenen Maske; Feld {1} dieser " +
      "Leiste bringt einen Edelstein.",
    "escape.what.gembox": "Wird dieses Feld markiert, bekommt das Team einen Edelstein.",
    "escape.what.gems": "Edelsteinleiste: Ihr braucht {1} Edelsteine, um zu gewinnen.",
    "escape.what.rounds": "Rundenleiste: Ihr habt {1} Runden, in jeder sind alle einmal am Zug.",
    "escape.what.cursed":
      "Bereich der verfluchten Würfel: Schwarze Masken kommen auf Feld 1, rücken jeden Zug ein " +
      "Feld nach rechts und kehren nach Feld 3 zurück.",
    "escape.what.map":
      "Schatzkarte: Ist die Bonusseite oben voll, markiert das Abschließen {1}, und ist auch die " +
      "Edelsteinseite unten voll, bekommt ihr einen Edelstein.",
  } as Record<string, string>,
};
