#include "nets.h"
#include <stdlib.h>

int cli_read_net(const char *path, struct pip__net_file *file) {
    char *bytes;
    size_t length;
    const char *why = "there is not enough memory";
    int code = cli_read_file(path, 1u << 24, &bytes, &length);
    if (code != CLI_OK)
        return code;
    enum pip_status status = pip__net_read(bytes, length, file, &why);
    free(bytes);
    return status == PIP_OK ? CLI_OK : cli_error(CLI_NO, "%s: %s", path, why);
}

int cli_read_nets(struct cli_nets *nets) {
    for (int i = 0; i < nets->files.count; i++) {
        int code = cli_read_net(nets->files.item[i], &nets->file[i]);
        if (code != CLI_OK)
            return code;
        nets->list[i] = nets->file[i].net;
        const struct pip_game *game = pip_game_find(pip_span_of(nets->list[i].game));
        if (!game || !game->think || game->think->features != nets->list[i].features)
            return cli_error(CLI_NO, "%s: a net of another game, or of another program",
                             nets->files.item[i]);
    }
    return CLI_OK;
}
