#include "info_format.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <stdlib.h>
#include <string.h>

#include "trace/json.h"

void info_write_uuid(const uint8_t uuid[16], char *text)
{
    for (int i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *text++ = '-';
        text += snprintf(text, 3, "%02x", uuid[i]);
    }
}

void info_write_pci(const struct gi_device_info *info, char *text, size_t room)
{
    snprintf(text, room, "%04" PRIx32 ":%02" PRIx32 ":%02" PRIx32 ".%" PRIx32, info->pci_domain,
             info->pci_bus, info->pci_device, info->pci_function);
}

void info_json_string(const char *text)
{
    size_t length = strlen(text);
    char *quoted = malloc(GI_JSON_GROWTH * length + 2);

    if (quoted == NULL) {
        fputs("\"\"", stdout);
        return;
    }
    fwrite(quoted, 1, gi_json_quote(text, length, quoted), stdout);
    free(quoted);
}

const char *info_colour(enum info_colour colour)
{
    static const char *const codes[] = {
        [INFO_PLAIN] = "\033[0m", [INFO_BOLD] = "\033[1m", [INFO_GREEN] = "\033[32m",
        [INFO_RED] = "\033[31m"
    };
    const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");

    if (!isatty(STDOUT_FILENO) || (none != NULL && none[0] != '\0')
        || (terminal != NULL && strcmp(terminal, "dumb") == 0))
        return "";
    return codes[colour];
}
