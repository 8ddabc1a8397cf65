/* The library that reads HTTP heads: llhttp where the system has it, else http_parser, which it
 * replaces and which is no longer kept. Both do the same under two names; only what is named here
 * is used of either. */
#ifndef PIP__NET_PARSER_H
#define PIP__NET_PARSER_H

#include <stddef.h>

#ifdef PIP_LLHTTP
#include <llhttp.h>
typedef llhttp_t pip__net_parser;
typedef llhttp_settings_t pip__net_parser_settings;
#define net_parser_keeps_alive llhttp_should_keep_alive
#define pip__net_status_name(status) llhttp_status_name((llhttp_status_t)(status))

/* Whether the bytes are exactly one head. */
static inline int pip__net_parser_takes(pip__net_parser *parser,
                                        const pip__net_parser_settings *settings, void *data,
                                        const char *bytes, size_t length) {
    llhttp_init(parser, HTTP_REQUEST, settings);
    parser->data = data;
    llhttp_errno_t code = llhttp_execute(parser, bytes, length);
    return code == HPE_OK ||
           (code == HPE_PAUSED_UPGRADE && llhttp_get_error_pos(parser) == bytes + length);
}
#else
#include <http_parser.h>
typedef http_parser pip__net_parser;
typedef http_parser_settings pip__net_parser_settings;
#define net_parser_keeps_alive http_should_keep_alive
#define pip__net_status_name(status) http_status_str((enum http_status)(status))

static inline int pip__net_parser_takes(pip__net_parser *parser,
                                        const pip__net_parser_settings *settings, void *data,
                                        const char *bytes, size_t length) {
    http_parser_init(parser, HTTP_REQUEST);
    parser->data = data;
    return http_parser_execute(parser, settings, bytes, length) == length &&
           HTTP_PARSER_ERRNO(parser) == HPE_OK;
}
#endif

#endif
