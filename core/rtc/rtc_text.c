#include "rtc/rtc_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vector.h"

void gi_rtc_text_add(struct gi_rtc_text *text, const char *bytes, size_t count)
{
    size_t left = GI_RTC_TEXT_MOST - text->count;

    count = count < left ? count : left;
    if (count == 0)
        return;
    if (!gi_grow((void **)&text->bytes, &text->room, text->count + count + 1, 1)) {
        text->is_short = true;
        return;
    }
    memcpy(text->bytes + text->count, bytes, count);
    text->count += count;
    text->bytes[text->count] = 0;
}

void gi_rtc_text_say(struct gi_rtc_text *text, const char *format, ...)
{
    va_list values;
    char *line;
    int length;

    va_start(values, format);
    length = vasprintf(&line, format, values);
    va_end(values);
    if (length < 0) {
        text->is_short = true;
        return;
    }
    gi_rtc_text_add(text, line, (size_t)length);
    free(line);
}

void gi_rtc_text_drop(struct gi_rtc_text *text, const char *word)
{
    size_t length = strlen(word), kept = 0;

    for (size_t i = 0; i < text->count;) {
        if (text->count - i >= length && memcmp(text->bytes + i, word, length) == 0)
            i += length;
        else
            text->bytes[kept++] = text->bytes[i++];
    }
    text->count = kept;
    if (text->bytes != NULL)
        text->bytes[kept] = 0;
}

const char *gi_rtc_text_of(const struct gi_rtc_text *text)
{
    return text->bytes != NULL ? text->bytes : "";
}

void gi_rtc_text_finish(struct gi_rtc_text *text)
{
    free(text->bytes);
    *text = (struct gi_rtc_text){ 0 };
}
