/* Instructions with what they mean in C. */
#ifndef TRANSLATE_OPERATIONS_H
#define TRANSLATE_OPERATIONS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

struct operation {
    const char *code;           /* reads %a, %b, %c, writes %d */
    const char *in, *out;       /* types of those */
    uint64_t (*reference)(uint64_t a, uint64_t b, uint64_t c);
    double error;               /* allowed; below 0: of the result's size */
};

/* Where an operation is two instructions: whether the device makes small numbers zeros between
 * them. */
extern bool operations_flush_between;

struct operations {
    const struct operation *all;
    uint32_t count;
};

struct operations operations_integer(void);
struct operations operations_bits(void);
struct operations operations_float(void);
struct operations operations_convert(void);
struct operations operations_half(void);
struct operations operations_near(void);
struct operations operations_memory(void);
struct operations operations_video(void);

/* A number as the bits of f16 and bf16, and back. */
uint64_t half(double value);
uint64_t brain(double value);
double h(uint64_t bits);
double b16(uint64_t bits);

/* The operands in other types. */
static inline int32_t s32(uint64_t bits)
{
    return (int32_t)(uint32_t)bits;
}

static inline uint32_t u32(uint64_t bits)
{
    return (uint32_t)bits;
}

static inline float f32(uint64_t bits)
{
    union { uint32_t bits; float value; } both = { (uint32_t)bits };

    return both.value;
}

static inline double f64(uint64_t bits)
{
    union { uint64_t bits; double value; } both = { bits };

    return both.value;
}

static inline uint64_t of_f32(float value)
{
    union { float value; uint32_t bits; } both = { value };

    return both.bits;
}

static inline uint64_t of_f64(double value)
{
    union { double value; uint64_t bits; } both = { value };

    return both.bits;
}

/* The smaller and the larger number; of a number and a NaN of any kind the number. */
static inline double least(double a, double b)
{
    return isnan(a) ? b : isnan(b) || a < b ? a : b;
}

static inline double most(double a, double b)
{
    return isnan(a) ? b : isnan(b) || a > b ? a : b;
}

/* X(name, in, out, code, expression): a list becomes functions and a table. */
#define OPERATION_REFERENCE(name, in, out, code, expression) \
    static uint64_t reference_##name(uint64_t a, uint64_t b, uint64_t c) \
    { \
        (void)a; \
        (void)b; \
        (void)c; \
        return (uint64_t)(expression); \
    }
#define OPERATION_ROW(name, in, out, code, expression) { code, in, out, reference_##name, 0 },
/* the same with an error */
#define OPERATION_NEAR_REFERENCE(name, in, out, code, expression, error) \
    OPERATION_REFERENCE(near_##name, in, out, code, expression)
#define OPERATION_NEAR_ROW(name, in, out, code, expression, error) \
    { code, in, out, reference_near_##name, error },
#define OPERATIONS_DEFINE(list, function) \
    list(OPERATION_REFERENCE) \
    static const struct operation all[] = { list(OPERATION_ROW) }; \
    struct operations function(void) \
    { \
        return (struct operations){ all, sizeof(all) / sizeof(all[0]) }; \
    }

#endif
