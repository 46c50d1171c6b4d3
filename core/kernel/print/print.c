#include "kernel/print/print.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* One conversion of a format. */
struct directive {
    char flags[8];                  /* each once */
    bool has_width, width_is_argument;
    bool has_precision, precision_is_argument;
    uint32_t width, precision;
    bool is_wide;                   /* an integer of 8 bytes */
    uint8_t halves;                 /* 1: it is cut to 16 bits, 2: to 8 */
    char conversion;                /* 0: the format ends before it */
    size_t length;                  /* of its text, with the percent sign */
};

/* Text on the way out. */
struct sink {
    char *text;
    size_t room;
    size_t used;
};

/* Arguments on the way in. */
struct source {
    const uint8_t *bytes;
    size_t count;
    size_t at;
};

/* ---- formats ---- */

static size_t read_digits(const char *format, size_t length, size_t at, uint32_t *out)
{
    *out = 0;
    for (; at < length && format[at] >= '0' && format[at] <= '9'; at++) {
        *out = *out * 10 + (uint32_t)(format[at] - '0');
        if (*out > GI_KERNEL_PRINT_WIDTH)
            *out = GI_KERNEL_PRINT_WIDTH;
    }
    return at;
}

static size_t read_size(const char *format, size_t length, size_t at, struct directive *directive)
{
    for (; at < length && format[at] && strchr("hlLqjzt", format[at]); at++) {
        directive->is_wide |= format[at] != 'h';
        directive->halves += format[at] == 'h' && directive->halves < 2;
    }
    return at;
}

/* Reads the conversion that begins with the percent sign at the start. */
static struct directive read_directive(const char *format, size_t length)
{
    struct directive directive = { .length = length };
    size_t flags = 0;
    size_t at = 1;

    for (; at < length && format[at] && strchr("-+ #0", format[at]); at++) {
        if (!strchr(directive.flags, format[at]))
            directive.flags[flags++] = format[at];
    }
    directive.width_is_argument = at < length && format[at] == '*';
    directive.has_width = directive.width_is_argument
        || (at < length && format[at] >= '1' && format[at] <= '9');
    if (directive.width_is_argument)
        at++;
    else
        at = read_digits(format, length, at, &directive.width);
    if (at < length && format[at] == '.') {
        directive.has_precision = true;
        directive.precision_is_argument = ++at < length && format[at] == '*';
        if (directive.precision_is_argument)
            at++;
        else
            at = read_digits(format, length, at, &directive.precision);
    }
    at = read_size(format, length, at, &directive);
    if (at < length) {
        directive.conversion = format[at];
        directive.length = at + 1;
    }
    return directive;
}

/* Bytes of the argument of a conversion; 0: it takes none. */
static size_t argument_bytes(const struct directive *directive)
{
    switch (directive->conversion) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X':
        return directive->is_wide ? 8 : 4;
    case 'c':
        return 4;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
    case 'p': case 's': case 'n':
        return 8;
    default:
        return 0;
    }
}

size_t gi_kernel_print_arguments(const char *format, size_t length, uint32_t *out_count)
{
    size_t bytes = 0;

    *out_count = 0;
    for (size_t at = 0; at < length; at++) {
        struct directive directive;
        size_t stars, own;

        if (format[at] != '%')
            continue;
        directive = read_directive(format + at, length - at);
        stars = (size_t)directive.width_is_argument + directive.precision_is_argument;
        own = argument_bytes(&directive);
        bytes += 4 * stars;
        bytes = own ? ((bytes + own - 1) & ~(own - 1)) + own : bytes;
        *out_count += (uint32_t)stars + (own != 0);
        at += directive.length - 1;
    }
    return bytes;
}

/* ---- texts ---- */

const char *gi_kernel_text_at(const struct gi_kernel_texts *texts, uint64_t address,
                              size_t *out_length)
{
    uint64_t at = address - texts->address;

    *out_length = 0;
    if (address < texts->address || at >= texts->count)
        return NULL;
    *out_length = strnlen((const char *)texts->bytes + at, texts->count - at);
    return (const char *)texts->bytes + at;
}

static void put(struct sink *sink, const char *text, size_t length)
{
    if (sink->used < sink->room) {
        size_t left = sink->room - sink->used;

        memcpy(sink->text + sink->used, text, length < left ? length : left);
    }
    sink->used += length;
}

static uint64_t take_argument(struct source *source, size_t bytes)
{
    uint64_t value = 0;

    source->at = (source->at + bytes - 1) & ~(bytes - 1);
    if (source->at <= source->count && bytes <= source->count - source->at)
        memcpy(&value, source->bytes + source->at, bytes);
    source->at += bytes;
    return value;
}

static void take_star(struct source *source, bool is_width, struct directive *directive)
{
    int32_t value = (int32_t)(uint32_t)take_argument(source, 4);
    uint32_t size = value < 0 ? 0 - (uint32_t)value : (uint32_t)value;

    size = size > GI_KERNEL_PRINT_WIDTH ? GI_KERNEL_PRINT_WIDTH : size;
    if (is_width) {
        directive->width = size;
        if (value < 0 && !strchr(directive->flags, '-'))
            strcat(directive->flags, "-");
    } else {
        directive->precision = size;
        directive->has_precision = value >= 0;
    }
}

/* ---- conversions ---- */

/* %s: with a width, and a precision that may be shorter than the text. */
static void put_text(struct sink *sink, const struct directive *directive, const char *text,
                     size_t length)
{
    size_t pad;

    if (directive->has_precision && directive->precision < length)
        length = directive->precision;
    pad = directive->has_width && directive->width > length ? directive->width - length : 0;
    if (strchr(directive->flags, '-'))
        put(sink, text, length);
    for (; pad; pad--)
        put(sink, " ", 1);
    if (!strchr(directive->flags, '-'))
        put(sink, text, length);
}

static void put_number(struct sink *sink, const struct directive *directive, uint64_t value)
{
    /* a number of f64 has 309 digits before its point, and 4096 behind it */
    char text[GI_KERNEL_PRINT_WIDTH + 400];
    char format[24];
    char conversion = directive->conversion;
    int width = directive->has_width ? (int)directive->width : 0;
    int precision = directive->has_precision ? (int)directive->precision : -1;
    int length;
    double real;

    snprintf(format, sizeof(format), "%%%s*.*%s%c", directive->flags,
             strchr("diouxX", conversion) ? "ll" : "", conversion);
    memcpy(&real, &value, sizeof(real));
    if (strchr("eEfFgGaA", conversion))
        length = snprintf(text, sizeof(text), format, width, precision, real);
    else if (conversion == 'p')
        length = snprintf(text, sizeof(text), format, width, precision,
                          (void *)(uintptr_t)value);
    else
        length = snprintf(text, sizeof(text), format, width, precision, (unsigned long long)value);
    if (length > 0)
        put(sink, text, (size_t)length < sizeof(text) ? (size_t)length : sizeof(text) - 1);
}

/* An integer in 64 bits, with its sign if it has one. */
static uint64_t integer(const struct directive *directive, uint64_t value)
{
    uint32_t bits = directive->is_wide ? 64 : directive->halves == 2 ? 8
        : directive->halves == 1 ? 16 : 32;
    bool is_signed = directive->conversion == 'd' || directive->conversion == 'i';

    if (bits == 64)
        return value;
    value &= (1ull << bits) - 1;
    return is_signed && value >> (bits - 1) ? value | ~0ull << bits : value;
}

static void convert(struct sink *sink, const struct gi_kernel_texts *texts,
                    struct directive *directive, struct source *source, const char *as_written)
{
    size_t bytes = argument_bytes(directive);
    uint64_t value;
    const char *text;
    size_t length;
    char letter;

    if (directive->width_is_argument)
        take_star(source, true, directive);
    if (directive->precision_is_argument)
        take_star(source, false, directive);
    if (!bytes) {
        bool is_percent = directive->conversion == '%';

        put(sink, is_percent ? "%" : as_written, is_percent ? 1 : directive->length);
        return;
    }
    value = take_argument(source, bytes);
    switch (directive->conversion) {
    case 'n':                       /* kernels cannot be answered */
        return;
    case 'c':
        letter = (char)value;
        directive->has_precision = false;
        put_text(sink, directive, &letter, 1);
        return;
    case 's':
        text = gi_kernel_text_at(texts, value, &length);
        if (text)
            put_text(sink, directive, text, length);
        else
            put_text(sink, directive, value ? "?" : "(null)", value ? 1 : 6);
        return;
    default:
        if (strchr("diouxX", directive->conversion))
            value = integer(directive, value);
        put_number(sink, directive, value);
        return;
    }
}

size_t gi_kernel_print(const struct gi_kernel_texts *texts, const struct gi_kernel_record *record,
                       char *out_text, size_t room)
{
    struct sink sink = { out_text, room, 0 };
    struct source source = { (const uint8_t *)(record + 1),
                             record->bytes < sizeof(*record) ? 0 : record->bytes - sizeof(*record),
                             0 };
    size_t length;
    const char *format = gi_kernel_text_at(texts, record->format, &length);

    for (size_t at = 0; format && at < length;) {
        const char *percent = memchr(format + at, '%', length - at);
        size_t plain = percent ? (size_t)(percent - format) - at : length - at;
        struct directive directive;

        put(&sink, format + at, plain);
        at += plain;
        if (!percent)
            break;
        directive = read_directive(percent, length - at);
        convert(&sink, texts, &directive, &source, percent);
        at += directive.length;
    }
    if (room)
        out_text[sink.used < room ? sink.used : room - 1] = '\0';
    return sink.used;
}

const struct gi_kernel_record *gi_kernel_record_at(const uint8_t *records, uint64_t used_bytes,
                                                   uint64_t at)
{
    const struct gi_kernel_record *record = (const struct gi_kernel_record *)(records + at);

    if (at % 8 || at > used_bytes || used_bytes - at < sizeof(*record)
        || record->bytes < sizeof(*record) || record->bytes % 8
        || record->bytes > used_bytes - at)
        return NULL;
    return record;
}
