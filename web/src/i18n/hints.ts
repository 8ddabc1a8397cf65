/* Texts of hints about what a move is worth; they come with the table. */
export const hints = {
  en: {
    "hint.worth": "It expects {worth}.",
    "hint.next": "It expects {worth}; next best: {next}, {less} less.",
    "hint.but": "It expects {worth}; next best: {next}, {less} less, though {more} more.",
    "hint.same": "It expects {worth}; as good: {next}.",
    "hint.points": "{n} points",
    "hint.points.one": "{n} point",
    "hint.win": "{n} chance to win",
    "hint.team": "{n} chance to escape",
  } as Record<string, string>,
  de: {
    "hint.worth": "Er erwartet {worth}.",
    "hint.next": "Er erwartet {worth}; das Nächstbeste: {next}, {less} weniger.",
    "hint.but": "Er erwartet {worth}; das Nächstbeste: {next}, {less} weniger, dafür {more} mehr.",
    "hint.same": "Er erwartet {worth}; ebenso gut: {next}.",
    "hint.points": "{n} Punkte",
    "hint.points.one": "{n} Punkt",
    "hint.win": "{n} Chance zu gewinnen",
    "hint.team": "{n} Chance zu entkommen",
  } as Record<string, string>,
};
