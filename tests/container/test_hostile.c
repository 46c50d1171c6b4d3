/* Images that are cut or changed, on memory that ends with them: under AddressSanitizer each read
 * behind the end is found. GPUINTEROP_TEST_SEED and GPUINTEROP_TEST_ROUNDS change what is done. */
#include "kernel/container/container.h"
#include "kernel/container/container_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef GI_HAVE_LZ4
#include <lz4.h>
#endif
#ifdef GI_HAVE_ZSTD
#include <zstd.h>
#endif

#include "test_cases.h"
#include "../unit/random.h"
#include "writer.h"

enum { ROUNDS = 20000, IMAGES = 4 };

static const char text[] =
    "//\n.version 9.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 k_param_0)\n"
    "{\n.reg .b32 %r<4>;\n.reg .b32 %s<4>;\nmov.u32 %r1, 1;\nmov.u32 %r2, 2;\nret;\n}\n";

static bool is_known(void *user, const char *code, size_t byte_count)
{
    *(size_t *)user += strlen(code);
    assert_true(strlen(code) == byte_count);
    return byte_count % 3 == 0;
}

/* Reads, chooses and unpacks all there is; on a copy of exactly these bytes. */
static gi_status take(const uint8_t *bytes, size_t count)
{
    uint8_t *exact = malloc(count ? count : 1);
    struct gi_container container;
    struct gi_container_text chosen;
    size_t sum = 0;
    gi_status status;

    assert_non_null(exact);
    if (count)
        memcpy(exact, bytes, count);
    status = gi_container_read(exact, count, &container);
    if (status == GI_OK) {
        for (uint32_t i = 0; i < container.count; i++)
            if (gi_container_unpack(&container.entries[i], &chosen) == GI_OK)
                gi_container_text_finish(&chosen);
        status = gi_container_choose(&container, 75, is_known, &sum, &chosen);
        if (status == GI_OK)
            gi_container_text_finish(&chosen);
        gi_container_finish(&container);
    }
    free(exact);
    return status;
}

static void add(struct image *image, uint16_t kind, uint32_t architecture, uint64_t flags,
                const void *code, size_t count)
{
    fatbin_add(image, &(struct fatbin_entry){ .kind = kind, .architecture = architecture,
                                              .flags = flags, .code = code, .byte_count = count,
                                              .unpacked_count = sizeof(text) });
}

static void add_packed(struct image *image, uint32_t architecture)
{
    (void)architecture;
#ifdef GI_HAVE_LZ4
    {
        char packed[sizeof(text) * 2];

        add(image, 1, architecture, 0x2000, packed,
            (size_t)LZ4_compress_default(text, packed, sizeof(text), sizeof(packed)));
    }
#endif
#ifdef GI_HAVE_ZSTD
    {
        char packed[sizeof(text) * 2];

        add(image, 1, architecture + 1, 0x8000, packed,
            ZSTD_compress(packed, sizeof(packed), text, sizeof(text), 3));
    }
#endif
    (void)image;
}

/* Packed fatbins at and above 7.5, a bundle with a fatbin, bare text. */
static void make_images(struct image images[IMAGES])
{
    memset(images, 0, IMAGES * sizeof(*images));
    fatbin_begin(&images[0]);
    add_packed(&images[0], 74);
    add(&images[0], 1, 60, 0, text, sizeof(text));
    add(&images[0], 2, 86, 0, "\x7f" "ELF", 4);
    fatbin_end(&images[0]);
    fatbin_begin(&images[1]);
    add(&images[1], 8, 90, 0, "BC", 2);
    add_packed(&images[1], 90);
    add(&images[1], 1, 100, 0x100000, text, sizeof(text));
    fatbin_end(&images[1]);
    bundle_write(&images[2], (const struct bundle_part[]){
            { "host-x86_64-unknown-linux-gnu", "", 0 },
            { "hipv4-nvptx64-nvidia-cuda--sm_90", text, sizeof(text) - 1 },
            { "hipv4-nvptx64-nvidia-cuda", images[0].bytes, images[0].count },
            { "hipv4-amdgcn-amd-amdhsa--gfx90a", "\x7f" "ELF", 4 } }, 4);
    image_add(&images[3], text, sizeof(text) - 1);
}

static void finish_images(struct image images[IMAGES])
{
    for (int i = 0; i < IMAGES; i++)
        image_finish(&images[i]);
}

TEST_CASE(cut_images_are_refused)
{
    struct image images[IMAGES];

    make_images(images);
    for (int i = 0; i < IMAGES; i++) {
        assert_int_equal(take(images[i].bytes, images[i].count), i == 1 ? GI_NO_BINARY : GI_OK);
        for (size_t count = 0; count < images[i].count; count++) {
            gi_status status = take(images[i].bytes, count);

            /* Of bare text each beginning is text, but the empty one. */
            if (i < 3 || count == 0)
                assert_int_equal(status, GI_INVALID_IMAGE);
        }
    }
    finish_images(images);
}

static void change(struct image *image, struct test_random *random)
{
    static const uint64_t numbers[] = { 0, 1, 7, 63, 64, 0xff, 0xffff, 0x7fffffff, 0x80000000,
                                        0xffffffff, (uint64_t)1 << 32, (uint64_t)1 << 63,
                                        UINT64_MAX - 15, UINT64_MAX };
    size_t at = test_random_below(random, image->count);
    size_t left = image->count - at;
    size_t from = test_random_below(random, image->count);

    switch (test_random_below(random, 5)) {
    case 0:
        image->bytes[at] ^= (uint8_t)(1 << test_random_below(random, 8));
        break;
    case 1:
        image->bytes[at] = (uint8_t)test_random_next(random);
        break;
    case 2:
        at &= ~(size_t)7;
        if (image->count - at >= 8)
            image_set_number(image, at, numbers[test_random_below(
                    random, sizeof(numbers) / sizeof(numbers[0]))], 8);
        break;
    case 3:
        at &= ~(size_t)3;
        if (image->count - at >= 4)
            image_set_number(image, at, test_random_below(random, image->count + 8), 4);
        break;
    default:
        left = left < image->count - from ? left : image->count - from;
        memmove(image->bytes + at, image->bytes + from, test_random_below(random, left + 1));
        break;
    }
}

TEST_CASE(changed_images_are_taken_or_refused)
{
    const char *wanted = getenv("GPUINTEROP_TEST_ROUNDS");
    const char *seed = getenv("GPUINTEROP_TEST_SEED");
    long rounds = wanted ? atol(wanted) : ROUNDS;
    struct test_random random = { seed ? strtoull(seed, NULL, 0) : 1 };
    struct image images[IMAGES];
    long counts[2] = { 0 };

    make_images(images);
    for (long round = 0; round < rounds; round++) {
        const struct image *source = &images[test_random_below(&random, IMAGES)];
        struct image image = { 0 };
        gi_status status;

        image_add(&image, source->bytes, source->count);
        for (uint64_t changes = 1 + test_random_below(&random, 6); changes; changes--)
            change(&image, &random);
        if (test_random_below(&random, 4) == 0)
            image.count = test_random_below(&random, image.count);
        status = take(image.bytes, image.count);
        assert_true(status == GI_OK || status == GI_INVALID_IMAGE || status == GI_NO_BINARY ||
                    status == GI_NOT_SUPPORTED);
        counts[status == GI_OK]++;
        image_finish(&image);
    }
    printf("%ld taken, %ld refused\n", counts[1], counts[0]);
    assert_true(rounds < 1000 || (counts[0] > rounds / 10 && counts[1] > rounds / 10));
    finish_images(images);
}
