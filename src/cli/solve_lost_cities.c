#include "solve_lost_cities.h"
#include "cli.h"
#include "solve/truth.h"

static struct cli_record record;

static struct pip__truth_line lines[PIP_CANDIDATES_MAX];

static void tell(int count, bool json) {
    const struct pip_setup *setup = &record.match.setup;
    json_t *list = json_array();
    for (int i = 0; i < count; i++) {
        json_t *steps = json_array();
        if (!json)
            printf("%12.6f  ", lines[i].points);
        for (int j = 0; j < lines[i].line.steps; j++) {
            char buffer[64];
            struct pip_text text = pip_text_init(buffer, sizeof buffer);
            setup->game->move_write(setup, lines[i].line.step[j], &text);
            json_array_append_new(steps, json_string(buffer));
            if (!json)
                printf("%s%s", j ? ", " : "", buffer);
        }
        if (!json)
            putchar('\n');
        json_array_append_new(list,
                              json_pack("{s:f, s:o}", "points", lines[i].points, "line", steps));
    }
    if (json)
        cli_print_json(list);
    else
        json_decref(list);
}

int cli_solve_lines(const char *path, const char *sheet, int threads, bool json) {
    int count, code = cli_read_record_of(&record, path, "lost-cities", sheet);
    if (code != CLI_OK)
        return code;
    const struct pip_match *match = &record.match;
    pip__truth_fault fault = pip__truth_lines(&match->setup, match->state, threads, lines, &count);
    if (fault)
        return cli_error(CLI_NO, "%s", fault);
    tell(count, json);
    return CLI_OK;
}
