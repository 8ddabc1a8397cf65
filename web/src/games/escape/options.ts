/* What each option means, told where it is chosen: {goal} and {rounds} are those of the sheet for {n} players. */
export const options = {
  en: {
    "option.difficulty.how": "With {n} players you need {goal} gems, and you have {rounds} rounds.",
    "option.variant.none.how": "The normal game, without extra dice.",
    "option.variant.closed.how":
      "Each turn two extra dice are rolled: the active player and the player to the left must " +
      "each close a pathway of a chamber with these entrance symbols. For each black mask a die " +
      "is cursed instead.",
    "option.variant.lottery.how":
      "Each round two extra dice are rolled, and a joker chamber gives what one of them shows: " +
      "key, torch or golden mask; nothing for an adventurer; for a black mask, cursed dice move " +
      "on.",
    "option.variant.dice.how":
      "Unlocking a special chamber brings two gems or, as you choose, one of two extra dice that " +
      "you roll from the next turn on.",
  } as Record<string, string>,
  de: {
    "option.difficulty.how":
      "Bei {n} Personen braucht ihr {goal} Edelsteine und habt {rounds} Runden.",
    "option.variant.none.how": "Das normale Spiel, ohne Zusatzwürfel.",
    "option.variant.closed.how":
      "In jedem Zug fallen zwei Zusatzwürfel: Wer am Zug ist und die Person links davon müssen " +
      "je einen Durchgang einer Kammer mit diesen Eingangssymbolen versperren. Bei schwarzen " +
      "Masken werden stattdessen Würfel verflucht.",
    "option.variant.lottery.how":
      "Jede Runde fallen zwei Zusatzwürfel, und eine Jokerkammer gibt, was einer davon zeigt: " +
      "Schlüssel, Fackel oder goldene Maske; bei einem Abenteurer nichts; bei einer schwarzen " +
      "Maske rücken die verfluchten Würfel weiter.",
    "option.variant.dice.how":
      "Öffnet ihr eine besondere Kammer, gibt es zwei Edelsteine oder, wenn ihr wollt, einen von " +
      "zwei Zusatzwürfeln, der ab dem nächsten Zug zum Würfelvorrat gehört.",
  } as Record<string, string>,
};
