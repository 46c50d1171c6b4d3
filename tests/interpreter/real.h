/* Numbers of binary formats, computed exactly and rounded once. */
#ifndef INTERPRETER_REAL_H
#define INTERPRETER_REAL_H

#include <stdbool.h>
#include <stdint.h>

struct format {
    int exponent_bits, fraction_bits;
};

extern const struct format format_f16, format_bf16, format_f32, format_f64;

enum rounding { NEAREST, TO_ZERO, DOWN, UP };

enum real_kind { ZERO, FINITE, INFINITE, NOT_A_NUMBER };

/* digits * 2^exponent. What lies below the last digit is kept as a last digit of 1. */
struct real {
    enum real_kind kind;
    bool minus;
    int exponent;
    unsigned __int128 digits;
};

struct real real_of(struct format format, uint64_t bits);
struct real real_of_integer(bool minus, uint64_t amount);

/* The bits of the nearest number that the rounding allows. NaN is the canonical one. */
uint64_t real_bits(struct format format, struct real value, enum rounding rounding);

/* The sum is exact, so the rounding matters for the sign of zero only. */
struct real real_add(struct real a, struct real b, enum rounding rounding);
struct real real_mul(struct real a, struct real b);
struct real real_div(struct real a, struct real b);
struct real real_sqrt(struct real a);

/* A whole number in the given direction. */
struct real real_whole(struct real value, enum rounding rounding);

/* A whole number between least and most, the nearer bound where it lies outside. */
__int128 real_integer(struct real whole, __int128 least, __int128 most);

/* -1, 0, 1; neither may be NaN. */
int real_compare(struct real a, struct real b);

bool is_small(struct format format, uint64_t bits);
uint64_t sign_bit(struct format format);

/* For approximations. */
double real_double(struct real value);

#endif
