#include "function.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/counters.h"
#include "base/log.h"
#include "kept_words.h"
#include "memory/kernel_object.h"
#include "queue/device_state.h"
#include "shader.h"

/* The most memory that one translation takes. */
#define TRANSLATE_LIMIT_BYTES ((size_t)1 << 30)

/* What takes longer is told at level info. */
#define LONG_NS INT64_C(100000000)

static struct gi_function *function_from(struct gi_object *object)
{
    return (struct gi_function *)object;
}

static const struct gi_device_info *info_of(const struct gi_function *function)
{
    return &function->module->device->base->info;
}

static void free_variant(struct gi_variant *variant)
{
    if (variant == NULL)
        return;
    gi_kernel_object_unref(variant->kernel);
    free(variant);
}

static void finish(struct gi_object *object)
{
    struct gi_function *function = function_from(object);
    struct gi_variant *variant = atomic_load(&function->variants);

    while (variant != NULL) {
        struct gi_variant *next = variant->next;

        free_variant(variant);
        variant = next;
    }
    for (int i = 0; i < GI_FUNCTION_LATE_VARIANTS; i++)
        free_variant(function->late[i]);
    gi_arena_finish(&function->arena);
    pthread_mutex_destroy(&function->lock);
    gi_object_unref(&function->module->object);
    free(function->name);
    free(function->why);
    free(function);
}

gi_status gi_function_make(struct gi_module *module, const struct gi_ptx_function *entry,
                           gi_handle *out_function)
{
    struct gi_function *function = calloc(1, sizeof *function);
    gi_status status;

    if (function != NULL)
        function->name = gi_code_copy_name(entry);
    if (function == NULL || function->name == NULL) {
        free(function);
        return gi_fail(GI_OUT_OF_MEMORY, "kernel: no host memory");
    }
    atomic_init(&function->most_dynamic_bytes, UINT32_MAX);
    atomic_init(&function->carveout, -1);
    gi_object_ref(&module->object);
    function->module = module;
    function->entry = entry;
    atomic_init(&function->object.device, module->device);
    pthread_mutex_init(&function->lock, NULL);
    gi_arena_init(&function->arena, TRANSLATE_LIMIT_BYTES);
    status = gi_handle_create_owned(&function->object, GI_OBJECT_FUNCTION, module->object.context,
                                    finish, out_function);
    if (status != GI_OK)
        finish(&function->object);
    return status;
}

gi_status gi_function_acquire(gi_handle handle, struct gi_function **out_function)
{
    struct gi_object *object;
    gi_status status = gi_handle_acquire(handle, GI_OBJECT_FUNCTION, &object);

    if (status == GI_OK)
        *out_function = function_from(object);
    return status;
}

static void tell_time(const struct gi_function *function, const char *done, int64_t since_ns)
{
    int64_t took_ns = gi_now_ns() - since_ns;

    gi_log(took_ns > LONG_NS ? GI_LOG_INFO : GI_LOG_DEBUG, "kernel %.*s: %s in %.1f ms",
           (int)function->entry->name.length, function->entry->name.start, done,
           (double)took_ns / 1e6);
}

/* ---- translation ----------------------------------------------------------------------------- */

static gi_status of_translator(gi_status status)
{
    if (status == GI_INVALID_VALUE)
        return GI_INVALID_PTX;
    return status == GI_NOT_SUPPORTED ? GI_NO_BINARY : status;
}

/* Copies what a launch needs of a translation. */
static gi_status copy_kernel(struct gi_arena *arena, const struct gi_translate_kernel *from,
                             struct gi_translate_kernel *out_kernel)
{
    uint32_t *words = gi_arena_take(arena, from->word_count, sizeof *words);
    struct gi_translate_parameter *parameters =
        gi_arena_take(arena, from->parameter_count, sizeof *parameters);

    if (words == NULL || parameters == NULL)
        return GI_OUT_OF_MEMORY;
    memcpy(words, from->words, from->word_count * sizeof *words);
    if (from->parameter_count > 0)
        memcpy(parameters, from->parameters, from->parameter_count * sizeof *parameters);
    *out_kernel = *from;
    out_kernel->words = words;
    out_kernel->parameters = parameters;
    return GI_OK;
}

/* The memory of a translation is many times that of its words, and goes back at once. */
static gi_status translate_ptx(struct gi_function *function,
                               const struct gi_translate_target *target,
                               struct gi_translate_kernel *out_kernel)
{
    struct gi_translate_kernel kernel;
    struct gi_arena arena;
    gi_status status;

    gi_arena_init(&arena, TRANSLATE_LIMIT_BYTES);
    status = gi_translate(&arena, function->module->code->ptx, function->entry, target, &kernel);
    if (status == GI_OK)
        status = copy_kernel(&function->arena, &kernel, out_kernel);
    gi_arena_finish(&arena);
    return status;
}

static gi_status make_words(struct gi_function *function, struct gi_spirv_prelude *prelude,
                            struct gi_translate_kernel *out_kernel)
{
    struct gi_code *code = function->module->code;
    struct gi_translate_target target = info_of(function)->kernels;
    struct gi_kept_key key;
    gi_status status;

    target.prelude = prelude;
    target.checks_memory = gi_check_memory() && !code->is_unchecked;
    if (code->words != NULL)
        return gi_shader_describe(&function->arena, code->words, code->word_count, &code->shader,
                                  &code->shader.kernels[function->entry->index], &target,
                                  out_kernel);
    key = gi_kept_key(code, function->entry, &target);
    if (gi_kept_read(&key, &function->arena, out_kernel))
        return GI_OK;
    gi_count(GI_COUNT_TRANSLATIONS, 1);
    status = translate_ptx(function, &target, out_kernel);
    if (status == GI_OK)
        gi_kept_write(&key, out_kernel);
    return status;
}

/* The lock is held. */
static gi_status translate(struct gi_function *function)
{
    int64_t since_ns = gi_now_ns();
    gi_status status = make_words(function, info_of(function)->kernels.prelude,
                                  &function->kernel);

    tell_time(function, "translated", since_ns);
    if (status == GI_OUT_OF_MEMORY)      /* the next call tries again */
        return status;
    function->translation = of_translator(status);
    if (status != GI_OK)
        function->why = strdup(gi_last_error_detail());
    atomic_store_explicit(&function->is_translated, true, memory_order_release);
    return function->translation;
}

static gi_status known_result(const struct gi_function *function)
{
    if (function->translation == GI_OK)
        return GI_OK;
    return gi_fail(function->translation, "kernel %.*s: %s", (int)function->entry->name.length,
                   function->entry->name.start,
                   function->why != NULL ? function->why : "it cannot be translated");
}

gi_status gi_function_translate(struct gi_function *function)
{
    gi_status status;

    if (atomic_load_explicit(&function->is_translated, memory_order_acquire))
        return known_result(function);
    pthread_mutex_lock(&function->lock);
    if (!atomic_load(&function->is_translated))
        status = translate(function);
    else
        status = GI_OK;
    pthread_mutex_unlock(&function->lock);
    return status == GI_OUT_OF_MEMORY ? status : known_result(function);
}

/* ---- variants -------------------------------------------------------------------------------- */

/* Whether a launch now can do with the lean prelude. Textures that are made while it waits cannot
 * be among its arguments. */
static bool may_be_lean(const struct gi_function *function)
{
    return function->kernel.uses_textures && !function->kernel.gathers &&
           !function->kernel.finds_textures &&
           info_of(function)->lean_prelude != NULL &&
           atomic_load(&function->module->device->full_textures) == 0;
}

/* The words with the lean prelude, or the others where there is no memory for them. The lock is
 * held. */
static const struct gi_translate_kernel *lean_of(struct gi_function *function)
{
    if (function->lean.words == NULL &&
        make_words(function, info_of(function)->lean_prelude, &function->lean) != GI_OK)
        function->lean = function->kernel;
    return &function->lean;
}

static bool is_for(const struct gi_variant *variant, const struct gi_function_use *use,
                   bool is_lean)
{
    return variant->dynamic_bytes == use->dynamic_bytes &&
           variant->check_steps == use->check_steps && variant->is_lean == is_lean &&
           memcmp(variant->block, use->block, sizeof variant->block) == 0;
}

/* Of those that stay. Takes no lock. */
static struct gi_variant *find(struct gi_function *function, const struct gi_function_use *use,
                               bool is_lean)
{
    struct gi_variant *variant = atomic_load_explicit(&function->variants, memory_order_acquire);

    while (variant != NULL && !is_for(variant, use, is_lean))
        variant = variant->next;
    return variant;
}

/* The lock is held. */
static struct gi_variant *find_any(struct gi_function *function,
                                   const struct gi_function_use *use, bool is_lean)
{
    struct gi_variant *variant = find(function, use, is_lean);

    for (int i = 0; variant == NULL && i < GI_FUNCTION_LATE_VARIANTS; i++) {
        if (function->late[i] != NULL && is_for(function->late[i], use, is_lean))
            variant = function->late[i];
    }
    return variant;
}

/* The lock is held. A program with many sizes of block does not fill the memory: the oldest of the
 * late variants goes. Its launches keep its kernel. */
static void add(struct gi_function *function, struct gi_variant *variant)
{
    if (function->variant_count < GI_FUNCTION_VARIANTS) {
        function->variant_count++;
        variant->next = atomic_load(&function->variants);
        atomic_store_explicit(&function->variants, variant, memory_order_release);
        return;
    }
    free_variant(function->late[function->next_late]);
    function->late[function->next_late] = variant;
    function->next_late = (function->next_late + 1) % GI_FUNCTION_LATE_VARIANTS;
}

const struct gi_reflect_kernel *gi_function_shader(const struct gi_function *function)
{
    const struct gi_code *code = function->module->code;

    return code->words != NULL ? &code->shader.kernels[function->entry->index] : NULL;
}

/* Constant 3 of a program's own module is the length of an array. */
static uint32_t units_of(const struct gi_reflect_kernel *shader, uint32_t dynamic_bytes)
{
    uint32_t step = shader->shared_step_bytes;

    return step != 0 ? (dynamic_bytes + step - 1) / step : 0;
}

/* The lock is held. */
static gi_status compile(struct gi_function *function, const struct gi_function_use *use,
                         bool is_lean, struct gi_variant **out_variant)
{
    const struct gi_reflect_kernel *shader = gi_function_shader(function);
    const struct gi_translate_kernel *kernel = is_lean ? lean_of(function) : &function->kernel;
    const struct gi_kernel_code code = {
        .words = kernel->words,
        .word_count = kernel->word_count,
        .entry = shader != NULL ? shader->name : "main",
        .push_bytes = function->kernel.push_bytes,
        .subgroup_size = function->kernel.subgroup_size,
        .uses_textures = function->kernel.uses_textures,
        .constant_count = use->check_steps != 0 ? GI_TRANSLATE_CHECK_CONSTANT + 1 : 4,
        .constants = { use->block[0], use->block[1], use->block[2],
                       shader != NULL ? units_of(shader, use->dynamic_bytes) : use->dynamic_bytes,
                       use->check_steps },
    };
    const struct gi_kernel_label label = {
        function->name, { use->block[0], use->block[1], use->block[2] }
    };
    struct gi_variant *variant = calloc(1, sizeof *variant);
    int64_t since_ns = gi_now_ns();
    gi_status status;

    if (variant == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "kernel: no host memory");
    status = gi_kernel_object_make(function->module->device->base, &code, &label,
                                   &variant->kernel);
    if (status != GI_OK) {
        free(variant);
        return status;
    }
    tell_time(function, "compiled", since_ns);
    memcpy(variant->block, use->block, sizeof variant->block);
    variant->dynamic_bytes = use->dynamic_bytes;
    variant->check_steps = use->check_steps;
    variant->is_lean = is_lean;
    add(function, variant);
    *out_variant = variant;
    return GI_OK;
}

gi_status gi_function_variant(struct gi_function *function, const struct gi_function_use *use,
                              struct gi_kernel **out_kernel)
{
    bool is_lean = may_be_lean(function);
    struct gi_variant *variant = find(function, use, is_lean);
    gi_status status = GI_OK;

    if (variant != NULL) {
        gi_kernel_object_ref(variant->kernel);
        *out_kernel = variant->kernel;
        return GI_OK;
    }
    pthread_mutex_lock(&function->lock);
    variant = find_any(function, use, is_lean);
    if (variant == NULL)
        status = compile(function, use, is_lean, &variant);
    if (status == GI_OK) {
        gi_kernel_object_ref(variant->kernel);
        *out_kernel = variant->kernel;
    }
    pthread_mutex_unlock(&function->lock);
    return status;
}

/* ---- limits ---------------------------------------------------------------------------------- */

static uint32_t product(const uint32_t numbers[static 3])
{
    uint64_t all = (uint64_t)numbers[0] * (numbers[1] != 0 ? numbers[1] : 1) *
                   (numbers[2] != 0 ? numbers[2] : 1);

    return all > UINT32_MAX ? UINT32_MAX : (uint32_t)all;
}

uint32_t gi_function_most_threads(const struct gi_function *function)
{
    uint32_t most = info_of(function)->max_group_threads;
    uint32_t bound = product(function->kernel.max_threads);
    uint32_t needed = product(function->kernel.required_threads);

    if (needed != 0)
        bound = needed;
    return bound != 0 && bound < most ? bound : most;
}
