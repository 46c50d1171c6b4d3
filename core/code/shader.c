#include "shader.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "contract/spirv_check.h"
#include "kernel/reflect/capability_names.h"
#include "kernel/reflect/reflect_buffer.h"
#include "kernel/reflect/reflect_check.h"
#include "kernel/reflect/reflect_images.h"
#include "kernel/reflect/reflect_plain.h"
#include "kernel/reflect/reflect_textures.h"
#include "kernel/translate/spirv/words.h"

enum { SENTENCE_BYTES = 512 };

/* As of the first PTX. */
enum { MOST_PARAMETER_BYTES = 4096 };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static gi_spirv_check_fn *check_fn;      /* set once; NULL: SPIRV-Tools are not installed */
static gi_spirv_text_fn *text_fn;        /* as check_fn */

/* Opens the library that lies beside this one, or else where the system looks. */
static void *open_library(void)
{
    char path[PATH_MAX + sizeof GI_SPIRV_CHECK_LIBRARY];
    const char *end;
    Dl_info own;
    void *library = NULL;

    if (dladdr(&once, &own) != 0 && own.dli_fname != NULL) {
        end = strrchr(own.dli_fname, '/');
        if (end != NULL && end - own.dli_fname < PATH_MAX) {
            (void)snprintf(path, sizeof path, "%.*s/" GI_SPIRV_CHECK_LIBRARY,
                           (int)(end - own.dli_fname), own.dli_fname);
            library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        }
    }
    return library != NULL ? library : dlopen(GI_SPIRV_CHECK_LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

static void find_check(void)
{
    void *library = open_library();

    if (library == NULL)
        return;
    check_fn = (gi_spirv_check_fn *)(uintptr_t)dlsym(library, GI_SPIRV_CHECK_NAME);
    text_fn = (gi_spirv_text_fn *)(uintptr_t)dlsym(library, GI_SPIRV_TEXT_NAME);
}

/* Of what a module is not allowed: the code, and a sentence that SPIRV-Tools' own follows. */
static gi_status check(const uint32_t *words, size_t word_count, gi_status code,
                       const char *sentence)
{
    char why[SENTENCE_BYTES];

    (void)pthread_once(&once, find_check);
    if (check_fn == NULL)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: %s, which checks modules, is not installed",
                       GI_SPIRV_CHECK_LIBRARY);
    if (check_fn(words, word_count, why, sizeof why) != 0)
        return gi_fail(code, "SPIR-V: %s: %s", sentence, why);
    return GI_OK;
}

gi_status gi_shader_check(const uint32_t *words, size_t word_count, const char *name)
{
    return check(words, word_count, GI_INVALID_IMAGE, name);
}

char *gi_shader_text(const uint32_t *words, size_t word_count)
{
    (void)pthread_once(&once, find_check);
    return text_fn != NULL ? text_fn(words, word_count) : NULL;
}

static gi_status answer_of(gi_status status)
{
    return status == GI_INVALID_VALUE ? GI_INVALID_IMAGE
         : status == GI_NOT_SUPPORTED ? GI_NO_BINARY : status;
}

/* The rewritten module is read and checked like any other. */
static gi_status make_plain(struct gi_arena *arena, struct gi_reflect_module *module,
                            const uint32_t **words, size_t *word_count)
{
    gi_status status = gi_reflect_plain(arena, *words, *word_count, module, words, word_count);

    if (status == GI_OK)
        status = gi_reflect_read(arena, *words, *word_count, module);
    if (status == GI_OK)
        status = check(*words, *word_count, GI_NO_BINARY, "the module needs version 1.6, or uses "
                       "its buffers in a way that memory does not allow; pass pointers as "
                       "parameters");
    return answer_of(status);
}

gi_status gi_shader_read(struct gi_arena *arena, const uint32_t *words, size_t word_count,
                         struct gi_reflect_module *out_module, const uint32_t **out_words,
                         size_t *out_count)
{
    gi_status status = gi_reflect_read(arena, words, word_count, out_module);

    *out_words = words;
    *out_count = word_count;
    if (status != GI_OK)
        return answer_of(status);
    status = check(words, word_count, GI_INVALID_IMAGE, "the module is not valid");
    if (status == GI_OK && !out_module->is_plain)
        status = make_plain(arena, out_module, out_words, out_count);
    return status;
}

/* ---- capabilities ---------------------------------------------------------------------------- */

/* Whether the driver enables what a capability needs. */
static bool is_offered(uint32_t capability, const struct gi_translate_target *target)
{
    if (capability > GiCapabilityGroupNonUniform && capability <= GiCapabilityGroupNonUniformQuad)
        return (target->subgroup_operations >> (capability - GiCapabilityGroupNonUniform) & 1) != 0;
    switch (capability) {
    case GiCapabilityShader:
    case GiCapabilityInt64:
    case GiCapabilityExplicitMemoryModel:
    case GiCapabilityExplicitMemoryModelDeviceScope:
    case GiCapabilityPhysicalStorageBufferAddresses:
    case GiCapabilityGroupNonUniform:
    case GiCapabilityImageQuery:
        return true;
    case GiCapabilityInt8:
    case GiCapabilityStorageBuffer8BitAccess:
        return target->int8;
    case GiCapabilityInt16:
    case GiCapabilityStorageBuffer16BitAccess:
        return target->int16;
    case GiCapabilityFloat16:
        return target->float16;
    case GiCapabilityFloat64:
        return target->float64;
    case GiCapabilityInt64Atomics:
        return target->int64_atomics;
    case GiCapabilityAtomicFloat32AddEXT:
        return target->float32_atomic_add;
    case GiCapabilityAtomicFloat64AddEXT:
        return target->float64_atomic_add;
    default:
        return false;
    }
}

/* The checked module has other words now, which are checked as well. */
static gi_status move_parameters(struct gi_arena *arena, const uint32_t **words,
                                 size_t *word_count)
{
    gi_status status = gi_reflect_buffer(arena, *words, *word_count, words, word_count);

    if (status == GI_OK)
        status = check(*words, *word_count, GI_NOT_SUPPORTED, "parameters above the device's push "
                       "constants, used in a way that memory does not allow");
    return status;
}

static gi_status not_offered(uint32_t capability)
{
    const char *name = gi_capability_name(capability);

    if (name != NULL)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: the capability %s is not offered on this device",
                       name);
    return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: capability %u is not offered on this device",
                   capability);
}

static gi_status check_capabilities(const struct gi_reflect_module *module,
                                    const struct gi_translate_target *target)
{
    for (uint32_t i = 0; i < module->capability_count; i++) {
        if (module->uses_images && gi_image_has_capability(module->capabilities[i]))
            continue;                    /* it goes with the images */
        if (!is_offered(module->capabilities[i], target))
            return not_offered(module->capabilities[i]);
    }
    return GI_OK;
}

/* The rewritten module is checked like any other. */
static gi_status link_textures(struct gi_arena *arena, const struct gi_translate_target *target,
                               struct gi_reflect_textures *module)
{
    gi_status status = gi_reflect_textures(arena, module->words, module->word_count,
                                           target->prelude, module);

    if (status == GI_OK)
        status = check(module->words, module->word_count, GI_NOT_SUPPORTED, "textures and surfaces "
                       "are used in a way that is not built; each access has to index an array of "
                       "images by itself");
    return status;
}

/* The check adds two addresses, which begin at a multiple of 8. */
static uint32_t room_for_parameters(const struct gi_translate_target *target)
{
    const uint32_t added = 2 * sizeof(uint64_t);

    if (!target->checks_memory)
        return target->push_bytes;
    return target->push_bytes > added ? (target->push_bytes - added) & ~UINT32_C(7) : 0;
}

/* The rewritten module is checked like any other. */
static gi_status add_check(struct gi_arena *arena, const struct gi_reflect_checked *checked,
                           struct gi_translate_kernel *kernel)
{
    gi_status status = gi_reflect_check(arena, checked, kernel);

    if (status == GI_OK && kernel->uses_check)
        status = check(kernel->words, kernel->word_count, GI_NOT_SUPPORTED, "memory check: the "
                       "module uses memory in a way that the check does not know; run it without "
                       "GPUINTEROP_CHECK");
    return status;
}

gi_status gi_shader_describe(struct gi_arena *arena, const uint32_t *words, size_t word_count,
                             const struct gi_reflect_module *module,
                             const struct gi_reflect_kernel *kernel,
                             const struct gi_translate_target *target,
                             struct gi_translate_kernel *out_kernel)
{
    struct gi_translate_parameter *parameters;
    struct gi_reflect_textures linked = { .words = words, .word_count = word_count };
    const struct gi_reflect_checked checked = {
        .name = kernel->name, .number = (uint32_t)(kernel - module->kernels),
        .own_bound = words[GI_SPIRV_BOUND], .target = target
    };
    bool in_memory = kernel->parameter_bytes > room_for_parameters(target);
    gi_status status = check_capabilities(module, target);

    if (status == GI_OK && module->uses_images)
        status = link_textures(arena, target, &linked);
    if (status != GI_OK)
        return status;
    if (kernel->parameter_bytes > MOST_PARAMETER_BYTES)
        return gi_fail(GI_NOT_SUPPORTED, "SPIR-V: the parameters have %u bytes; up to %d are taken",
                       kernel->parameter_bytes, MOST_PARAMETER_BYTES);
    if (in_memory)
        status = move_parameters(arena, &linked.words, &linked.word_count);
    if (status != GI_OK)
        return status;
    parameters = gi_arena_alloc(arena, (size_t)kernel->parameter_count + 1, sizeof *parameters);
    if (parameters == NULL)
        return GI_OUT_OF_MEMORY;
    for (uint32_t i = 0; i < kernel->parameter_count; i++)
        parameters[i] = (struct gi_translate_parameter){ kernel->parameters[i].offset_bytes,
                                                         kernel->parameters[i].bytes };
    *out_kernel = (struct gi_translate_kernel){
        .words = linked.words, .word_count = (uint32_t)linked.word_count, .parameters = parameters,
        .parameter_count = kernel->parameter_count, .parameter_bytes = kernel->parameter_bytes,
        .parameters_in_memory = in_memory,
        .push_bytes = in_memory ? (uint32_t)sizeof(uint64_t)
                                : (kernel->parameter_bytes + 3) & ~UINT32_C(3),
        .shared_bytes = kernel->shared_bytes, .dynamic_shared = kernel->shared_step_bytes != 0,
        .uses_textures = linked.uses_textures, .gathers = linked.gathers,
        .finds_textures = linked.finds_textures,
    };
    for (int i = 0; i < 3; i++) {
        if (!kernel->block_is_constant[i])
            out_kernel->required_threads[i] = kernel->block[i];
    }
    return target->checks_memory ? add_check(arena, &checked, out_kernel) : GI_OK;
}
