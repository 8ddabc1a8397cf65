/* What each option means, told where it is chosen. */
export const options = {
  en: {
    "option.order.simultaneous.how":
      "Everybody but the active player chooses at the same time. Whoever has not chosen may ask " +
      "for all to choose in turn.",
    "option.order.sequence.how":
      "After the active player, the others choose in turn, clockwise, and see what was written before them.",
  } as Record<string, string>,
  de: {
    "option.order.simultaneous.how":
      "Alle anderen wählen gleichzeitig. Wer noch nicht gewählt hat, darf verlangen, dass es der Reihe nach geht.",
    "option.order.sequence.how":
      "Nach der Person am Zug wählen die anderen der Reihe nach im Uhrzeigersinn und sehen, was " +
      "vor ihnen eingetragen wurde.",
  } as Record<string, string>,
};
