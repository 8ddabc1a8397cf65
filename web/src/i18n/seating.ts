/* Texts about who sits where and who begins; they come with the screens that ask for it. */
export const texts = {
  en: {
    "seats.up": "Move {name} one seat up",
    "seats.down": "Move {name} one seat down",
    "seats.moved": "{name} now has seat {n}.",
    "begin.title": "Who begins?",
    "begin.draw": "Drawn at random",
    "begin.host": "I decide",
    "begin.hostHow": "You start the game yourself and say who begins.",
  } as Record<string, string>,
  de: {
    "seats.up": "{name} einen Platz nach oben",
    "seats.down": "{name} einen Platz nach unten",
    "seats.moved": "{name} hat jetzt Platz {n}.",
    "begin.title": "Wer beginnt?",
    "begin.draw": "Das Los entscheidet",
    "begin.host": "Ich bestimme es",
    "begin.hostHow": "Du startest die Partie selbst und bestimmst, wer beginnt.",
  } as Record<string, string>,
};
