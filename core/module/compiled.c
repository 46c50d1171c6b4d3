#include "compiled.h"

#include <stdlib.h>
#include <string.h>

#include "ahead.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/counters.h"
#include "base/log.h"
#include "base/uncancelled.h"
#include "kernel/reflect/reflect_wide.h"
#include "code/kernel_files.h"
#include "code/likely.h"
#include "memory/kernel_object.h"
#include "queue/device_state.h"
#include "code/shader.h"
#include "barrier_warps.h"
#include "matrix_units.h"

/* The most memory that the words of an entry take, and one rewriting of them. */
#define WORDS_LIMIT_BYTES ((size_t)1 << 30)

/* A longer compilation is logged at level info. */
#define LONG_NS INT64_C(100000000)

static const struct gi_device_info *info_of(const struct gi_compiled *compiled)
{
    return &compiled->device->base->info;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void free_variant(struct gi_variant *variant)
{
    if (variant == NULL)
        return;
    gi_kernel_object_unref(variant->kernel);
    free(variant);
}

static void free_compiled(struct gi_compiled *compiled)
{
    struct gi_variant *variant = atomic_load(&compiled->variants);

    while (variant != NULL) {
        struct gi_variant *next = variant->next;

        free_variant(variant);
        variant = next;
    }
    for (int i = 0; i < GI_COMPILED_LATE_VARIANTS; i++)
        free_variant(compiled->late[i]);
    gi_arena_finish(&compiled->arena);
    pthread_cond_destroy(&compiled->made);
    pthread_mutex_destroy(&compiled->lock);
    free(compiled->translated.why);
    for (int i = 0; i < GI_OTHER_TRANSLATIONS; i++)
        free(compiled->others_translated[i].why);
    free(compiled);
}

/* The code ends, and with it all that devices have of it. */
static void end_sets(struct gi_code *code)
{
    while (code->compiled != NULL) {
        struct gi_compiled_set *set = code->compiled;

        code->compiled = set->next;
        for (uint32_t i = 0; i < code->kernel_count; i++) {
            if (set->entries[i] != NULL)
                free_compiled(set->entries[i]);
        }
        free(set->launches);
        free(set);
    }
}

/* The code's compiled_lock is held. Returns NULL without memory. */
static struct gi_compiled_set *find_set(struct gi_code *code, struct gi_device *device)
{
    struct gi_compiled_set *set = code->compiled;

    while (set != NULL && set->device != device)
        set = set->next;
    if (set != NULL)
        return set;
    set = calloc(1, sizeof *set + code->kernel_count * sizeof set->entries[0]);
    if (set == NULL)
        return NULL;
    set->device = device;
    memcpy(set->newest_blocks, gi_likely_first, sizeof set->newest_blocks);
    set->next = code->compiled;
    code->compiled = set;
    code->end_compiled = end_sets;
    return set;
}

gi_status gi_compiled_set_of(struct gi_code *code, struct gi_device *device,
                             struct gi_compiled_set **out_set)
{
    pthread_mutex_lock(&code->compiled_lock);
    *out_set = find_set(code, device);
    pthread_mutex_unlock(&code->compiled_lock);
    return *out_set != NULL ? GI_OK : gi_fail(GI_OUT_OF_MEMORY, "kernel: no host memory");
}

/* Returns NULL without memory. */
static struct gi_compiled *make_compiled(struct gi_code *code, const struct gi_code_kernel *entry,
                                         struct gi_device *device)
{
    struct gi_compiled *compiled = calloc(1, sizeof *compiled);

    if (compiled == NULL)
        return NULL;
    compiled->code = code;
    compiled->device = device;
    compiled->entry = entry;
    pthread_mutex_init(&compiled->lock, NULL);
    pthread_cond_init(&compiled->made, NULL);
    gi_arena_init(&compiled->arena, WORDS_LIMIT_BYTES);
    return compiled;
}

gi_status gi_compiled_of(struct gi_code *code, const struct gi_code_kernel *entry,
                         struct gi_device *device, struct gi_compiled **out_compiled)
{
    struct gi_compiled *compiled = NULL;
    struct gi_compiled_set *set;

    pthread_mutex_lock(&code->compiled_lock);
    set = find_set(code, device);
    if (set != NULL && set->entries[entry->number] == NULL)
        set->entries[entry->number] = make_compiled(code, entry, device);
    if (set != NULL)
        compiled = set->entries[entry->number];
    pthread_mutex_unlock(&code->compiled_lock);
    *out_compiled = compiled;
    return compiled != NULL ? GI_OK : gi_fail(GI_OUT_OF_MEMORY, "kernel: no host memory");
}

static void tell_time(const struct gi_compiled *compiled, const char *done, int64_t since_ns)
{
    int64_t took_ns = gi_now_ns() - since_ns;

    gi_log(took_ns > LONG_NS ? GI_LOG_INFO : GI_LOG_DEBUG, "kernel %s: %s in %.1f ms",
           compiled->entry->name, done, (double)took_ns / 1e6);
}

/* ---- translation ----------------------------------------------------------------------------- */

static gi_status of_translator(gi_status status)
{
    if (status == GI_INVALID_VALUE)
        return GI_INVALID_PTX;
    return status == GI_NOT_SUPPORTED ? GI_NO_BINARY : status;
}

static struct gi_outcome outcome_of(gi_status status)
{
    return (struct gi_outcome){
        of_translator(status), status != GI_OK ? strdup(gi_last_error_detail()) : NULL
    };
}

/* Of the use, only its place counts; NULL: the usual one. */
static gi_status make_words(struct gi_compiled *compiled, struct gi_spirv_prelude *prelude,
                            const struct gi_use *use, struct gi_translate_kernel *out_kernel)
{
    struct gi_translate_target target = info_of(compiled)->kernels;
    gi_status status;

    target.prelude = prelude;
    target.shared_in_memory = use != NULL && use->shared_in_memory;
    gi_matrix_units_add(compiled->device, compiled->code, &target);
    if (use == NULL || !use->by_steps)
        gi_barrier_warps_add(compiled->device, compiled->code, &target);
    target.checks_memory = gi_check_memory() && !compiled->code->is_unchecked;
    status = gi_code_translate(&compiled->arena, compiled->code, compiled->entry, &target,
                               out_kernel);
    if (status == GI_OK && gi_kernel_files_are_wanted() && !compiled->code->is_unchecked)
        status = gi_kernel_files(&compiled->arena, compiled->code, compiled->entry, &target,
                                 out_kernel);
    return status;
}

/* The lock is held. If out_wants, nothing is decided: the device's barriers are to be tested, which
 * takes a thread without locks. */
static gi_status translate(struct gi_compiled *compiled, bool *out_wants)
{
    int64_t since_ns = gi_now_ns();
    gi_status status = make_words(compiled, info_of(compiled)->kernels.prelude, NULL,
                                  &compiled->kernel);

    tell_time(compiled, "translated", since_ns);
    *out_wants = status == GI_OK && gi_barrier_warps_are_wanted(compiled->device, compiled->code,
                                                                &compiled->kernel);
    if (*out_wants)
        return GI_NOT_READY;
    if (status == GI_OUT_OF_MEMORY)      /* the next call tries again */
        return status;
    compiled->translated = outcome_of(status);
    atomic_store_explicit(&compiled->is_translated, true, memory_order_release);
    return compiled->translated.status;
}

static gi_status known_result(const struct gi_compiled *compiled,
                              const struct gi_outcome *outcome)
{
    if (outcome->status == GI_OK)
        return GI_OK;
    return gi_fail(outcome->status, "kernel %s: %s", compiled->entry->name,
                   outcome->why != NULL ? outcome->why : "it cannot be translated");
}

static gi_status translate_once(struct gi_compiled *compiled, bool *out_wants)
{
    gi_status status = GI_OK;

    *out_wants = false;
    pthread_mutex_lock(&compiled->lock);
    if (!atomic_load(&compiled->is_translated))
        status = translate(compiled, out_wants);
    pthread_mutex_unlock(&compiled->lock);
    return status == GI_OUT_OF_MEMORY || status == GI_NOT_READY ? status
        : known_result(compiled, &compiled->translated);
}

gi_status gi_compiled_translate(struct gi_compiled *compiled)
{
    gi_status status;
    bool wants;

    if (atomic_load_explicit(&compiled->is_translated, memory_order_acquire))
        return known_result(compiled, &compiled->translated);
    gi_matrix_units_need(compiled->device, compiled->code);
    status = translate_once(compiled, &wants);
    if (!wants)
        return status;
    gi_barrier_warps_need(compiled->device);
    return translate_once(compiled, &wants);
}

gi_status gi_compiled_translate_ahead(struct gi_compiled *compiled)
{
    bool wants;

    if (atomic_load_explicit(&compiled->is_translated, memory_order_acquire))
        return known_result(compiled, &compiled->translated);
    if (!gi_matrix_units_are_known(compiled->device, compiled->code))
        return GI_NOT_READY;
    return translate_once(compiled, &wants);
}

/* ---- shared memory in device memory, warps that are no rows ---------------------------------- */

uint32_t gi_compiled_most_shared(const struct gi_compiled *compiled)
{
    return compiled->entry->shader != NULL ? info_of(compiled)->own_shared_bytes
                                           : info_of(compiled)->max_shared_bytes;
}

static bool parts_rows(const struct gi_translate_kernel *kernel, const uint32_t block[3])
{
    return kernel->needs_rows && block[0] % GI_WARP_THREADS != 0 &&
           (block[1] != 1 || block[2] != 1);
}

void gi_compiled_place(const struct gi_compiled *compiled, struct gi_use *use)
{
    const struct gi_translate_kernel *kernel = &compiled->kernel;
    uint64_t own = (uint64_t)kernel->shared_bytes + use->dynamic_bytes;
    uint64_t all = own + gi_compiled_meeting_bytes(kernel, use->block);

    use->by_steps = compiled->entry->shader == NULL && parts_rows(kernel, use->block);
    use->shared_in_memory = compiled->entry->shader == NULL && own != 0 &&
                            (use->by_steps || all > info_of(compiled)->own_shared_bytes);
}

/* GI_OTHER_TRANSLATIONS: the usual one. */
static int other_of(const struct gi_use *use)
{
    if (use->by_steps)
        return GI_BY_STEPS;
    return use->shared_in_memory ? GI_IN_MEMORY : GI_OTHER_TRANSLATIONS;
}

const struct gi_translate_kernel *gi_compiled_kernel(const struct gi_compiled *compiled,
                                                     const struct gi_use *use)
{
    int other = other_of(use);

    return other < GI_OTHER_TRANSLATIONS ? &compiled->others[other] : &compiled->kernel;
}

static void tell_place(const struct gi_compiled *compiled, const struct gi_use *use)
{
    const struct gi_translate_kernel *kernel = &compiled->kernel;

    if (use->by_steps)
        gi_log(GI_LOG_INFO, "kernel %s: a warp of %u by %u by %u threads is no part of a row, so "
               "the kernel goes step by step", compiled->entry->name, use->block[0], use->block[1],
               use->block[2]);
    if (use->shared_in_memory)
        gi_log(GI_LOG_INFO, "kernel %s: its shared memory lies in device memory: %u static bytes, "
               "%u dynamic ones and %u for warps and barriers; %s has %u", compiled->entry->name,
               kernel->shared_bytes, use->dynamic_bytes,
               gi_compiled_meeting_bytes(gi_compiled_kernel(compiled, use), use->block),
               info_of(compiled)->name, info_of(compiled)->own_shared_bytes);
}

/* The use was made ready. */
static gi_status check_meetings(const struct gi_compiled *compiled, const struct gi_use *use)
{
    uint32_t most = info_of(compiled)->meeting_bytes;
    uint32_t needed = gi_compiled_meeting_bytes(gi_compiled_kernel(compiled, use), use->block);

    if (needed > most)
        return gi_fail(GI_OUT_OF_RESOURCES, "launch: warps and barriers of %s take %u bytes of "
                       "shared memory with this size of block; %s has %u", compiled->entry->name,
                       needed, info_of(compiled)->name, most);
    return GI_OK;
}

uint32_t gi_compiled_most_threads(const struct gi_compiled *compiled)
{
    const struct gi_translate_kernel *kernel = &compiled->kernel;
    uint32_t most = info_of(compiled)->meeting_bytes;

    if (kernel->meeting_thread_bytes == 0)
        return UINT32_MAX;
    if (kernel->meeting_bytes > most)
        return 0;
    return (most - kernel->meeting_bytes) / kernel->meeting_thread_bytes / GI_WARP_THREADS *
           GI_WARP_THREADS;
}

/* The lock is held. */
static gi_status translate_other(struct gi_compiled *compiled, const struct gi_use *use, int other)
{
    struct gi_translate_kernel made = { .words = NULL };
    gi_status status = make_words(compiled, info_of(compiled)->kernels.prelude, use, &made);

    if (status == GI_OUT_OF_MEMORY)      /* the next call tries again */
        return status;
    compiled->others_translated[other] = outcome_of(status);
    if (status != GI_OK)
        return status;
    compiled->others[other] = made;
    tell_place(compiled, use);
    return GI_OK;
}

/* The lock is held. */
static gi_status make_ready(struct gi_compiled *compiled, const struct gi_use *use)
{
    int other = other_of(use);

    if (other == GI_OTHER_TRANSLATIONS || compiled->others[other].words != NULL)
        return GI_OK;
    if (compiled->others_translated[other].status == GI_OK &&
        translate_other(compiled, use, other) == GI_OUT_OF_MEMORY)
        return GI_OUT_OF_MEMORY;
    return known_result(compiled, &compiled->others_translated[other]);
}

gi_status gi_compiled_make_ready(struct gi_compiled *compiled, const struct gi_use *use)
{
    gi_status status = GI_OK;

    if (other_of(use) != GI_OTHER_TRANSLATIONS) {
        pthread_mutex_lock(&compiled->lock);
        status = make_ready(compiled, use);
        pthread_mutex_unlock(&compiled->lock);
    }
    return status == GI_OK ? check_meetings(compiled, use) : status;
}

/* ---- variants -------------------------------------------------------------------------------- */

/* Whether a launch now can do with the lean prelude. Textures that are made while it waits cannot
 * be among its arguments. */
static bool may_be_lean(const struct gi_compiled *compiled, const struct gi_use *use)
{
    return other_of(use) == GI_OTHER_TRANSLATIONS && compiled->kernel.uses_textures &&
           !compiled->kernel.gathers && !compiled->kernel.finds_textures &&
           info_of(compiled)->lean_prelude != NULL &&
           atomic_load(&compiled->device->full_textures) == 0;
}

/* The words with the lean prelude, or the others where there is no memory for them. The lock is
 * held. */
static const struct gi_translate_kernel *lean_of(struct gi_compiled *compiled)
{
    if (compiled->lean.words == NULL &&
        make_words(compiled, info_of(compiled)->lean_prelude, NULL, &compiled->lean) != GI_OK)
        compiled->lean = compiled->kernel;
    return &compiled->lean;
}

static bool is_same(const struct gi_use *one, const struct gi_use *other)
{
    return one->dynamic_bytes == other->dynamic_bytes && one->check_steps == other->check_steps &&
           one->is_wide == other->is_wide && one->shared_in_memory == other->shared_in_memory &&
           one->by_steps == other->by_steps &&
           memcmp(one->block, other->block, sizeof one->block) == 0;
}

static bool is_for(const struct gi_variant *variant, const struct gi_use *use, bool is_lean)
{
    return variant->is_lean == is_lean && is_same(&variant->use, use);
}

/* Of those that stay. Takes no lock. */
static struct gi_variant *find_variant(struct gi_compiled *compiled, const struct gi_use *use,
                                       bool is_lean)
{
    struct gi_variant *variant = atomic_load_explicit(&compiled->variants, memory_order_acquire);

    while (variant != NULL && !is_for(variant, use, is_lean))
        variant = variant->next;
    return variant;
}

/* The lock is held. */
static struct gi_variant *find_any(struct gi_compiled *compiled,
                                   const struct gi_use *use, bool is_lean)
{
    struct gi_variant *variant = find_variant(compiled, use, is_lean);

    for (int i = 0; variant == NULL && i < GI_COMPILED_LATE_VARIANTS; i++) {
        if (compiled->late[i] != NULL && is_for(compiled->late[i], use, is_lean))
            variant = compiled->late[i];
    }
    return variant;
}

/* The lock is held. A program with many sizes of block does not fill the memory: the oldest of the
 * late variants goes. Its launches keep its kernel. */
static void add_variant(struct gi_compiled *compiled, struct gi_variant *variant)
{
    if (compiled->variant_count < GI_COMPILED_VARIANTS) {
        compiled->variant_count++;
        variant->next = atomic_load(&compiled->variants);
        atomic_store_explicit(&compiled->variants, variant, memory_order_release);
        return;
    }
    free_variant(compiled->late[compiled->next_late]);
    compiled->late[compiled->next_late] = variant;
    compiled->next_late = (compiled->next_late + 1) % GI_COMPILED_LATE_VARIANTS;
}

uint32_t gi_compiled_meeting_bytes(const struct gi_translate_kernel *kernel,
                                   const uint32_t block[static 3])
{
    uint32_t threads = block[0] * block[1] * block[2];
    uint32_t filled = (threads + GI_WARP_THREADS - 1) / GI_WARP_THREADS * GI_WARP_THREADS;

    return kernel->meeting_bytes + kernel->meeting_thread_bytes * filled;
}

/* For a wide grid from other words. */
static gi_status make_object(const struct gi_compiled *compiled, const struct gi_use *use,
                             struct gi_kernel_code *code, struct gi_kernel **out_kernel)
{
    const struct gi_reflect_wide wide = { info_of(compiled)->wide_push_bytes, use->block[0] };
    const struct gi_kernel_label label = {
        compiled->entry->name, { use->block[0], use->block[1], use->block[2] }
    };
    struct gi_arena arena;
    gi_status status = GI_OK;

    gi_arena_init(&arena, WORDS_LIMIT_BYTES);
    if (use->is_wide)
        status = gi_reflect_wide(&arena, &wide, code->words, code->word_count, &code->words,
                                 &code->word_count);
    if (status == GI_OK)
        status = gi_kernel_object_make(compiled->device->base, code, &label, out_kernel);
    gi_arena_finish(&arena);
    return status;
}

/* No lock is held, so other variants of the entry are made and found meanwhile. */
static gi_status compile(struct gi_compiled *compiled, const struct gi_use *use,
                         const struct gi_translate_kernel *kernel,
                         struct gi_variant **out_variant)
{
    struct gi_kernel_code code = {
        .words = kernel->words,
        .word_count = kernel->word_count,
        .entry = gi_code_entry_point(compiled->entry),
        .push_bytes = kernel->push_bytes,
        .subgroup_size = kernel->subgroup_size,
        .uses_textures = kernel->uses_textures,
        .binds_constants = kernel->bound_constant_bytes != 0,
        .constant_count = use->check_steps != 0 ? GI_TRANSLATE_CHECK_CONSTANT + 1 : 4,
        .constants = { use->block[0], use->block[1], use->block[2],
                       gi_code_shared_units(compiled->entry, use->dynamic_bytes),
                       use->check_steps },
    };
    struct gi_variant *variant = calloc(1, sizeof *variant);
    int64_t since_ns = gi_now_ns();
    gi_status status;

    if (variant == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "kernel: no host memory");
    status = make_object(compiled, use, &code, &variant->kernel);
    if (status != GI_OK) {
        free(variant);
        return status;
    }
    tell_time(compiled, "compiled", since_ns);
    variant->use = *use;
    *out_variant = variant;
    return GI_OK;
}

/* Whether a thread compiles it now. The lock is held. */
static bool is_in_making(const struct gi_compiled *compiled, const struct gi_use *use,
                         bool is_lean)
{
    const struct gi_making *making = compiled->making;

    while (making != NULL && (making->is_lean != is_lean || !is_same(making->use, use)))
        making = making->next;
    return making != NULL;
}

/* The lock is held, but not while the driver compiles. */
static gi_status make_variant(struct gi_compiled *compiled, const struct gi_use *use,
                              bool is_lean, struct gi_variant **out_variant)
{
    struct gi_making mine = { compiled->making, use, is_lean }, **at = &compiled->making;
    const struct gi_translate_kernel *kernel = is_lean ? lean_of(compiled)
                                                       : gi_compiled_kernel(compiled, use);
    gi_status status = make_ready(compiled, use);

    if (status == GI_OK)
        status = check_meetings(compiled, use);
    if (status != GI_OK)
        return status;
    compiled->making = &mine;
    pthread_mutex_unlock(&compiled->lock);
    status = compile(compiled, use, kernel, out_variant);
    pthread_mutex_lock(&compiled->lock);
    if (status == GI_OK) {
        (*out_variant)->is_lean = is_lean;
        add_variant(compiled, *out_variant);
    }
    while (*at != &mine)
        at = &(*at)->next;
    *at = mine.next;
    pthread_cond_broadcast(&compiled->made);
    return status;
}

/* Finds a variant, or makes it, once whoever makes the same one is done. The lock is held. */
static gi_status find_or_make(struct gi_compiled *compiled, const struct gi_use *use,
                              struct gi_variant **out_variant)
{
    bool is_lean = may_be_lean(compiled, use);

    GI_UNCANCELLED;
    while (is_in_making(compiled, use, is_lean))
        pthread_cond_wait(&compiled->made, &compiled->lock);
    *out_variant = find_any(compiled, use, is_lean);
    return *out_variant != NULL ? GI_OK : make_variant(compiled, use, is_lean, out_variant);
}

gi_status gi_compiled_variant(struct gi_compiled *compiled, const struct gi_use *use,
                              struct gi_kernel **out_kernel)
{
    struct gi_variant *variant = find_variant(compiled, use, may_be_lean(compiled, use));
    bool is_first = false;
    gi_status status = GI_OK;

    if (variant != NULL && atomic_load_explicit(&variant->is_launched, memory_order_relaxed)) {
        gi_kernel_object_ref(variant->kernel);
        *out_kernel = variant->kernel;
        return GI_OK;
    }
    atomic_store(&compiled->is_launched, true);
    pthread_mutex_lock(&compiled->lock);
    status = find_or_make(compiled, use, &variant);
    if (status == GI_OK) {
        is_first = !atomic_exchange(&variant->is_launched, true);
        gi_kernel_object_ref(variant->kernel);
        *out_kernel = variant->kernel;
    }
    pthread_mutex_unlock(&compiled->lock);
    if (is_first)
        gi_ahead_note(compiled, use);
    return status;
}

void gi_compiled_make_ahead(struct gi_compiled *compiled, const struct gi_use *use)
{
    bool is_lean = may_be_lean(compiled, use);
    struct gi_variant *variant;

    pthread_mutex_lock(&compiled->lock);
    if (!is_in_making(compiled, use, is_lean) && find_any(compiled, use, is_lean) == NULL &&
        make_variant(compiled, use, is_lean, &variant) == GI_OK)
        gi_count(GI_COUNT_AHEAD, 1);
    pthread_mutex_unlock(&compiled->lock);
}
