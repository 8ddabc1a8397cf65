/* Nets that are given on the command line, for bots to play with instead of those compiled in. */
#ifndef PIP__CLI_NETS_H
#define PIP__CLI_NETS_H

#include "cli.h"
#include "train/train.h"

struct cli_nets {
    struct cli_list files;
    struct pip__net_file file[CLI_LIST_MAX];
    struct pip_net list[CLI_LIST_MAX + 1]; /* ends with one of no game, as bots want it */
};
/* Goes between the braces of an option. */
#define CLI_NET_HELP "a net that `train` has made, for bots to play with; may be repeated"
#define CLI_NET_OPTION(nets) "net", "FILE", CLI_NET_HELP, CLI_LIST, &(nets).files

/* Reads one net, or all that were given. CLI_OK, or the exit code after reporting. */
int cli_read_net(const char *path, struct pip__net_file *file);
int cli_read_nets(struct cli_nets *nets);

#endif
