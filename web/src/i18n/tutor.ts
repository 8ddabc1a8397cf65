/* Texts of the tutor and its setting; they come with the table and with the settings. */
export const tutor = {
  en: {
    "tutor.setting": "Tutor: ask before a mistake",
    "tutor.off": "off",
    "tutor.big": "big mistakes",
    "tutor.clear": "mistakes",
    "tutor.all": "every clear difference",
    "tutor.offHow": "You will not be asked.",
    "tutor.win": "{n} percentage points of the chance to win",
    "tutor.team": "{n} percentage points of the chance to escape",
    "tutor.least": "{n} percentage points",
    "tutor.least.one": "{n} percentage point",
    "tutor.how":
      "Before your choice is final, the tutor asks if it gives away at least {win} of the chance " +
      "to win or to escape; in solo Lost Cities {lost}; in Roller {roller}. Never with the daily " +
      "dice.",
    "tutor.title": "Is that what you want?",
    "tutor.costs":
      "This costs about {cost}: a bot expects {played} after it, and {best} after the better choice.",
    "tutor.show": "Show a better choice",
    "tutor.anyway": "Play it anyway",
    "tutor.brings": "Played on {n} times, the better choice brings {items}.",
    "hint.brings": "Played on {n} times, it brings {items} compared with that.",
    "hint.others": "the others {points}",
    "hint.besides": "Right after it, compared with that: {items}.",
    "tutor.besides": "Right after the better choice, compared with yours: {items}.",
  } as Record<string, string>,
  de: {
    "tutor.setting": "Tutor: vor Fehlern nachfragen",
    "tutor.off": "nie",
    "tutor.big": "bei großen Fehlern",
    "tutor.clear": "bei Fehlern",
    "tutor.all": "bei jedem klaren Unterschied",
    "tutor.offHow": "Du wirst nicht gefragt.",
    "tutor.win": "{n} Prozentpunkte Siegchance",
    "tutor.team": "{n} Prozentpunkte Fluchtchance",
    "tutor.least": "{n} Prozentpunkte",
    "tutor.least.one": "{n} Prozentpunkt",
    "tutor.how":
      "Bevor deine Wahl gilt, fragt er nach, wenn sie mindestens {win} Sieg- oder Fluchtchance " +
      "verschenkt, allein in Lost Cities {lost}, in Roller {roller}. Nie bei den Würfeln des Tages.",
    "tutor.title": "Ist das so gemeint?",
    "tutor.costs":
      "Das kostet etwa {cost}: Ein Bot erwartet danach {played}, nach der besseren Wahl {best}.",
    "tutor.show": "Bessere Wahl zeigen",
    "tutor.anyway": "Trotzdem spielen",
    "tutor.brings": "{n}-mal weitergespielt bringt die bessere Wahl {items}.",
    "hint.brings": "{n}-mal weitergespielt bringt es im Vergleich dazu {items}.",
    "hint.others": "den anderen {points}",
    "hint.besides": "Gleich danach, im Vergleich dazu: {items}.",
    "tutor.besides": "Gleich nach der besseren Wahl, verglichen mit deiner: {items}.",
  } as Record<string, string>,
};
