#include "reflect_textures.h"

#include <string.h>

#include "kernel/reflect/reflect_access.h"
#include "kernel/reflect/reflect_entries.h"
#include "kernel/reflect/reflect_origin.h"
#include "kernel/translate/spirv/adopt.h"

/* ---- the words before the functions ---------------------------------------------------------- */

static bool is_extension(const uint32_t *at, const char *name)
{
    size_t room = (at[0] >> 16) * sizeof *at - sizeof *at;

    return strnlen((const char *)(at + 1), room) < room &&
           strcmp((const char *)(at + 1), name) == 0;
}

/* Types and variables whose result is the first or the second operand. */
static bool defines_what_goes(const struct gi_images *images, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff, count = at[0] >> 16;

    if ((opcode >= GiOpTypeVoid && opcode <= GiOpTypeFunction) || opcode == GiOpExtInstImport)
        return count > 1 && gi_image_goes(images, at[1]);
    return (opcode == GiOpVariable || opcode == GiOpExtInst) && count > 2 &&
           gi_image_goes(images, at[2]);
}

/* Names and decorations of what goes; NonUniform is for indices of images alone. */
static bool describes_what_goes(const struct gi_images *images, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff, count = at[0] >> 16;

    if (opcode == GiOpName || (opcode >= GiOpDecorate && opcode <= GiOpMemberDecorate) ||
        opcode == GiOpDecorateId || opcode == GiOpDecorateString)
        return (count > 1 && gi_image_goes(images, at[1])) ||
               (opcode == GiOpDecorate && count > 2 && at[2] == GiDecorationNonUniform);
    return false;
}

static bool goes(const struct gi_images *images, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff, count = at[0] >> 16;

    if (opcode == GiOpCapability && count > 1)
        return gi_image_has_capability(at[1]);
    if (opcode == GiOpExtension)
        return is_extension(at, "SPV_EXT_descriptor_indexing") ||
               is_extension(at, "SPV_KHR_non_semantic_info");
    return defines_what_goes(images, at) || describes_what_goes(images, at);
}

/* From version 1.4 on an entry point lists all variables of the module that it may use, and before
 * that those of its input. */
static gi_status adopt_entry_point(struct gi_accesses *to, const uint32_t *at)
{
    uint32_t count = at[0] >> 16, used = gi_reflect_interface(at);
    uint32_t *words = gi_arena_alloc(to->spirv.arena, count, sizeof *words);

    if (words == NULL)
        return GI_OUT_OF_MEMORY;
    memcpy(words, at, used * sizeof *at);
    for (uint32_t i = used; i < count; i++) {
        if (!gi_image_goes(&to->images, at[i]))
            words[used++] = at[i];
    }
    words[0] = used << 16 | GiOpEntryPoint;
    gi_spirv_adopt(&to->spirv, words);
    return GI_OK;
}

static gi_status adopt_declaration(struct gi_accesses *to, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff;

    if (goes(&to->images, at))
        return GI_OK;
    if (opcode == GiOpEntryPoint)
        return adopt_entry_point(to, at);
    if (opcode == GiOpMemoryModel && at[0] >> 16 > 2)
        gi_spirv_adopt(&to->spirv, (const uint32_t[]){
            3u << 16 | GiOpMemoryModel, GiAddressingModelPhysicalStorageBuffer64, at[2] });
    else
        gi_spirv_adopt(&to->spirv, at);
    return GI_OK;
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool passes_image(const struct gi_images *images, const uint32_t *at)
{
    for (uint32_t i = 4; i < at[0] >> 16; i++) {
        if (gi_image_goes(images, at[i]))
            return true;
    }
    return false;
}

static gi_status adopt_instruction(struct gi_accesses *to, const uint32_t *at)
{
    uint32_t opcode = at[0] & 0xffff, count = at[0] >> 16;

    if (gi_access_is(to, at))
        return gi_access_put(to, at);
    if (opcode == GiOpFunctionCall && passes_image(&to->images, at))
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: textures and surfaces: one is passed to a "
                       "function; pass the object, and let the function index the array");
    if (count > 2 && gi_image_goes(&to->images, at[2]) &&
        (opcode == GiOpExtInst || gi_image_hands_on(opcode) || opcode == GiOpAccessChain ||
         opcode == GiOpInBoundsAccessChain))
        return GI_OK;
    gi_spirv_adopt(&to->spirv, at);
    return GI_OK;
}

/* ---- the module ------------------------------------------------------------------------------ */

static gi_status adopt_all(struct gi_accesses *to, const uint32_t *words, size_t word_count)
{
    gi_status status = GI_OK;

    for (size_t at = GI_SPIRV_HEADER_WORDS;
         status == GI_OK && to->spirv.status == GI_OK && at < word_count;
         at += words[at] >> 16) {
        uint32_t opcode = words[at] & 0xffff;

        if (to->spirv.function.n != 0 && opcode != GiOpFunctionEnd)
            status = adopt_instruction(to, words + at);
        else if (opcode == GiOpFunction || opcode == GiOpFunctionEnd)
            gi_spirv_adopt(&to->spirv, words + at);
        else
            status = adopt_declaration(to, words + at);
    }
    return status != GI_OK ? status : to->spirv.status;
}

static gi_status finish(struct gi_accesses *to, struct gi_reflect_textures *out_module)
{
    uint32_t *made, count;
    gi_status status;

    /* pointers to bytes are made of numbers, which takes more than access to bytes */
    if (gi_spirv_has_capability(&to->spirv, GiCapabilityStorageBuffer8BitAccess))
        gi_spirv_capability(&to->spirv, GiCapabilityInt8);
    gi_spirv_capability(&to->spirv, GiCapabilityPhysicalStorageBufferAddresses);
    status = gi_spirv_finish(&to->spirv, &made, &count);
    if (status == GI_OK)
        *out_module = (struct gi_reflect_textures){ made, count, to->is_linked, to->gathers,
                                                      to->finds };
    return status;
}

static bool is_gone(const void *images, uint32_t id)
{
    return gi_image_goes(images, id);
}

gi_status gi_reflect_textures(struct gi_arena *arena, const uint32_t *words, size_t word_count,
                              struct gi_spirv_prelude *prelude,
                              struct gi_reflect_textures *out_module)
{
    struct gi_accesses to = { .prelude = prelude };
    gi_status status;

    if (prelude == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: the device has no textures and surfaces");
    gi_spirv_adopt_init(&to.spirv, arena,
                        words[GI_SPIRV_VERSION] > GI_SPIRV_1_5 ? words[GI_SPIRV_VERSION]
                                                               : GI_SPIRV_1_5,
                        words[GI_SPIRV_BOUND]);
    status = gi_images_read(&to.images, arena, words, word_count);
    if (status == GI_OK)
        status = gi_reflect_origins(arena, words, word_count, &to.foreign);
    if (status == GI_OK)
        status = adopt_all(&to, words, word_count);
    if (status == GI_OK)
        status = gi_reflect_list_variables(&to.spirv, words, word_count, is_gone, &to.images);
    return status == GI_OK ? finish(&to, out_module) : status;
}
