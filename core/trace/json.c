#include "json.h"

#include <string.h>

/* How many bytes the character has that begins here; 0: this is no UTF-8. Neither surrogates nor
 * longer forms than needed are characters. */
static size_t character_bytes(const unsigned char *at, size_t left)
{
    size_t count = at[0] < 0x80 ? 1 : at[0] >= 0xc2 && at[0] <= 0xdf ? 2 : (at[0] & 0xf0) == 0xe0 ?
                   3 : at[0] >= 0xf0 && at[0] <= 0xf4 ? 4 : 0;

    if (count == 0 || count > left)
        return 0;
    for (size_t i = 1; i < count; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    }
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) ||
        (at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f))
        return 0;
    return count;
}

static size_t escape(unsigned char byte, char *out)
{
    static const char digits[] = "0123456789abcdef";

    if (byte == '"' || byte == '\\') {
        out[0] = '\\';
        out[1] = (char)byte;
        return 2;
    }
    memcpy(out, "\\u00", 4);
    out[4] = digits[byte >> 4];
    out[5] = digits[byte & 15];
    return 6;
}

size_t gi_json_quote(const char *text, size_t length, char *out)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t written = 0;

    out[written++] = '"';
    for (size_t i = 0, count; i < length; i += count) {
        count = character_bytes(&bytes[i], length - i);
        if (count == 0) {
            memcpy(&out[written], "\xef\xbf\xbd", 3);
            written += 3;
            count = 1;
        } else if (bytes[i] < 0x20 || bytes[i] == 0x7f || bytes[i] == '"' || bytes[i] == '\\') {
            written += escape(bytes[i], &out[written]);
        } else {
            memcpy(&out[written], &bytes[i], count);
            written += count;
        }
    }
    out[written++] = '"';
    return written;
}
