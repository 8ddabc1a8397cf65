/* Everything that can be wrong with a sheet file: its code, and the English sentence with {0}, {1}
 * … for its values. Other languages find their sentence by the code. */
#ifndef PIP__SHEET_FAULTS_H
#define PIP__SHEET_FAULTS_H

#define PIP__SHEET_FAULT_LIST(X)                                                             \
    X(TOO_LARGE, "too-large", "a sheet file has at most {0} bytes")                          \
    X(NUL, "nul", "a sheet file is text and holds no NUL")                                   \
    X(NO_JSON, "no-json", "{0}")                                                             \
    X(KEY_TWICE, "key-twice", "{0}")                                                         \
    X(NO_OBJECT, "no-object", "a sheet file is one JSON object")                             \
    X(MISSING, "missing", "is missing")                                                      \
    X(UNKNOWN_KEY, "unknown-key", "unknown key")                                             \
    X(NOT_OBJECT, "not-object", "must be an object")                                         \
    X(NOT_LIST, "not-list", "must be a list")                                                \
    X(NOT_STRING, "not-string", "must be a string")                                          \
    X(NOT_NUMBER, "not-number", "must be a whole number")                                    \
    X(NOT_BETWEEN, "not-between", "must be between {0} and {1}")                             \
    X(NOT_BYTES, "not-bytes", "must have 1 to {0} bytes")                                    \
    X(CONTROL, "control", "must not contain control characters")                             \
    X(TEXTS, "texts", "the texts of this sheet, taken together, are too long")               \
    X(NO_GAME, "no-game", "there is no game of this name")                                   \
    X(BAD_NAME, "bad-name", "a name is made of a-z, 0-9 and -")                              \
    /* Lost Cities */                                                                        \
    X(NOT_BOXES, "not-boxes", "must have {0} boxes, not {1}")                                \
    X(BAD_BOX, "bad-box", "box {0} must be . > or v")                                        \
    X(NO_EXPEDITION, "no-expedition", "must have at least one expedition")                   \
    X(NOT_STEPS, "not-steps", "must have {0} steps, for 0 to {1}")                           \
    X(DICE_END, "dice-end", "must end with 0: an exhausted seat gets nothing here")          \
    /* Roller */                                                                             \
    X(BAD_AREA_NAME, "bad-area-name",                                                        \
      "must be a letter a-z and at most {0} more of a-z, 0-9 and -")                         \
    X(BAD_HEX_NAME, "bad-hex-name", "must be a letter a-z and at most {0} more of a-z, 0-9") \
    X(NOT_AREAS, "not-areas", "must be 3 to {0}: one middle area and several outer ones")    \
    X(BAD_KIND, "bad-kind", "must be middle or outer")                                       \
    X(NO_MIDDLE, "no-middle", "one of them must be the middle area")                         \
    X(MIDDLE_TWICE, "middle-twice", "there is only one middle area, and this is a second")   \
    X(AREA_TWICE, "area-twice", "two areas are called {0}")                                  \
    X(NO_AREA, "no-area", "there is no area of this name")                                   \
    X(EMPTY_AREA, "empty-area", "has no hexes")                                              \
    X(NOT_HEXES, "not-hexes", "must be 1 to {0}")                                            \
    X(HEX_TWICE, "hex-twice", "two hexes are called {0}")                                    \
    X(PLACE_TWICE, "place-twice", "is in the same place as {0}")                             \
    X(TOO_WIDE, "too-wide", "is too far right of {0}: a sheet is at most {1} wide")          \
    X(TOO_HIGH, "too-high", "is too far below {0}: a sheet is at most {1} high")             \
    X(APART, "apart", "{0} is not connected to {1}")                                         \
    X(BAD_PRINT, "bad-print", "must be a number from 3 to 8, or \"x\"")                      \
    X(PRINT_FEW, "print-few", "{0} must be printed twice, but is printed this often: {1}")   \
    X(PRINT_MANY, "print-many", "{0} is printed more than twice")                            \
    X(PRINT_AREA, "print-area", "the other {0}, {1}, is in the same area")                   \
    X(PRINT_WAY, "print-way", "the {0} cannot be connected to {1} without crossing a print") \
    X(PRINT_ROOM, "print-room", "{0} has {1} empty neighbours; a print needs three")         \
    X(PRINT_DISTANCE, "print-distance", "the {0}s are {1} apart, closer than the {2}s, {3}") \
    /* Escape */                                                                             \
    X(NO_SIDE, "no-side", "there is no such side")                                           \
    X(NO_ACTION, "no-action", "there is no such chamber action")                             \
    X(NO_SYMBOL, "no-symbol", "there is no such symbol")                                     \
    X(NO_TRACK, "no-track", "there is no such track")                                        \
    X(NO_ENTRANCE, "no-entrance", "there is no such entrance symbol")                        \
    X(NOT_ENTRANCE, "not-entrance", "must have two entrance symbols")                        \
    X(NOT_ROWS, "not-rows", "must have {0} rows")                                            \
    X(NOT_CHAMBERS, "not-chambers", "must have {0} chambers")                                \
    X(NOT_SYMBOLS, "not-symbols", "must have 1 to {0} symbols")                              \
    X(NOT_MAPS, "not-maps", "must have {0} maps")                                            \
    X(BAD_EXIT, "bad-exit", "the exit must be in the middle and nowhere else")               \
    X(NOT_HALVES, "not-halves", "{0} must stand in two chambers, not {1}")                   \
    X(HALVES_NEAR, "halves-near", "the halves of {0} must be at least {1} moves apart")      \
    X(ENTRANCE_MISSING, "entrance-missing", "no chamber has the entrance symbols {0} {1}")   \
    X(BAD_WALL, "bad-wall", "must be a chamber and a direction, as in \"c3 north\"")         \
    X(WALL_TWICE, "wall-twice", "this pathway is removed twice")                             \
    X(SIDE_FAR, "side-far", "the {0} side does not reach the exit in three moves")           \
    X(CUT_OFF, "cut-off", "chamber {0} is cut off")                                          \
    X(NO_DASH, "no-dash", "at least one map must give dash")                                 \
    X(FEW_GEMS, "few-gems",                                                                  \
      "{0} gems for {1} seats are too few for a goal of {2}: half as many again are needed")

enum pip__sheet_fault {
#define X(name, code, sentence) PIP__FAULT_##name,
    PIP__SHEET_FAULT_LIST(X)
#undef X
};

#endif
