#include "ahead.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/background.h"
#include "base/failed_context.h"
#include "compiled.h"
#include "likely.h"
#include "queue/device_state.h"

enum { MOST_KERNELS = 64, MOST_PASSES = 3, MOST_WORDS = 65536 };

/* Of the processor, for one pass. */
#define MOST_NS INT64_C(4000000000)

/* One pass over the kernels of a piece of code. */
struct pass {
    struct gi_background work;
    struct gi_code *code;                /* referenced */
    struct gi_compiled_set *set;         /* of the code */
    uint32_t number;                     /* of the pass; a later one takes its place */
    atomic_uint next;                    /* the number of a function of the code */
    _Atomic int64_t spent_ns;
};

static struct pass *pass_from(struct gi_background *work)
{
    return (struct pass *)work;
}

static int64_t processor_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* ---- one kernel ------------------------------------------------------------------------------ */

static unsigned dimensions_of(const struct gi_compiled *compiled)
{
    const struct gi_reflect_kernel *shader = gi_compiled_shader(compiled);

    if (shader != NULL)
        return shader->block[2] > 1 ? 3 : shader->block[1] > 1 ? 2 : 1;
    return gi_likely_dimensions(compiled->entry->body.start, compiled->entry->body.length);
}

/* It was translated. */
static bool likely_use(struct pass *pass, const struct gi_compiled *compiled,
                       struct gi_use *out_use)
{
    const struct gi_device_info *info = &pass->set->device->base->info;
    struct gi_likely_facts facts = { .dimensions = dimensions_of(compiled),
                                     .most_threads = info->max_group_threads };

    memcpy(facts.required, compiled->kernel.required_threads, sizeof facts.required);
    memcpy(facts.bound, compiled->kernel.max_threads, sizeof facts.bound);
    memcpy(facts.most, info->max_group_size, sizeof facts.most);
    pthread_mutex_lock(&pass->code->compiled_lock);
    memcpy(facts.newest, pass->set->newest_blocks[facts.dimensions - 1], sizeof facts.newest);
    pthread_mutex_unlock(&pass->code->compiled_lock);
    *out_use = (struct gi_use){ .dynamic_bytes = 0 };
    return gi_likely_block(&facts, out_use->block);
}

/* The number of steps of a checked kernel's search is known at its launch. */
static bool is_worth(const struct gi_compiled *compiled)
{
    return !atomic_load(&compiled->is_launched) && !compiled->kernel.uses_check &&
           compiled->kernel.word_count <= MOST_WORDS;
}

static void make(struct pass *pass, const struct gi_ptx_function *entry)
{
    struct gi_compiled *compiled;
    struct gi_use use;

    if (gi_compiled_of(pass->code, entry, pass->set->device, &compiled) != GI_OK ||
        atomic_load(&compiled->is_launched) || gi_compiled_translate(compiled) != GI_OK)
        return;
    if (is_worth(compiled) && likely_use(pass, compiled, &use))
        gi_compiled_make_ahead(compiled, &use);
}

/* ---- passes ---------------------------------------------------------------------------------- */

static bool is_last(struct pass *pass)
{
    uint32_t passes;

    pthread_mutex_lock(&pass->code->compiled_lock);
    passes = pass->set->passes;
    pthread_mutex_unlock(&pass->code->compiled_lock);
    return pass->number == passes;
}

/* Nobody but passes has the code, or its kernels cannot run, or it was enough. */
static bool is_pointless(struct pass *pass)
{
    struct gi_code *code = pass->code;

    return atomic_load(&code->refs) <= atomic_load(&code->ahead_refs) ||
           gi_device_is_lost(pass->set->device) ||
           gi_failed_context_check(0, pass->set->device->ordinal) != GI_OK ||
           atomic_load(&pass->spent_ns) > MOST_NS || !is_last(pass);
}

static bool step(struct gi_background *work)
{
    struct pass *pass = pass_from(work);
    const struct gi_ptx_module *ptx = pass->code->ptx;
    int64_t since_ns = processor_ns();
    uint32_t number = atomic_fetch_add(&pass->next, 1);

    if (number >= ptx->function_count || is_pointless(pass))
        return false;
    if (gi_code_is_kernel(ptx->functions[number]))
        make(pass, ptx->functions[number]);
    atomic_fetch_add(&pass->spent_ns, processor_ns() - since_ns);
    return true;
}

static void end(struct gi_background *work)
{
    struct pass *pass = pass_from(work);

    atomic_fetch_sub(&pass->code->ahead_refs, 1);
    gi_code_unref(pass->code);
    free(pass);
}

static void begin_pass(struct gi_code *code, struct gi_compiled_set *set, uint32_t number)
{
    struct pass *pass = calloc(1, sizeof *pass);

    if (pass == NULL)
        return;
    pass->work.step = step;
    pass->work.end = end;
    pass->set = set;
    pass->number = number;
    pass->code = code;
    gi_code_ref(code);
    atomic_fetch_add(&code->ahead_refs, 1);
    gi_background_add(&pass->work, gi_code_kernel_count(code));
}

static bool is_left_out(struct gi_code *code)
{
    uint32_t kernels = gi_code_kernel_count(code);

    return code->is_unchecked || kernels == 0 || kernels > MOST_KERNELS;
}

void gi_ahead_begin(struct gi_code *code, struct gi_device *device)
{
    struct gi_compiled_set *set;
    bool is_begun;

    if (gi_background_most_threads() == 0 || is_left_out(code) ||
        gi_compiled_set_of(code, device, &set) != GI_OK)
        return;
    pthread_mutex_lock(&code->compiled_lock);
    is_begun = set->is_begun;
    set->is_begun = true;
    pthread_mutex_unlock(&code->compiled_lock);
    if (!is_begun)
        begin_pass(code, set, 0);
}

static unsigned dimensions_of_block(const uint32_t block[static 3])
{
    return block[2] > 1 ? 3 : block[1] > 1 ? 2 : 1;
}

void gi_ahead_note(struct gi_compiled *compiled, const struct gi_use *use)
{
    struct gi_code *code = compiled->code;
    struct gi_compiled_set *set;
    bool begins = false;
    uint32_t *newest, number = 0;

    if (gi_background_most_threads() == 0 ||
        gi_compiled_set_of(code, compiled->device, &set) != GI_OK)
        return;
    newest = set->newest_blocks[dimensions_of_block(use->block) - 1];
    pthread_mutex_lock(&code->compiled_lock);
    if (memcmp(newest, use->block, sizeof use->block) != 0) {
        memcpy(newest, use->block, sizeof use->block);
        begins = set->is_begun && set->passes < MOST_PASSES;
        set->passes += begins;
        number = set->passes;
    }
    pthread_mutex_unlock(&code->compiled_lock);
    if (begins)
        begin_pass(code, set, number);
}
