/* Apart from the rest, because the sheet reader needs it before there are sheets to link. */
#include "lost_cities.h"

const char *const pip__lc_column_name[LC_COLUMNS] = {
    "red", "orange", "yellow", "green", "blue", "purple", "artefacts", "dice",
};

const char *pip__lc_column_words(int column) {
    return column == LC_DICE ? "dice symbols" : pip__lc_column_name[column];
}
