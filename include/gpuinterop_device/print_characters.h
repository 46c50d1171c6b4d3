/** printf of device code as HIP has it: answers how many characters it printed. They are counted
 *  only where a program uses the answer. The text itself is made by the host when the kernel is
 *  over (core/kernel/print); this follows what it does. */
#ifndef GPUINTEROP_DEVICE_PRINT_CHARACTERS_H
#define GPUINTEROP_DEVICE_PRINT_CHARACTERS_H

#include "intrinsics.h"
#include "print_real.h"

/* The function that clang makes a call of vprintf. */
namespace gpuinterop_print {
extern "C" __attribute__((device)) int printf(const char *format, ...);
}

/* An argument as 64 bits. */
#define GPUINTEROP_PRINT_WHOLE(type) \
    GPUINTEROP_FN unsigned long long gpuinterop_print_bits(type value) \
    { \
        return (unsigned long long)value; \
    }
GPUINTEROP_PRINT_WHOLE(bool)
GPUINTEROP_PRINT_WHOLE(int)
GPUINTEROP_PRINT_WHOLE(unsigned int)
GPUINTEROP_PRINT_WHOLE(long)
GPUINTEROP_PRINT_WHOLE(unsigned long)
GPUINTEROP_PRINT_WHOLE(long long)
GPUINTEROP_PRINT_WHOLE(unsigned long long)
GPUINTEROP_PRINT_WHOLE(const volatile void *)
#undef GPUINTEROP_PRINT_WHOLE
GPUINTEROP_FN unsigned long long gpuinterop_print_bits(double value)
{
    return (unsigned long long)__double_as_longlong(value);
}
template <class _Rp, class... _Ap>
GPUINTEROP_TEMPLATE unsigned long long gpuinterop_print_bits(_Rp (*function)(_Ap...))
{
    return (unsigned long long)function;
}
/* A value of a scoped enumeration, which converts to no whole number by itself. */
struct gpuinterop_print_scoped {
    unsigned long long bits;
    template <class _Tp>
    __attribute__((device)) gpuinterop_print_scoped(_Tp value) : bits((unsigned long long)value)
    {
    }
};
GPUINTEROP_FN unsigned long long gpuinterop_print_bits(gpuinterop_print_scoped value)
{
    return value.bits;
}

/* A conversion of a format, as struct directive of core/kernel/print/print.c. */
struct gpuinterop_print_directive {
    enum { IS_TEXT, IN_FLAGS, IN_WIDTH, IN_PRECISION, IN_SIZE } place;
    bool has_sign, has_hash, has_precision;
    int width, precision;           /* before and behind the point */
    int bits;                       /* of an integer */
    int letters;                    /* that were read, with the percent sign */
    char letter;                    /* that ends it */
};

/* The remaining arguments of a call. */
struct gpuinterop_print_values {
    const unsigned long long *at, *end;
};

GPUINTEROP_FN unsigned long long gpuinterop_print_take(gpuinterop_print_values &values)
{
    return values.at < values.end ? *values.at++ : 0;
}

/* Whether an argument belongs to a conversion. */
GPUINTEROP_FN bool gpuinterop_print_has_argument(char letter)
{
    switch (letter) {
    case 'd': case 'i': case 'o': case 'u': case 'x': case 'X': case 'c': case 'p': case 's':
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A': case 'n':
        return true;
    default:
        return false;
    }
}

/* The number before a digit or in the place of a star, with it. */
GPUINTEROP_FN int gpuinterop_print_number(int number, char letter, gpuinterop_print_values &values)
{
    const int most = 4096;

    number = letter == '*' ? (int)gpuinterop_print_take(values) : number * 10 + letter - '0';
    return number > most ? most : number < -most ? -most : number;
}

/* One letter behind the percent sign: false for the one that ends the conversion. */
GPUINTEROP_FN bool gpuinterop_print_read_letter(gpuinterop_print_directive &directive, char letter,
                                                gpuinterop_print_values &values)
{
    bool is_digit = (letter >= '0' && letter <= '9') || letter == '*';

    directive.letters++;
    if (directive.place == directive.IN_FLAGS
        && (letter == '-' || letter == '+' || letter == ' ' || letter == '#' || letter == '0')) {
        directive.has_sign |= letter == '+' || letter == ' ';
        directive.has_hash |= letter == '#';
        return true;
    }
    if (directive.place <= directive.IN_WIDTH && is_digit) {
        directive.place = directive.IN_WIDTH;
        directive.width = gpuinterop_print_number(directive.width, letter, values);
        return true;
    }
    if (directive.place <= directive.IN_WIDTH && letter == '.') {
        directive.place = directive.IN_PRECISION;
        directive.has_precision = true;
        return true;
    }
    if (directive.place == directive.IN_PRECISION && is_digit) {
        directive.precision = gpuinterop_print_number(directive.precision, letter, values);
        return true;
    }
    directive.place = directive.IN_SIZE;
    directive.letter = letter;
    if (letter == 'h')
        directive.bits = directive.bits == 32 ? 16 : directive.bits == 16 ? 8 : directive.bits;
    else if (letter == 'l' || letter == 'L' || letter == 'q' || letter == 'j' || letter == 'z'
             || letter == 't')
        directive.bits = 64;
    else
        return false;
    return true;
}

GPUINTEROP_LONG_FN int gpuinterop_print_text(const char *text, int precision)
{
    int count = 0;

    text = text != 0 ? text : "(null)";
    while (count != precision && text[count] != 0)
        count++;
    return count;
}

/* Of an integer or a pointer, without the width. */
GPUINTEROP_LONG_FN int gpuinterop_print_whole(const gpuinterop_print_directive &directive,
                                              unsigned long long value)
{
    char letter = directive.letter;
    bool has_sign = letter == 'd' || letter == 'i', is_hexadecimal = letter == 'x' || letter == 'X';
    int base = letter == 'o' ? 8 : is_hexadecimal || letter == 'p' ? 16 : 10;
    int shift = letter == 'p' ? 0 : 64 - directive.bits, count = 0, in_front;
    bool is_negative = has_sign && (long long)(value << shift) < 0;

    value = has_sign ? (unsigned long long)((long long)(value << shift) >> shift) :
                       value << shift >> shift;
    if (letter == 'p' && value == 0)
        return 5;                   /* (nil) */
    in_front = is_negative || (directive.has_sign && (has_sign || letter == 'p'));
    if (letter == 'p' || (is_hexadecimal && directive.has_hash && value != 0))
        in_front += 2;
    for (value = is_negative ? 0 - value : value; value != 0; value /= base)
        count++;
    if (letter == 'o' && directive.has_hash)
        count++;
    return in_front
        + gpuinterop_print_most(count, directive.precision < 0 ? 1 : directive.precision);
}

GPUINTEROP_LONG_FN int gpuinterop_print_converted(const gpuinterop_print_directive &directive,
                                                  unsigned long long value)
{
    char letter = directive.letter;

    if (letter == 'c')
        return 1;
    if (letter == 's')
        return gpuinterop_print_text((const char *)value, directive.precision);
    if (letter == 'd' || letter == 'i' || letter == 'o' || letter == 'u' || letter == 'x'
        || letter == 'X' || letter == 'p')
        return gpuinterop_print_whole(directive, value);
    return ((long long)value < 0 || directive.has_sign)
        + gpuinterop_print_real(value, (char)(letter | 32), directive.precision,
                                directive.has_hash);
}

GPUINTEROP_LONG_FN int gpuinterop_print_end(gpuinterop_print_directive &directive,
                                            gpuinterop_print_values &values)
{
    unsigned long long value;
    int width = directive.width < 0 ? -directive.width : directive.width;

    directive.place = directive.IS_TEXT;
    if (directive.letter == '%')
        return 1;
    if (!gpuinterop_print_has_argument(directive.letter))
        return directive.letters;
    value = gpuinterop_print_take(values);
    if (directive.letter == 'n')
        return 0;
    if (!directive.has_precision)
        directive.precision = -1;
    return gpuinterop_print_most(gpuinterop_print_converted(directive, value), width);
}

/* How many characters a format makes of arguments. One loop reads the format. It leaves nothing
 * that it has read: lavapipe 22.3 forgets that where other threads go round further. */
__attribute__((device, noinline, pure, unused)) static int gpuinterop_print_length(
    const char *format, const unsigned long long *arguments, int count)
{
    gpuinterop_print_values values = { arguments, arguments + count };
    gpuinterop_print_directive directive;
    int length = 0;

    directive.place = directive.IS_TEXT;
    for (; *format != 0; format++) {
        if (directive.place != directive.IS_TEXT) {
            if (!gpuinterop_print_read_letter(directive, *format, values))
                length += gpuinterop_print_end(directive, values);
        } else if (*format == '%') {
            directive = { directive.IN_FLAGS, false, false, false, 0, 0, 32, 1, 0 };
        } else {
            length++;
        }
    }
    return directive.place != directive.IS_TEXT ? length + directive.letters : length;
}

/* Clang compares arguments with the format. Earlier versions take float and char for what they
 * are before they become double and int. */
#if __clang_major__ >= 19
#define GPUINTEROP_PRINT_FORMAT __attribute__((format(printf, 1, 2)))
#else
#define GPUINTEROP_PRINT_FORMAT
#endif

/* A failure is passed on: no format, or the records are full. */
template <class... Values>
GPUINTEROP_PRINT_FORMAT GPUINTEROP_TEMPLATE int printf(const char *format, Values... values)
{
    const unsigned long long arguments[sizeof...(values) + 1] = {
        gpuinterop_print_bits(values)..., 0
    };
    int answer = gpuinterop_print::printf(format, values...);

    return answer < 0 ? answer
        : gpuinterop_print_length(format, arguments, (int)sizeof...(values));
}
#undef GPUINTEROP_PRINT_FORMAT

#endif
