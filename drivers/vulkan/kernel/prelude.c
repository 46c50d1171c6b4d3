#include "prelude.h"

#include "givk_prelude.spv.h"
#include "givk_preludelean.spv.h"
#include "givk_preludememory.spv.h"
#include "givk_preludememorylean.spv.h"

#define PRELUDE(spirv) { .words = spirv, .count = sizeof(spirv) / sizeof((spirv)[0]) }

static struct gi_spirv_prelude preludes[2][2] = {
    { PRELUDE(givk_prelude_spv), PRELUDE(givk_preludelean_spv) },
    { PRELUDE(givk_preludememory_spv), PRELUDE(givk_preludememorylean_spv) },
};

struct gi_spirv_prelude *givk_prelude(enum givk_texture_method textures, bool lean)
{
    if (textures == GIVK_TEXTURES_NONE)
        return NULL;
    return &preludes[textures == GIVK_TEXTURES_IN_MEMORY][lean];
}
