#include "info_format.h"

#include <inttypes.h>
#include <stdio.h>

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

/** The bytes of the UTF-8 sequence at text; 0 if it is invalid. */
static int utf8_length(const unsigned char *text)
{
    int length = 0;

    if (text[0] < 0x80)
        length = 1;
    else if (text[0] >= 0xc2 && text[0] < 0xe0)
        length = 2;
    else if (text[0] >= 0xe0 && text[0] < 0xf0)
        length = 3;
    else if (text[0] >= 0xf0 && text[0] < 0xf5)
        length = 4;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] >= 0xa0)
        || (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] >= 0x90))
        return 0;                /* an overlong form, a surrogate, or above the last code point */
    return length;
}

void info_json_string(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    putchar('"');
    while (*at != '\0') {
        int length = utf8_length(at);

        if (length == 0) {
            printf("\\ufffd");
            at++;
            continue;
        }
        if (*at == '"' || *at == '\\')
            printf("\\%c", *at);
        else if (*at < 0x20 || *at == 0x7f)
            printf("\\u%04x", *at);
        else
            fwrite(at, 1, (size_t)length, stdout);
        at += length;
    }
    putchar('"');
}
