/* The chips that the card can be. Numbers of shader arrays and the register are those that Mesa's
 * own stand-in uses for these chips, the versions those of the kernel's discovery tables. */
#include "chips.h"

#include <stddef.h>
#include <string.h>

#include "uapi.h"

#define SDMA_4 { .count_bits = 22, .max_copy_bytes = 0x3fff00, .max_fill_bytes = 0x3ffffc, \
                 .pitch_shift = 13, .z_bits = 11, .level = GICARD_LEVEL_IN_HEADER }
#define SDMA_5_0 { .count_bits = 22, .max_copy_bytes = 0x3fff00, .max_fill_bytes = 0x3ffffc, \
                   .pitch_shift = 13, .z_bits = 13, .fence_mtype = 1, .level = GICARD_LEVEL_AT_20 }
#define SDMA_5_2 { .count_bits = 30, .max_copy_bytes = 0x3fffff00, .max_fill_bytes = 0x3ffffc, \
                   .pitch_shift = 13, .z_bits = 13, .fence_mtype = 1, .level = GICARD_LEVEL_AT_20 }
#define SDMA_6 { .count_bits = 30, .max_copy_bytes = 0x3fffff00, .max_fill_bytes = 0x3ffffffc, \
                 .pitch_shift = 13, .z_bits = 13, .fence_mtype = 1, .level = GICARD_LEVEL_AT_20 }
#define SDMA_7 { .count_bits = 30, .max_copy_bytes = 0x3fffff00, .max_fill_bytes = 0x3ffffffc, \
                 .pitch_shift = 16, .z_bits = 13, .fence_mtype = 1, .level = GICARD_LEVEL_AT_24 }

static const struct gicard_chip chips[] = {
    { "navi21", 0x73bf, AMDGPU_FAMILY_NV, 0x29, 0xc1, 4, 2, 10, 16, 16, 0x444,
      0x0a0300, 0x050200, AMDGPU_VRAM_TYPE_GDDR6, SDMA_5_2 },
    { "vega10", 0x687f, AMDGPU_FAMILY_AI, 0x01, 0xc1, 4, 1, 16, 16, 16, 0x2a114042,
      0x090001, 0x040000, AMDGPU_VRAM_TYPE_HBM, SDMA_4 },
    { "navi10", 0x731f, AMDGPU_FAMILY_NV, 0x03, 0xc1, 2, 2, 10, 16, 16, 0x100044,
      0x0a010a, 0x050000, AMDGPU_VRAM_TYPE_GDDR6, SDMA_5_0 },
    { "navi31", 0x744c, GICARD_FAMILY_GC_11_0_0, 0x01, 0xc8, 6, 2, 8, 24, 24, 0x545,
      0x0b0000, 0x060000, AMDGPU_VRAM_TYPE_GDDR6, SDMA_6 },
    { "gfx1150", 0x150e, GICARD_FAMILY_GC_11_5_0, 0x11, 0xd1, 1, 2, 8, 4, 4, 0x242,
      0x0b0500, 0x060100, AMDGPU_VRAM_TYPE_DDR5, SDMA_6 },
    { "gfx1201", 0x7550, GICARD_FAMILY_GC_12_0_0, 0x50, 0xc0, 4, 2, 8, 16, 16, 0x444,
      0x0c0001, 0x070001, AMDGPU_VRAM_TYPE_GDDR6, SDMA_7 },
};

const struct gicard_chip *gicard_chip_at(unsigned index)
{
    return index < sizeof(chips) / sizeof(chips[0]) ? &chips[index] : NULL;
}

const struct gicard_chip *gicard_chip_named(const char *name)
{
    for (unsigned i = 0; gicard_chip_at(i) != NULL; i++)
        if (strcmp(chips[i].name, name) == 0)
            return &chips[i];
    return NULL;
}
