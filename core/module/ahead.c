#include "ahead.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/background.h"
#include "base/failed_context.h"
#include "compiled.h"
#include "code/kept_launches.h"
#include "code/likely.h"
#include "queue/device_state.h"

enum { MOST_KERNELS = 64, MOST_PASSES = 3, MOST_WORDS = 65536 };

/* Of the processor, for one pass. */
#define MOST_NS INT64_C(4000000000)

/* Work for a piece of code: one pass over its kernels, or over the launches of earlier processes;
 * or one step of reading or writing those. */
struct pass {
    struct gi_background work;
    struct gi_code *code;                /* referenced */
    struct gi_compiled_set *set;         /* of the code */
    atomic_uint next;                    /* the number of a kernel of the code, or of a launch */
    _Atomic int64_t spent_ns;
};

static struct pass *pass_from(struct gi_background *work)
{
    return (struct pass *)work;
}

static void end(struct gi_background *work)
{
    struct pass *pass = pass_from(work);

    atomic_fetch_sub(&pass->code->ahead_refs, 1);
    gi_code_unref(pass->code);
    free(pass);
}

static void start_pass(struct gi_code *code, struct gi_compiled_set *set,
                       bool (*step)(struct gi_background *work), unsigned steps)
{
    struct pass *pass = calloc(1, sizeof *pass);

    if (pass == NULL)
        return;
    pass->work.step = step;
    pass->work.end = end;
    pass->set = set;
    pass->code = code;
    gi_code_ref(code);
    atomic_fetch_add(&code->ahead_refs, 1);
    gi_background_add(&pass->work, steps);
}

static int64_t processor_ns(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* ---- one kernel ------------------------------------------------------------------------------ */

/* The kernel was translated. */
static struct gi_likely_facts likely_facts_of(const struct gi_compiled *compiled)
{
    const struct gi_device_info *info = &compiled->device->base->info;
    struct gi_likely_facts facts = { .dimensions = gi_code_dimensions(compiled->entry),
                                     .most_threads = info->max_group_threads };

    memcpy(facts.required, compiled->kernel.required_threads, sizeof facts.required);
    memcpy(facts.bound, compiled->kernel.max_threads, sizeof facts.bound);
    memcpy(facts.most, info->max_group_size, sizeof facts.most);
    return facts;
}

static bool likely_use(struct pass *pass, const struct gi_compiled *compiled,
                       struct gi_use *out_use)
{
    struct gi_likely_facts facts = likely_facts_of(compiled);

    pthread_mutex_lock(&pass->code->compiled_lock);
    memcpy(facts.newest, pass->set->newest_blocks[facts.dimensions - 1], sizeof facts.newest);
    pthread_mutex_unlock(&pass->code->compiled_lock);
    *out_use = (struct gi_use){ .dynamic_bytes = 0 };
    if (!gi_likely_block(&facts, out_use->block) ||
        compiled->kernel.shared_bytes > gi_compiled_most_shared(compiled))
        return false;
    gi_compiled_place(compiled, out_use);
    return true;
}

/* The use of a launch of an earlier process, unless the file or the device has become another
 * one. */
static bool kept_use(const struct gi_compiled *compiled, const struct gi_kept_launch *launch,
                     struct gi_use *out_use)
{
    struct gi_likely_facts facts = likely_facts_of(compiled);
    uint32_t most = gi_compiled_most_shared(compiled);

    *out_use = (struct gi_use){ .dynamic_bytes = launch->dynamic_bytes };
    memcpy(facts.required, launch->block, sizeof facts.required);
    if (!gi_likely_block(&facts, out_use->block) || launch->dynamic_bytes > most ||
        launch->dynamic_bytes + compiled->kernel.shared_bytes > most)
        return false;
    gi_compiled_place(compiled, out_use);
    return true;
}

/* Translates the kernel. False if nothing is to be compiled ahead. The number of steps of a checked
 * kernel's search is known at its launch. */
static bool is_worth(struct pass *pass, const struct gi_code_kernel *entry,
                     struct gi_compiled **out_compiled)
{
    struct gi_compiled *compiled;

    if (gi_compiled_of(pass->code, entry, pass->set->device, &compiled) != GI_OK ||
        gi_compiled_translate_ahead(compiled) != GI_OK)
        return false;
    *out_compiled = compiled;
    return !compiled->kernel.uses_check && compiled->kernel.word_count <= MOST_WORDS &&
           !gi_background_is_stopping();
}

static void make_likely(struct pass *pass, uint32_t number)
{
    struct gi_compiled *compiled;
    struct gi_use use;

    if (is_worth(pass, &pass->code->kernels[number], &compiled) &&
        !atomic_load(&compiled->is_launched) && likely_use(pass, compiled, &use))
        gi_compiled_make_ahead(compiled, &use);
}

static void make_kept(struct pass *pass, uint32_t number)
{
    struct gi_kept_launch launch;
    struct gi_compiled *compiled;
    struct gi_use use;

    pthread_mutex_lock(&pass->code->compiled_lock);
    launch = pass->set->launches->items[number];
    pthread_mutex_unlock(&pass->code->compiled_lock);
    if (launch.kernel < pass->code->kernel_count &&
        is_worth(pass, &pass->code->kernels[launch.kernel], &compiled) &&
        kept_use(compiled, &launch, &use))
        gi_compiled_make_ahead(compiled, &use);
}

/* ---- passes ---------------------------------------------------------------------------------- */

/* Nobody but passes has the code, or its kernels cannot run, or it was enough. */
static bool is_pointless(struct pass *pass)
{
    struct gi_code *code = pass->code;

    return atomic_load(&code->refs) <= atomic_load(&code->ahead_refs) ||
           gi_device_is_lost(pass->set->device) ||
           gi_failed_context_check(0, pass->set->device->ordinal) != GI_OK ||
           atomic_load(&pass->spent_ns) > MOST_NS;
}

static bool step(struct pass *pass, uint32_t count, void (*make)(struct pass *, uint32_t number))
{
    int64_t since_ns = processor_ns();
    uint32_t number = atomic_fetch_add(&pass->next, 1);

    if (number >= count || is_pointless(pass))
        return false;
    make(pass, number);
    atomic_fetch_add(&pass->spent_ns, processor_ns() - since_ns);
    return true;
}

static bool step_likely(struct gi_background *work)
{
    struct pass *pass = pass_from(work);

    return step(pass, pass->code->kernel_count, make_likely);
}

static bool step_kept(struct gi_background *work)
{
    struct pass *pass = pass_from(work);

    return step(pass, pass->set->kept_count, make_kept);
}

static bool is_large(const struct gi_code *code)
{
    return code->kernel_count > MOST_KERNELS;
}

/* ---- launches of earlier processes ----------------------------------------------------------- */

/* The compiled_lock is held. Returns NULL without memory. */
static struct gi_kept_launches *list_of(struct gi_compiled_set *set)
{
    if (set->launches == NULL)
        set->launches = calloc(1, sizeof *set->launches);
    return set->launches;
}

/* The compiled_lock is held. False if the list has the launch, or is full. */
static bool add_kept_launch(struct gi_kept_launches *list, const struct gi_kept_launch *launch)
{
    if (list == NULL || list->count == GI_KEPT_LAUNCHES || gi_kept_launches_has(list, launch))
        return false;
    list->items[list->count++] = *launch;
    return true;
}

/* Launches that are added meanwhile take another turn, so that no older list comes last. */
static bool write_launches(struct gi_background *work)
{
    struct pass *pass = pass_from(work);
    struct gi_compiled_set *set = pass->set;
    struct gi_kept_launches launches;
    bool has_more = true;

    if (atomic_fetch_add(&pass->next, 1) > 0)
        return false;
    while (has_more) {
        pthread_mutex_lock(&pass->code->compiled_lock);
        launches = *set->launches;
        pthread_mutex_unlock(&pass->code->compiled_lock);
        gi_kept_launches_write(pass->code, &launches);
        pthread_mutex_lock(&pass->code->compiled_lock);
        has_more = set->launches->count != launches.count;
        set->is_saving = has_more;
        pthread_mutex_unlock(&pass->code->compiled_lock);
    }
    return true;
}

/* Has the list written, unless that happens already, or the earlier one is not read yet. The
 * compiled_lock is held; add_saving comes without it. */
static bool begin_saving(struct gi_compiled_set *set)
{
    if (!set->is_read || set->is_saving || set->launches->count == set->kept_count)
        return false;
    set->is_saving = true;
    return true;
}

static void add_saving(struct gi_code *code, struct gi_compiled_set *set)
{
    start_pass(code, set, write_launches, 1);
}

/* Puts the launches of earlier processes before those of this one. */
static bool merge(struct gi_compiled_set *set, struct gi_kept_launches *kept)
{
    struct gi_kept_launches *own = list_of(set);
    uint32_t kept_count = kept->count;

    set->is_read = own != NULL;
    if (own == NULL)
        return false;
    for (uint32_t i = 0; i < own->count; i++)
        (void)add_kept_launch(kept, &own->items[i]);
    *own = *kept;
    set->kept_count = kept_count;
    return begin_saving(set);
}

/* Reads the list, and begins the first pass. */
static bool read_launches(struct gi_background *work)
{
    struct pass *pass = pass_from(work);
    struct gi_kept_launches kept;
    bool saves;

    if (atomic_fetch_add(&pass->next, 1) > 0)
        return false;
    gi_kept_launches_read(pass->code, &kept);
    pthread_mutex_lock(&pass->code->compiled_lock);
    saves = merge(pass->set, &kept);
    pthread_mutex_unlock(&pass->code->compiled_lock);
    if (saves)
        add_saving(pass->code, pass->set);
    if (pass->set->kept_count > 0)
        start_pass(pass->code, pass->set, step_kept, pass->set->kept_count);
    else if (!is_large(pass->code))
        start_pass(pass->code, pass->set, step_likely, pass->code->kernel_count);
    return true;
}

/* ---- calls from outside ---------------------------------------------------------------------- */

void gi_ahead_begin(struct gi_code *code, struct gi_device *device)
{
    struct gi_compiled_set *set;
    bool is_begun;

    if (gi_background_most_threads() == 0 || code->is_unchecked ||
        code->kernel_count == 0 || gi_compiled_set_of(code, device, &set) != GI_OK)
        return;
    pthread_mutex_lock(&code->compiled_lock);
    is_begun = set->is_begun;
    set->is_begun = true;
    pthread_mutex_unlock(&code->compiled_lock);
    if (!is_begun)
        start_pass(code, set, read_launches, 1);
}

static unsigned dimensions_of_block(const uint32_t block[static 3])
{
    return block[2] > 1 ? 3 : block[1] > 1 ? 2 : 1;
}

/* Whether other kernels are likely to have this size now, and were not before. The compiled_lock is
 * held. */
static bool is_new_size(struct gi_compiled_set *set, const uint32_t block[static 3])
{
    uint32_t *newest = set->newest_blocks[dimensions_of_block(block) - 1];

    if (memcmp(newest, block, sizeof set->newest_blocks[0]) == 0)
        return false;
    memcpy(newest, block, sizeof set->newest_blocks[0]);
    return set->is_begun && set->passes < MOST_PASSES;
}

void gi_ahead_note(struct gi_compiled *compiled, const struct gi_use *use)
{
    struct gi_code *code = compiled->code;
    struct gi_kept_launch launch = { compiled->entry->number,
                                     { use->block[0], use->block[1], use->block[2] },
                                     use->dynamic_bytes };
    struct gi_compiled_set *set;
    bool begins = false, saves = false;

    if (gi_background_most_threads() == 0 || code->is_unchecked ||
        gi_compiled_set_of(code, compiled->device, &set) != GI_OK)
        return;
    pthread_mutex_lock(&code->compiled_lock);
    if (add_kept_launch(list_of(set), &launch)) {
        begins = is_new_size(set, use->block) && !is_large(code);
        set->passes += begins;
        saves = begin_saving(set);
    }
    pthread_mutex_unlock(&code->compiled_lock);
    if (begins)
        start_pass(code, set, step_likely, code->kernel_count);
    if (saves)
        add_saving(code, set);
}
