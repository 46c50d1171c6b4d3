/* Texts of kernels' printf, compared with those of the host's. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "kernel/print/print.h"

enum { TEXTS = 0x1000, ROOM = 20000 };

/* The module's texts, and a record with its arguments. */
static uint8_t image[4096];
static const struct gi_kernel_texts texts = { image, sizeof(image), TEXTS };
static struct {
    struct gi_kernel_record record;
    uint8_t arguments[512];
} block;
static size_t used;
static char text[ROOM];

static void begin(const char *format)
{
    memset(&block, 0, sizeof(block));
    memset(image, 0, sizeof(image));
    strcpy((char *)image + 16, format);
    strcpy((char *)image + 2048, "some text");
    block.record.format = TEXTS + 16;
    used = 0;
}

static void add(uint64_t value, size_t bytes)
{
    used = (used + bytes - 1) & ~(bytes - 1);
    memcpy(block.arguments + used, &value, bytes);
    used += bytes;
}

static void add_real(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    add(bits, 8);
}

static const char *result(void)
{
    uint32_t count;
    size_t length;

    block.record.bytes = (uint32_t)(sizeof(block.record) + ((used + 7) & ~(size_t)7));
    length = gi_kernel_print(&texts, &block.record, text, ROOM);
    assert_int_equal(length, strlen(text));
    assert_int_equal(gi_kernel_print_arguments((char *)image + 16, strlen((char *)image + 16),
                                               &count), used);
    return text;
}

#define SAME(format, ...) \
    do { \
        char expected_[ROOM]; \
        snprintf(expected_, sizeof(expected_), format, __VA_ARGS__); \
        assert_string_equal(result(), expected_); \
    } while (0)

#define INTEGER(format, type, value) \
    do { \
        begin(format); \
        add((uint64_t)(type)(value), sizeof(type)); \
        SAME(format, (type)(value)); \
    } while (0)

#define REAL(format, value) \
    do { \
        begin(format); \
        add_real(value); \
        SAME(format, (double)(value)); \
    } while (0)

TEST_CASE(test_integers)
{
    INTEGER("%d", int, -5);
    INTEGER("a %i b", int, 2147483647);
    INTEGER("%08d|", int, -42);
    INTEGER("%-8d|", int, 42);
    begin("%+d % d");
    add(7, 4);
    add(8, 4);
    SAME("%+d % d", 7, 8);
    INTEGER("%u", unsigned, 4000000000u);
    INTEGER("%#x", unsigned, 0xbeef);
    INTEGER("%X", unsigned, 0xbeef);
    INTEGER("%#o", unsigned, 8);
    INTEGER("%.5d", int, -3);
    INTEGER("%10.4d|", int, 77);
    INTEGER("%ld", long, -(1l << 40));
    INTEGER("%lld", long long, 1ll << 62);
    INTEGER("%llx", unsigned long long, ~0ull);
    INTEGER("%zu", size_t, 1ull << 33);
    begin("%hhd %hd %hhu %hx");
    add(0x1ff, 4);
    add(0x18000, 4);
    add(0x1fe, 4);
    add(0xf1234, 4);
    assert_string_equal(result(), "-1 -32768 254 1234");
}

TEST_CASE(test_reals)
{
    static const double values[] = { 0, -0.0, 1.5, -2.25e-7, 1e300, 3.14159265358979 };
    double infinity = 1e308 * 10;

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        REAL("%f", values[i]);
        REAL("%e", values[i]);
        REAL("%G", values[i]);
        REAL("%a", values[i]);
        REAL("%+12.3f|", values[i]);
        REAL("%-20.10E|", values[i]);
        REAL("%#.0f", values[i]);
    }
    REAL("%f", infinity);
    REAL("%F", -infinity);
    REAL("%5.1f", infinity - infinity);
    REAL("%.4000f", 1e300);
}

TEST_CASE(test_texts)
{
    begin("<%s>");
    add(TEXTS + 2048, 8);
    SAME("<%s>", "some text");
    begin("<%12s|%-12s|%.4s>");
    for (int i = 0; i < 3; i++)
        add(TEXTS + 2048, 8);
    SAME("<%12s|%-12s|%.4s>", "some text", "some text", "some text");
    begin("%c%5c%-3c|");
    add('a', 4);
    add('b', 4);
    add('c', 4);
    SAME("%c%5c%-3c|", 'a', 'b', 'c');
    begin("%p");
    add(0x123456789abc, 8);
    SAME("%p", (void *)0x123456789abc);
    begin("100%% of %s%%");
    add(TEXTS + 2048, 8);
    SAME("100%% of %s%%", "some text");
    begin("");
    assert_string_equal(result(), "");
}

TEST_CASE(test_stars)
{
    begin("%*d|%-*d|%.*f|%*.*s");
    add(6, 4);
    add(42, 4);
    add(6, 4);
    add(43, 4);
    add(2, 4);
    add_real(1.23456);
    add((uint32_t)-12, 4);
    add(3, 4);
    add(TEXTS + 2048, 8);
    SAME("%*d|%-*d|%.*f|%*.*s", 6, 42, 6, 43, 2, 1.23456, -12, 3, "some text");
    begin("%.*d|");
    add((uint32_t)-1, 4);
    add(5, 4);
    SAME("%.*d|", -1, 5);
}

/* What C has no meaning for, or would be dangerous. */
TEST_CASE(test_odd)
{
    begin("a%nb%d");
    add(0x41414141, 8);
    add(9, 4);
    assert_string_equal(result(), "ab9");
    begin("%s %s");
    add(0, 8);
    add(0x41414141, 8);
    assert_string_equal(result(), "(null) ?");
    begin("%y|%");
    assert_string_equal(result(), "%y|%");
    begin("%5");
    assert_string_equal(result(), "%5");
    begin("%99999999999999999999d");
    add(1, 4);
    assert_int_equal(strlen(result()), GI_KERNEL_PRINT_WIDTH);
    begin("%*d");
    add(0x80000000, 4);
    add(1, 4);
    assert_int_equal(strlen(result()), GI_KERNEL_PRINT_WIDTH);
    /* a text and a format that do not end before the variables do */
    begin("%s");
    memset(image + 4000, 'x', 96);
    add(TEXTS + 4090, 8);
    assert_string_equal(result(), "xxxxxx");
    block.record.format = TEXTS + 4090;
    assert_int_equal(gi_kernel_print(&texts, &block.record, text, 4), 6);
    assert_string_equal(text, "xxx");
    block.record.format = TEXTS + 4096;
    assert_int_equal(gi_kernel_print(&texts, &block.record, text, ROOM), 0);
    block.record.format = 5;
    assert_int_equal(gi_kernel_print(&texts, &block.record, NULL, 0), 0);
}

/* Arguments that are missing are zeros. */
TEST_CASE(test_short)
{
    begin("%d %lld %f %s");
    add(3, 4);
    block.record.bytes = sizeof(block.record) + 4;
    (void)gi_kernel_print(&texts, &block.record, text, ROOM);
    assert_string_equal(text, "3 0 0.000000 (null)");
    block.record.bytes = 3;
    (void)gi_kernel_print(&texts, &block.record, text, ROOM);
    assert_string_equal(text, "0 0 0.000000 (null)");
}

TEST_CASE(test_records)
{
    uint64_t words[16] = { 0 };
    struct gi_kernel_record *first = (struct gi_kernel_record *)words;
    const uint8_t *bytes = (const uint8_t *)words;

    first->bytes = 24;
    first[2].bytes = 16;        /* at 32, which nothing leads to */
    assert_ptr_equal(gi_kernel_record_at(bytes, 128, 0), first);
    assert_null(gi_kernel_record_at(bytes, 128, 24));
    assert_null(gi_kernel_record_at(bytes, 16, 0));
    assert_null(gi_kernel_record_at(bytes, 128, 128));
    assert_null(gi_kernel_record_at(bytes, 128, 4));
    assert_null(gi_kernel_record_at(bytes, 128, ~0ull - 7));
    first->bytes = 8;
    assert_null(gi_kernel_record_at(bytes, 128, 0));
    first->bytes = 20;
    assert_null(gi_kernel_record_at(bytes, 128, 0));
}

/* Formats of random letters: the length is the same without room, and nothing is touched behind. */
TEST_CASE(test_hostile)
{
    static const char letters[] = "%%%%%%0123456789.*-+ #hlLqjztdiouxXcsperfFgGaAnEP\xff\x01$'";
    uint32_t seed = 12345;

    for (int turn = 0; turn < 20000; turn++) {
        char format[48] = "";
        char little[8];
        size_t length;

        for (int i = 0; i < 40; i++) {
            seed = seed * 1664525 + 1013904223;
            format[i] = letters[(seed >> 8) % (sizeof(letters) - 1)];
        }
        begin(format);
        for (size_t i = 0; i < sizeof(block.arguments); i++) {
            seed = seed * 1664525 + 1013904223;
            block.arguments[i] = (uint8_t)(seed >> 24);
        }
        block.record.bytes = (uint32_t)(sizeof(block.record) + (seed >> 4) % 512);
        length = gi_kernel_print(&texts, &block.record, NULL, 0);
        assert_int_equal(gi_kernel_print(&texts, &block.record, little, sizeof(little)), length);
        assert_in_range(strlen(little), 0, sizeof(little) - 1);
    }
}
