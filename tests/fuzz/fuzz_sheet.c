/* Any bytes as a sheet file: faults have a place, and a sheet without faults can be played on. */
#include <pipwright/sheet.h>
#include <pipwright/sim.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct pip_sheet_file file;
    struct pip_sheet_fault faults[4];
    int count = pip_sheet_read((const char *)data, size, &file, faults, 4);
    for (int i = 0; i < count && i < 4; i++) {
        if (faults[i].line == 0 || faults[i].column == 0 || faults[i].what[0] == '\0')
            abort();
    }
    if (count > 0)
        return 0;
    const struct pip_game *game = pip_game_find(pip_span_of(file.sheet.game));
    struct pip_setup setup = pip_setup_first(game);
    do {
        struct pip_setup own = setup;
        own.sheet = &file.sheet;
        if (pip_setup_check(&own) == PIP_OK)
            pip_sim_playout(&own, (struct pip_seed){.seed = size});
    } while (pip_setup_next(&setup) && setup.sheet == game->sheets[0]);
    return 0;
}
