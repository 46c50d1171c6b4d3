/** The memory check's pure parts: words of the variable, places in the source, and where an address
 *  lies. */
#include <stddef.h>
#include <stdint.h>

#include <string.h>

#include "test_cases.h"
#include "base/check.h"
#include "memory/live_ranges.h"
#include "module/check_report.h"

TEST_CASE(words_of_the_variable)
{
    static const struct {
        const char *text;
        int words;
        const char *wrong;       /* NULL: none */
    } cases[] = {
        { "", 0, NULL },
        { "memory", GI_CHECK_MEMORY, NULL },
        { "memory,exit", GI_CHECK_MEMORY | GI_CHECK_EXIT, NULL },
        { "exit,memory", GI_CHECK_MEMORY | GI_CHECK_EXIT, NULL },
        { "memory,exits", GI_CHECK_MEMORY, "exits" },
        { "mem", 0, "mem" },
        { "all,exit", 0, "all" },
        { ",memory", 0, "" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *wrong = NULL;
        size_t length = 0;
        int words;

        assert_int_equal(gi_check_parse(cases[i].text, &words, &wrong, &length),
                         cases[i].wrong == NULL);
        assert_int_equal(words, cases[i].words);
        if (cases[i].wrong != NULL) {
            assert_int_equal(length, strlen(cases[i].wrong));
            assert_memory_equal(wrong, cases[i].wrong, length);
        }
    }
}

static const char ptx[] =
    ".version 6.4\n"                     /* 1 */
    ".file 1 \"first.cu\"\n"
    ".entry a()\n{\n"
    "\tret;\n"                           /* 5: no .loc in its function */
    "}\n"
    ".entry b()\n{\n"
    "\t.loc\t1 12 3\n"
    "\tld.global.u32 %r1, [%rd1];\n"     /* 10 */
    "\t.loc\t2 40 1, function_name $L__info, inlined_at 1 13 4\n"
    "\tst.global.u32 [%rd1], %r1;\n"     /* 12 */
    "\t.loc\t3 1 1\n"
    "\tret;\n"                           /* 14: no file of that number */
    "}\n"
    ".entry c()\n{\n"
    "\tret;\n"                           /* 18 */
    "}\n"
    "\t.file\t2 \"folder/second.h\", 1, 2\n";

TEST_CASE(places_in_the_source)
{
    static const struct {
        uint32_t line;
        const char *place;       /* NULL: none is known */
    } cases[] = {
        { 5, NULL }, { 10, "first.cu:12" }, { 12, "folder/second.h:40" }, { 14, NULL },
        { 18, NULL }, { 0, NULL }, { 1000, NULL },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char place[64] = "";
        bool found = gi_check_source(ptx, sizeof ptx - 1, cases[i].line, place, sizeof place);

        assert_int_equal(found, cases[i].place != NULL);
        if (found)
            assert_string_equal(place, cases[i].place);
    }
}

TEST_CASE(cut_texts)
{
    for (size_t bytes = 0; bytes < sizeof ptx; bytes++) {
        char place[8] = "";

        for (uint32_t line = 0; line < 24; line++)
            (void)gi_check_source(ptx, bytes, line, place, sizeof place);
    }
}

TEST_CASE(where_an_address_lies)
{
    static struct gi_map_range live[] = {
        { 0x100000, 0x101000, "device memory, which is freed", false, false },
        { 0x101200, 0x101240, "pinned memory", true, false },
    };
    static struct gi_live_ranges ranges = {
        .items = live, .count = 2, .freed_count = 1,
        .freed = { { 0x100800, 0x109000, "device memory, which is freed", false, true } },
    };
    static const struct {
        uint64_t address;
        uint32_t bytes;
        const char *words;
    } cases[] = {
        { 0, 4, "the null pointer" },
        { 12, 4, "an offset from the null pointer" },
        { 0x101000, 4, "directly behind an allocation of 4096 bytes (device memory) at 0x100000" },
        { 0x101004, 4, "4 bytes behind an allocation of 4096 bytes (device memory) at 0x100000" },
        { 0xffffc, 4, "4 bytes before an allocation of 4096 bytes (device memory) at 0x100000" },
        { 0x1011f8, 4, "8 bytes before a read-only allocation of 64 bytes (pinned memory) at "
                       "0x101200" },
        { 0x100ffc, 8, "4 of its bytes are behind an allocation of 4096 bytes (device memory) at "
                       "0x100000" },
        { 0x101210, 4, "16 bytes into a read-only allocation of 64 bytes (pinned memory) at "
                       "0x101200" },
        { 0x105800, 4, "20480 bytes into a freed allocation of 34816 bytes (device memory) at "
                       "0x100800" },
        { UINT64_C(1) << 50, 4, "no memory of the program is near" },
        { UINT64_MAX, 1, "no memory of the program is near" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char words[256];

        gi_live_ranges_describe(&ranges, cases[i].address, cases[i].bytes, words, sizeof words);
        assert_string_equal(words, cases[i].words);
    }
}
