/** How many characters printf makes of a number with a point; a part of print_characters.h. */
#ifndef GPUINTEROP_DEVICE_PRINT_REAL_H
#define GPUINTEROP_DEVICE_PRINT_REAL_H

#include "qualifiers.h"

/* A finite number without its sign, exactly: nine decimal digits a word, the lowest first. Word
 * GPUINTEROP_PRINT_POINT begins at 10^0. The smallest number has 1074 digits behind the point. */
#define GPUINTEROP_PRINT_POINT 120
struct gpuinterop_print_digits {
    unsigned int words[GPUINTEROP_PRINT_POINT + 36];
    int low, high;              /* words outside are 0; high is one behind */
};

GPUINTEROP_LONG_FN void gpuinterop_print_trim(gpuinterop_print_digits &digits)
{
    while (digits.high > digits.low && digits.words[digits.high - 1] == 0)
        digits.high--;
    while (digits.low < digits.high && digits.words[digits.low] == 0)
        digits.low++;
}

/* Times 2^shift, which is 29 at most. */
GPUINTEROP_LONG_FN void gpuinterop_print_double(gpuinterop_print_digits &digits, int shift)
{
    unsigned long long carry = 0;

    for (int i = digits.low; i < digits.high; i++) {
        carry += (unsigned long long)digits.words[i] << shift;
        digits.words[i] = (unsigned int)(carry % 1000000000);
        carry /= 1000000000;
    }
    if (carry != 0)
        digits.words[digits.high++] = (unsigned int)carry;
}

/* By 2^shift, which is 9 at most: 10^9 is a multiple of 2^9. */
GPUINTEROP_LONG_FN void gpuinterop_print_halve(gpuinterop_print_digits &digits, int shift)
{
    unsigned int carry = 0;

    for (int i = digits.high - 1; i >= digits.low; i--) {
        unsigned int rest = digits.words[i] & ((1u << shift) - 1);

        digits.words[i] = (digits.words[i] >> shift) + carry;
        carry = (1000000000u >> shift) * rest;
    }
    if (carry != 0)
        digits.words[--digits.low] = carry;
}

/* Parameter bits: of a finite number; its sign is ignored. */
GPUINTEROP_LONG_FN void gpuinterop_print_read(gpuinterop_print_digits &digits,
                                              unsigned long long bits)
{
    unsigned long long mantissa = bits & 0xfffffffffffffull;
    int exponent = (int)(bits >> 52 & 0x7ff);

    mantissa |= exponent != 0 ? 1ull << 52 : 0;
    exponent = (exponent != 0 ? exponent : 1) - 1075;
    digits.low = GPUINTEROP_PRINT_POINT;
    digits.high = GPUINTEROP_PRINT_POINT + 2;
    digits.words[digits.low] = (unsigned int)(mantissa % 1000000000);
    digits.words[digits.low + 1] = (unsigned int)(mantissa / 1000000000);
    gpuinterop_print_trim(digits);
    for (; exponent > 0; exponent -= exponent < 29 ? exponent : 29) {
        gpuinterop_print_double(digits, exponent < 29 ? exponent : 29);
        gpuinterop_print_trim(digits);
    }
    for (; exponent < 0; exponent += exponent > -9 ? -exponent : 9) {
        gpuinterop_print_halve(digits, exponent > -9 ? -exponent : 9);
        gpuinterop_print_trim(digits);
    }
}

/* Word and place in it of the digit at 10^position. */
GPUINTEROP_FN int gpuinterop_print_word(int position)
{
    return (position + 9 * GPUINTEROP_PRINT_POINT) / 9;
}

GPUINTEROP_LONG_FN unsigned int gpuinterop_print_power(int position)
{
    unsigned int power = 1;

    for (int i = (position + 9 * GPUINTEROP_PRINT_POINT) % 9; i > 0; i--)
        power *= 10;
    return power;
}

/* The power of ten of the first digit that is not 0; 0 for 0. */
GPUINTEROP_LONG_FN int gpuinterop_print_first(const gpuinterop_print_digits &digits)
{
    int position = 9 * (digits.high - 1 - GPUINTEROP_PRINT_POINT);

    if (digits.low == digits.high)
        return 0;
    for (unsigned int word = digits.words[digits.high - 1] / 10; word != 0; word /= 10)
        position++;
    return position;
}

/* The power of ten of the last digit that is not 0; 0 for 0. */
GPUINTEROP_LONG_FN int gpuinterop_print_last(const gpuinterop_print_digits &digits)
{
    int position = 9 * (digits.low - GPUINTEROP_PRINT_POINT);

    if (digits.low == digits.high)
        return 0;
    for (unsigned int word = digits.words[digits.low]; word % 10 == 0; word /= 10)
        position++;
    return position;
}

/* Adds 10^position. */
GPUINTEROP_LONG_FN void gpuinterop_print_add(gpuinterop_print_digits &digits, int position)
{
    unsigned int step = gpuinterop_print_power(position);
    int at = gpuinterop_print_word(position);

    if (digits.low == digits.high)
        digits.low = digits.high = at;
    for (; at >= digits.high; digits.high++)
        digits.words[digits.high] = 0;
    for (; (digits.words[at] += step) >= 1000000000; step = 1) {
        digits.words[at++] -= 1000000000;
        if (at == digits.high)
            digits.words[digits.high++] = 0;
    }
}

/* Rounds to a multiple of 10^position; of two that are as near, to the even one. */
GPUINTEROP_LONG_FN void gpuinterop_print_round(gpuinterop_print_digits &digits, int position)
{
    int at = gpuinterop_print_word(position);
    unsigned int power, rest, half;
    bool is_more, is_odd;

    if (position <= 9 * (digits.low - GPUINTEROP_PRINT_POINT))
        return;                 /* all its digits are there, or it is 0 */
    if (at > digits.high) {
        digits.low = digits.high;
        return;
    }
    for (; at >= digits.high; digits.high++)
        digits.words[digits.high] = 0;
    power = gpuinterop_print_power(position);
    is_odd = digits.words[at] / power % 2 != 0;
    rest = power > 1 ? digits.words[at] % power : at > digits.low ? digits.words[at - 1] : 0;
    half = (power > 1 ? power : 1000000000) / 2;
    is_more = digits.low < (power > 1 ? at : at - 1);       /* the lowest word is not 0 */
    digits.words[at] -= digits.words[at] % power;
    if (at > digits.low)
        digits.low = at;
    if (rest > half || (rest == half && (is_more || is_odd)))
        gpuinterop_print_add(digits, position);
    gpuinterop_print_trim(digits);
}

GPUINTEROP_FN int gpuinterop_print_most(int a, int b) { return a > b ? a : b; }

/* The point and the digits behind it. */
GPUINTEROP_FN int gpuinterop_print_behind(int digits, bool has_point)
{
    return digits > 0 ? digits + 1 : has_point;
}

/* The letter, the sign and the digits of an exponent. */
GPUINTEROP_LONG_FN int gpuinterop_print_exponent(int exponent, int least_digits)
{
    int count = 1;

    for (int i = exponent < 0 ? -exponent : exponent; i >= 10; i /= 10)
        count++;
    return 2 + gpuinterop_print_most(count, least_digits);
}

/* %g: the shorter of two forms, without zeros at the end unless has_point. */
GPUINTEROP_LONG_FN int gpuinterop_print_shorter(gpuinterop_print_digits &digits, int precision,
                                                bool has_point)
{
    int first, behind;

    precision = gpuinterop_print_most(precision, 1);
    gpuinterop_print_round(digits, gpuinterop_print_first(digits) - (precision - 1));
    first = gpuinterop_print_first(digits);
    if (first < -4 || first >= precision) {
        behind = has_point ? precision - 1 : first - gpuinterop_print_last(digits);
        return 1 + gpuinterop_print_behind(behind, has_point) + gpuinterop_print_exponent(first, 2);
    }
    behind = has_point ? precision - 1 - first : -gpuinterop_print_last(digits);
    return gpuinterop_print_most(first, 0) + 1 + gpuinterop_print_behind(behind, has_point);
}

/* %a. */
GPUINTEROP_LONG_FN int gpuinterop_print_hexadecimal(unsigned long long bits, int precision,
                                                    bool has_point)
{
    unsigned long long mantissa = bits & 0xfffffffffffffull;
    int exponent = (int)(bits >> 52 & 0x7ff);
    int behind = 13;

    for (; behind > 0 && (mantissa & 15) == 0; mantissa >>= 4)
        behind--;
    exponent = exponent != 0 ? exponent - 1023 : behind != 0 ? -1022 : 0;
    return 3 + gpuinterop_print_behind(precision < 0 ? behind : precision, has_point)
        + gpuinterop_print_exponent(exponent, 1);
}

/* Without sign and width. Parameter letter: small. Parameter precision: negative for none. */
GPUINTEROP_LONG_FN int gpuinterop_print_real(unsigned long long bits, char letter, int precision,
                                             bool has_point)
{
    gpuinterop_print_digits digits;
    int first;

    if ((bits >> 52 & 0x7ff) == 0x7ff)
        return 3;
    if (letter == 'a')
        return gpuinterop_print_hexadecimal(bits, precision, has_point);
    gpuinterop_print_read(digits, bits);
    precision = precision < 0 ? 6 : precision;
    if (letter == 'g')
        return gpuinterop_print_shorter(digits, precision, has_point);
    first = letter == 'e' ? gpuinterop_print_first(digits) : 0;
    if (precision - first <= 9 * GPUINTEROP_PRINT_POINT)    /* else all its digits are there */
        gpuinterop_print_round(digits, first - precision);
    first = gpuinterop_print_first(digits);
    return (letter == 'e' ? 1 + gpuinterop_print_exponent(first, 2) :
                            gpuinterop_print_most(first, 0) + 1)
        + gpuinterop_print_behind(precision, has_point);
}

#endif
