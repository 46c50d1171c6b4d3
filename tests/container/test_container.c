/* Fatbins, offload bundles and bare code: what is in them, and which PTX is taken. */
#include "kernel/container/container.h"
#include "kernel/container/container_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef GI_HAVE_LZ4
#include <lz4.h>
#endif
#ifdef GI_HAVE_ZSTD
#include <zstd.h>
#endif

#include "test_cases.h"
#include "writer.h"

enum { PTX = 1, ELF = 2, NVVM = 8 };
enum { LZ4 = 0x2000, ZSTD = 0x8000, SPECIFIC = 0x100000 };

#define TEXT(architecture) "//\n.version 9.0\n.target sm_" architecture "\n.address_size 64\n"

/* Knows everything but what has "unknown" in it; counts how often it was asked. */
static bool is_known(void *user, const char *text, size_t byte_count)
{
    ++*(int *)user;
    assert_int_equal(strlen(text), byte_count);
    if (!strstr(text, "unknown"))
        return true;
    (void)gi_fail(GI_NOT_SUPPORTED, "line 5: unknown");
    return false;
}

/* Chooses for 8.0. */
static gi_status choose(const void *image, size_t byte_count, struct gi_container_text *out_text,
                        int *out_asked)
{
    struct gi_container container;
    gi_status status = gi_container_read(image, byte_count, &container);

    *out_asked = 0;
    *out_text = (struct gi_container_text){ 0 };
    if (status != GI_OK)
        return status;
    status = gi_container_choose(&container, 80, is_known, out_asked, out_text);
    out_text->entry = NULL;
    gi_container_finish(&container);
    return status;
}

static void assert_chosen(const struct image *image, const char *expected, int asked)
{
    struct gi_container_text text;
    int times;

    assert_int_equal(choose(image->bytes, image->count, &text, &times), GI_OK);
    assert_string_equal(text.text, expected);
    assert_int_equal(text.byte_count, strlen(expected));
    assert_int_equal(times, asked);
    gi_container_text_finish(&text);
    assert_int_equal(choose(image->bytes, GI_CONTAINER_ENDLESS, &text, &times), GI_OK);
    assert_string_equal(text.text, expected);
    gi_container_text_finish(&text);
}

static void assert_refused(const struct image *image, gi_status status, const char *sentence)
{
    struct gi_container_text text;
    int times;

    assert_int_equal(choose(image->bytes, image->count, &text, &times), status);
    assert_null(text.text);
    if (!strstr(gi_last_error_detail(), sentence))
        fail_msg("'%s' is not in: %s", sentence, gi_last_error_detail());
}

static void add_ptx(struct image *image, uint32_t architecture, uint64_t flags, const char *text)
{
    fatbin_add(image, &(struct fatbin_entry){ .kind = PTX, .architecture = architecture,
                                              .flags = flags, .code = text,
                                              .byte_count = strlen(text), .major = 9 });
}

static void add_elf(struct image *image, uint32_t architecture)
{
    fatbin_add(image, &(struct fatbin_entry){ .kind = ELF, .architecture = architecture,
                                              .code = "\x7f" "ELF0123", .byte_count = 8,
                                              .major = 1, .minor = 8 });
}

/* ---- what is in an image ----------------------------------------------------------------- */

TEST_CASE(a_fatbin_is_listed)
{
    struct image image = { 0 };
    struct gi_container container;

    fatbin_begin(&image);
    fatbin_add(&image, &(struct fatbin_entry){ .kind = PTX, .architecture = 75, .code = "abc",
                                               .byte_count = 3, .header_bytes = 104, .major = 9,
                                               .minor = 1 });
    add_elf(&image, 86);
    fatbin_add(&image, &(struct fatbin_entry){ .kind = NVVM, .architecture = 90, .code = "BC",
                                               .byte_count = 2, .flags = SPECIFIC });
    fatbin_add(&image, &(struct fatbin_entry){ .kind = 0x40, .code = "", .byte_count = 0 });
    fatbin_end(&image);
    assert_int_equal(gi_container_read(image.bytes, image.count, &container), GI_OK);
    assert_int_equal(container.count, 4);
    assert_int_equal(container.entries[0].kind, GI_CODE_PTX);
    assert_int_equal(container.entries[0].architecture, 75);
    assert_int_equal(container.entries[0].version_major, 9);
    assert_int_equal(container.entries[0].version_minor, 1);
    assert_memory_equal(container.entries[0].bytes, "abc\0\0\0\0\0", 8);
    assert_int_equal(container.entries[1].kind, GI_CODE_ELF);
    assert_int_equal(container.entries[1].architecture, 86);
    assert_memory_equal(container.entries[1].bytes, "\x7f" "ELF0123", 8);
    assert_int_equal(container.entries[2].kind, GI_CODE_NVVM);
    assert_true(container.entries[2].is_specific);
    assert_int_equal(container.entries[3].kind, GI_CODE_OTHER);
    assert_null(gi_container_spirv(&container));
    gi_container_finish(&container);
    image_finish(&image);
}

TEST_CASE(bare_code_is_told_apart)
{
    static const struct { const char *code; size_t count; enum gi_code_kind kind; uint32_t sm; }
    cases[] = {
        { TEXT("75"), sizeof(TEXT("75")) - 1, GI_CODE_PTX, 75 },
        { "\n\n\t/* .target sm_20 */ .version 8.0 .target sm_90a, debug", 54, GI_CODE_PTX, 90 },
        { ".version 8.0", 12, GI_CODE_PTX, 0 },
        { ".version 8.0 .target", 20, GI_CODE_PTX, 0 },
        { ".version 8.0 .target sm_", 24, GI_CODE_PTX, 0 },
        { ".version 8.0 /*/ .target sm_50", 30, GI_CODE_PTX, 0 },
        { "// .target sm_20\n.version 8.0 .target sm_50", 43, GI_CODE_PTX, 50 },
        { "\x03\x02\x23\x07" "0000", 8, GI_CODE_SPIRV, 0 },
        { "\x7f" "ELF", 4, GI_CODE_ELF, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        uint8_t *exact = malloc(cases[i].count);
        struct gi_container container;

        memcpy(exact, cases[i].code, cases[i].count);
        assert_int_equal(gi_container_read(exact, cases[i].count, &container), GI_OK);
        assert_int_equal(container.count, 1);
        assert_int_equal(container.entries[0].kind, cases[i].kind);
        assert_int_equal(container.entries[0].architecture, cases[i].sm);
        assert_int_equal(container.entries[0].byte_count, cases[i].count);
        assert_ptr_equal(gi_container_spirv(&container),
                         cases[i].kind == GI_CODE_SPIRV ? container.entries : NULL);
        gi_container_finish(&container);
        free(exact);
    }
}

TEST_CASE(what_is_no_code_is_refused)
{
    static const struct { const char *bytes; size_t count; const char *sentence; } cases[] = {
        { "", 0, "neither PTX" }, { "hello", 5, "neither PTX" }, { "\x50\xed\x55", 3, "neither" },
        { " \n", 2, "neither" }, { "/", 1, "neither" }, { "/*", 2, "neither" },
        { "/* .version 8.0 *", 17, "neither" }, { "// .version 8.0", 15, "neither" },
        { ".target sm_50", 13, "neither" }, { "/**/.versio", 11, "neither" },
        { "\x50\xed\x55\xba", 4, "not even its header" },
        { "__CLANG_OFFLOAD_BUNDLE__", 24, "not even its header" },
        { "\x03\x02\x23\x07" "0", 5, "a module of 5 bytes" },
    };
    static const char *const open[] = { "/", "/*", "/* *", "//", " // text", "/**/", ".vers" };
    struct gi_container container;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_int_equal(gi_container_read(cases[i].bytes, cases[i].count, &container),
                         GI_INVALID_IMAGE);
        assert_non_null(strstr(gi_last_error_detail(), cases[i].sentence));
        assert_null(container.entries);
    }
    assert_int_equal(gi_container_read(NULL, 8, &container), GI_INVALID_IMAGE);
    assert_int_equal(gi_container_read("\x03\x02\x23\x07", GI_CONTAINER_ENDLESS, &container),
                     GI_INVALID_IMAGE);
    for (size_t i = 0; i < sizeof open / sizeof open[0]; i++) {      /* they end in a zero */
        char *exact = strdup(open[i]);

        assert_int_equal(gi_container_read(exact, GI_CONTAINER_ENDLESS, &container),
                         GI_INVALID_IMAGE);
        free(exact);
    }
    assert_int_equal(gi_container_read("CCOB", 4, &container), GI_NO_BINARY);
}

TEST_CASE(wrong_fatbins_are_refused)
{
    static const struct { size_t at; uint64_t number; int bytes; const char *sentence; } cases[] = {
        { 4, 2, 2, "version 2" },
        { 6, 15, 2, "its header tells of 15" },
        { 6, 17, 2, "its header tells of" },
        { 8, 1000000, 8, "its header tells of" },
        { 8, UINT64_MAX, 8, "its header tells of" },
        { 16 + 4, 63, 4, "63 bytes of header" },
        { 16 + 4, UINT32_MAX, 4, "4294967295 bytes of header" },
        { 16 + 8, 1000000, 8, "1000000 of code" },
        { 16 + 8, UINT64_MAX, 8, "18446744073709551615 of code" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct image image = { 0 };

        fatbin_begin(&image);
        add_ptx(&image, 75, 0, TEXT("75"));
        fatbin_end(&image);
        image_set_number(&image, cases[i].at, cases[i].number, cases[i].bytes);
        assert_refused(&image, GI_INVALID_IMAGE, cases[i].sentence);
        image_finish(&image);
    }
}

TEST_CASE(too_many_entries_are_refused)
{
    struct image image = { 0 };

    fatbin_begin(&image);
    for (uint32_t i = 0; i < GI_CONTAINER_MOST_ENTRIES; i++)
        add_ptx(&image, 5000 - i, 0, i + 1 < GI_CONTAINER_MOST_ENTRIES ? "unknown" : "last");
    fatbin_end(&image);
    assert_chosen(&image, "last", 1);
    add_ptx(&image, 75, 0, "more");
    fatbin_end(&image);
    assert_refused(&image, GI_INVALID_IMAGE, "more than 4096 entries");
    image_finish(&image);
}

TEST_CASE(segments_lead_to_images)
{
    struct { uint32_t magic, version; const void *image, *other; } segment = {
        0x466243b1, 1, "image", NULL };
    const void *image;

    assert_int_equal(gi_container_of_segment(&segment, &image), GI_OK);
    assert_ptr_equal(image, segment.image);
    segment.magic = 0x48495046;
    assert_int_equal(gi_container_of_segment(&segment, &image), GI_OK);
    assert_ptr_equal(image, segment.image);
    segment.version = 2;
    assert_int_equal(gi_container_of_segment(&segment, &image), GI_INVALID_IMAGE);
    assert_null(image);
    assert_non_null(strstr(gi_last_error_detail(), "-rdc"));
    segment.version = 1;
    segment.image = NULL;
    assert_int_equal(gi_container_of_segment(&segment, &image), GI_INVALID_IMAGE);
    assert_int_equal(gi_container_of_segment(NULL, &image), GI_INVALID_IMAGE);
    assert_int_equal(gi_container_of_segment(".version", &image), GI_OK);
    assert_string_equal(image, ".version");
}

/* ---- which PTX is taken ------------------------------------------------------------------ */

TEST_CASE(the_highest_not_above_is_taken)
{
    struct image image = { 0 };

    fatbin_begin(&image);
    add_ptx(&image, 52, 0, "52");
    add_ptx(&image, 90, 0, "90");
    add_ptx(&image, 75, 0, "75");
    add_ptx(&image, 80, SPECIFIC, "80 alone");
    add_ptx(&image, 80, 0, "80");
    add_ptx(&image, 80, 0, "80 again");
    add_ptx(&image, 70, 0, "70");
    add_elf(&image, 80);
    fatbin_end(&image);
    assert_chosen(&image, "80", 0);
    image_finish(&image);

    fatbin_begin(&image);
    add_ptx(&image, 86, 0, "86");
    add_ptx(&image, 50, 0, "50 unknown");
    add_ptx(&image, 61, 0, "61 unknown");
    fatbin_end(&image);
    assert_chosen(&image, "61 unknown", 0);
    image_finish(&image);
}

TEST_CASE(else_the_lowest_that_is_known)
{
    struct image image = { 0 };

    fatbin_begin(&image);
    add_ptx(&image, 100, 0, "100");
    add_ptx(&image, 90, SPECIFIC, "90a");
    add_ptx(&image, 86, 0, "86 unknown");
    add_ptx(&image, 90, 0, "90 unknown");
    fatbin_end(&image);
    assert_chosen(&image, "90a", 3);
    image_finish(&image);

    fatbin_begin(&image);
    add_ptx(&image, 100, 0, "100 unknown");
    add_ptx(&image, 90, 0, "90 unknown");
    add_elf(&image, 86);
    fatbin_end(&image);
    assert_refused(&image, GI_NO_BINARY, "PTX for sm_100, sm_90 only");
    assert_refused(&image, GI_NO_BINARY, "lower: line 5: unknown");
    image_finish(&image);

    image_add(&image, TEXT("90"), sizeof(TEXT("90")));
    assert_chosen(&image, TEXT("90"), 1);
    image_finish(&image);
}

TEST_CASE(no_ptx_says_how_to_build)
{
    static const struct bundle_part parts[] = {
        { "host-x86_64-unknown-linux-gnu", "", 0 },
        { "hipv4-amdgcn-amd-amdhsa--gfx906", "\x7f" "ELF", 4 },
    };
    struct image image = { 0 };

    fatbin_begin(&image);
    add_elf(&image, 86);
    add_elf(&image, 90);
    fatbin_end(&image);
    assert_refused(&image, GI_NO_BINARY, "only machine code (ELF) for sm_86, sm_90: compile PTX in"
                   " too, as by nvcc -gencode arch=compute_80,code=compute_80");
    image_finish(&image);

    fatbin_begin(&image);
    fatbin_add(&image, &(struct fatbin_entry){ .kind = NVVM, .architecture = 90, .code = "BC",
                                               .byte_count = 2 });
    fatbin_end(&image);
    assert_refused(&image, GI_NO_BINARY, "to be optimized at link time: compile PTX in too");
    image_finish(&image);

    fatbin_begin(&image);
    fatbin_end(&image);
    assert_refused(&image, GI_NO_BINARY, "which is empty");
    image_finish(&image);

    bundle_write(&image, parts, 2);
    assert_refused(&image, GI_NO_BINARY, "ELF) for hipv4-amdgcn-amd-amdhsa--gfx906: build the"
                   " source by hipinterop-cc");
    image_finish(&image);
}

/* ---- bundles ----------------------------------------------------------------------------- */

TEST_CASE(bundles_are_read)
{
    static const char plain[] = ".version 8.0\n", newer[] = ".version 8.0 .target sm_90";
    struct image image = { 0 };
    struct image inner = { 0 };
    struct gi_container container;

    fatbin_begin(&inner);
    add_ptx(&inner, 70, 0, "in a fatbin");
    add_elf(&inner, 75);
    fatbin_end(&inner);
    bundle_write(&image, (const struct bundle_part[]){
            { "host-x86_64-unknown-linux-gnu", ".version", 8 },
            { "hipv4-nvptx64-nvidia-cuda--sm_52", plain, sizeof(plain) - 1 },
            { "hipv4-nvptx64-nvidia-cuda--sm_90", newer, sizeof(newer) - 1 },
            { "hipv4-amdgcn-amd-amdhsa--gfx90a", "\x7f" "ELF", 4 },
            { "hipv4-other", "????", 4 },
            { "hip-spirv64-amd-amdhsa--amdgcnspirv", "\x03\x02\x23\x07", 4 },
            { "hipv4-nvptx64-nvidia-cuda", inner.bytes, inner.count } }, 7);
    assert_int_equal(gi_container_read(image.bytes, image.count, &container), GI_OK);
    assert_true(container.is_bundle);
    assert_int_equal(container.count, 7);
    assert_int_equal(container.entries[0].kind, GI_CODE_PTX);
    assert_int_equal(container.entries[0].architecture, 52);
    assert_int_equal(container.entries[1].architecture, 90);
    assert_int_equal(container.entries[2].kind, GI_CODE_ELF);
    assert_int_equal(container.entries[3].kind, GI_CODE_OTHER);
    assert_ptr_equal(gi_container_spirv(&container), &container.entries[4]);
    assert_int_equal(container.entries[5].architecture, 70);
    assert_memory_equal(container.entries[5].target, "hipv4-nvptx64-nvidia-cuda",
                        container.entries[5].target_count);
    assert_int_equal(container.entries[6].kind, GI_CODE_ELF);
    gi_container_finish(&container);
    assert_chosen(&image, "in a fatbin", 0);
    image_finish(&image);

    /* Entries may lie upon each other; a bundle in a bundle is no code. */
    bundle_write(&image, (const struct bundle_part[]){ { "a-sm_75", plain, sizeof(plain) - 1 },
                                                       { "b-sm_60", plain, sizeof(plain) - 1 } },
                 2);
    image_set_number(&image, 32 + 31, 32 + 62, 8);
    image_set_number(&image, 32, 0, 8);
    assert_chosen(&image, plain, 0);
    image_finish(&image);
    image_finish(&inner);
}

/* Some targets may have the same code, but not so many that reading it takes for ever. */
TEST_CASE(upon_each_other)
{
    static char code[4000] = ".version 7.0";
    struct bundle_part parts[200];
    struct image image = { 0 };

    memset(code + 12, '\n', sizeof(code) - 12);
    for (size_t i = 0; i < 200; i++)
        parts[i] = (struct bundle_part){ "a-sm_75", i ? "" : code, i ? 0 : sizeof(code) };
    bundle_write(&image, parts, 200);
    for (size_t i = 1; i < 200; i++) {
        image_set_number(&image, 32 + i * 31, 32 + 200 * 31, 8);
        image_set_number(&image, 32 + i * 31 + 8, sizeof(code), 8);
    }
    assert_refused(&image, GI_INVALID_IMAGE, "upon too many others");
    image_finish(&image);
}

TEST_CASE(wrong_bundles_are_refused)
{
    static const struct { size_t at; uint64_t number; const char *sentence; } cases[] = {
        { 24, UINT64_MAX, "18446744073709551615 entries" },
        { 24, 4097, "4097 entries" },
        { 24, 4, "its table ends in entry" },
        { 32, UINT64_MAX, "entry 0 is" },
        { 32, 70, "entry 0 is" },
        { 40, UINT64_MAX, "entry 0 is" },
        { 40, 9, "entry 0 is" },
        { 48, 1025, "a name of 1025 bytes" },
        { 48, UINT64_MAX, "a name of" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct image image = { 0 };

        bundle_write(&image, &(struct bundle_part){ "a-sm_75", ".version", 8 }, 1);
        image_set_number(&image, cases[i].at, cases[i].number, 8);
        assert_refused(&image, GI_INVALID_IMAGE, cases[i].sentence);
        image_finish(&image);
    }
}

/* ---- packed code ------------------------------------------------------------------------- */

/* Both packings pack a text of so many equal lines; NULL where this build has no library. */
static uint8_t *pack(uint64_t flags, const char *text, size_t byte_count, size_t *out_count)
{
    uint8_t *packed = NULL;

    (void)flags, (void)text, (void)byte_count, (void)out_count;
#ifdef GI_HAVE_LZ4
    if (flags == LZ4) {
        packed = malloc((size_t)LZ4_compressBound((int)byte_count));
        *out_count = (size_t)LZ4_compress_default(text, (char *)packed, (int)byte_count,
                                                  LZ4_compressBound((int)byte_count));
    }
#endif
#ifdef GI_HAVE_ZSTD
    if (flags == ZSTD) {
        packed = malloc(ZSTD_compressBound(byte_count));
        *out_count = ZSTD_compress(packed, ZSTD_compressBound(byte_count), text, byte_count, 3);
    }
#endif
    return packed;
}

static void packed_fatbin(struct image *image, uint64_t flags, const void *packed, size_t count,
                          size_t unpacked_count)
{
    fatbin_begin(image);
    fatbin_add(image, &(struct fatbin_entry){ .kind = PTX, .architecture = 75, .flags = flags,
                                              .code = packed, .byte_count = count,
                                              .unpacked_count = unpacked_count });
    fatbin_end(image);
}

TEST_CASE(packed_ptx_is_unpacked)
{
    static const uint64_t packings[] = { LZ4, ZSTD };
    enum { LINES = 5000 };
    char *text = calloc(LINES, 40);
    size_t byte_count;

    for (int i = 0; i < LINES; i++)
        sprintf(text + strlen(text), "add.u32 %%r%d, %%r%d, %d;\n", i % 977, i % 31, i);
    byte_count = strlen(text);
    for (int i = 0; i < 2; i++) {
        struct image image = { 0 };
        size_t count = 0;
        uint8_t *packed = pack(packings[i], text, byte_count, &count);

        if (packed) {
            packed_fatbin(&image, packings[i], packed, count, byte_count);
            assert_chosen(&image, text, 0);
            image_set_number(&image, 16 + 56, byte_count + 1, 8);
            assert_refused(&image, GI_INVALID_IMAGE, "do not become");
            image_set_number(&image, 16 + 56, byte_count - 1, 8);
            assert_refused(&image, GI_INVALID_IMAGE, "do not become");
            image_set_number(&image, 16 + 56, byte_count, 8);
            image_set_number(&image, 16 + 16, count - 1, 4);
            assert_refused(&image, GI_INVALID_IMAGE, "do not become");
            image_set_number(&image, 16 + 16, count + 1000, 4);
            assert_refused(&image, GI_INVALID_IMAGE, "packed bytes in");
        } else {
            packed_fatbin(&image, packings[i], "????", 4, 100);
            assert_refused(&image, GI_NOT_SUPPORTED, "which this build of the library lacks");
        }
        image_finish(&image);
        free(packed);
    }
    free(text);
}

/* Bombs: what containers promise is refused before memory is taken for it. */
TEST_CASE(bombs_are_refused)
{
    static const uint64_t sizes[] = { UINT64_MAX, (uint64_t)1 << 40, ((uint64_t)256 << 20) + 1,
                                      (uint64_t)2 << 20 };
    struct image image = { 0 };

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        packed_fatbin(&image, i % 2 ? LZ4 : ZSTD, "????????", 8, sizes[i]);
        assert_refused(&image, GI_INVALID_IMAGE, "bytes of PTX are not taken");
        image_finish(&image);
    }
    packed_fatbin(&image, 0, "????????", 8, 0);
    image_set_number(&image, 16 + 16, 8, 4);
    assert_refused(&image, GI_INVALID_IMAGE, "in a way that is not known");
    image_finish(&image);
#ifdef GI_HAVE_ZSTD
    {
        enum { BYTES = 64 << 20 };
        char *text = calloc(BYTES, 1);
        size_t count = 0;
        uint8_t *packed = pack(ZSTD, text, BYTES, &count);

        packed_fatbin(&image, ZSTD, packed, count, BYTES);
        assert_true(count < BYTES / 1024);
        assert_refused(&image, GI_INVALID_IMAGE, "bytes of PTX are not taken");
        /* One that promises little does not get more. */
        image_set_number(&image, 16 + 56, 1 << 20, 8);
        assert_refused(&image, GI_INVALID_IMAGE, "do not become");
        image_finish(&image);
        free(packed);
        free(text);
    }
#endif
}

/* ---- how far is read --------------------------------------------------------------------- */

/* The image ends where no memory is. */
static void assert_reads_no_further(const void *bytes, size_t count)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (count + page - 1) / page * page + page;
    uint8_t *pages = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct gi_container_text text;
    int asked;

    assert_ptr_not_equal(pages, MAP_FAILED);
    assert_int_equal(mprotect(pages + room - page, page, PROT_NONE), 0);
    memcpy(pages + room - page - count, bytes, count);
    if (choose(pages + room - page - count, GI_CONTAINER_ENDLESS, &text, &asked) == GI_OK)
        gi_container_text_finish(&text);
    munmap(pages, room);
}

TEST_CASE(without_an_end_nothing_behind_is_read)
{
    static const struct { const char *bytes; size_t count; } texts[] = {
        { "", 1 }, { "x", 1 }, { "\x50", 2 }, { "\x50\xed\x55", 4 }, { ".", 2 }, { "/", 2 },
        { "/*", 3 }, { "//", 3 }, { ".target", 8 }, { ".target sm_7", 13 }, { "\x7f" "EL", 4 },
        { "\x7f" "ELF", 4 }, { "C", 2 }, { "CCOB", 4 }, { "__CLANG_OFFLOAD_BUNDLE_", 24 },
        { "\x03\x02\x23\x07", 4 }, { " \n", 3 }, { TEXT("75"), sizeof(TEXT("75")) },
    };
    struct image image = { 0 };

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_reads_no_further(texts[i].bytes, texts[i].count);
    fatbin_begin(&image);
    assert_reads_no_further(image.bytes, image.count);
    add_ptx(&image, 75, 0, TEXT("75"));
    add_elf(&image, 86);
    fatbin_end(&image);
    assert_reads_no_further(image.bytes, image.count);
    image_finish(&image);
    bundle_write(&image, NULL, 0);
    assert_reads_no_further(image.bytes, image.count);
    image_finish(&image);
    bundle_write(&image, &(struct bundle_part){ "a-sm_75", ".version", 8 }, 1);
    assert_reads_no_further(image.bytes, image.count);
    image_finish(&image);
}
