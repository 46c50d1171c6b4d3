#include "condition.h"

#include <stdlib.h>

#include "memory/own_memory.h"
#include "queue/device_state.h"
#include "stream/stream_state.h"

/* ---- life ------------------------------------------------------------------------------------ */

static _Atomic(struct gi_condition *) unused;

static _Atomic uint32_t *condition_word(const struct gi_condition *condition)
{
    return (_Atomic uint32_t *)(uintptr_t)condition->word->host_address;
}

uint32_t gi_condition_read(const struct gi_condition *condition)
{
    return atomic_load_explicit(condition_word(condition), memory_order_acquire);
}

void gi_condition_write(struct gi_condition *condition, uint32_t number)
{
    atomic_store_explicit(condition_word(condition), number, memory_order_release);
}

gi_status gi_condition_make(struct gi_device *device, uint32_t value, bool has_value,
                            struct gi_condition **out_condition)
{
    struct gi_condition *condition = calloc(1, sizeof *condition);
    gi_status status;

    gi_condition_sweep();
    *out_condition = condition;
    if (condition == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory for a condition");
    status = gi_allocation_new_word(device, sizeof(uint32_t), &condition->word);
    if (status == GI_OK) {
        atomic_init(&condition->references, 1);
        condition->device = device;
        condition->address = condition->word->device_address;
        condition->value = value;
        condition->has_value = has_value;
        gi_condition_write(condition, 0);
        status = gi_allocation_publish_kept(condition->word);
    }
    if (status == GI_OK)
        return GI_OK;
    free(condition);
    *out_condition = NULL;
    return status;
}

void gi_condition_ref(struct gi_condition *condition)
{
    atomic_fetch_add_explicit(&condition->references, 1, memory_order_relaxed);
}

void gi_condition_unref(struct gi_condition *condition)
{
    if (atomic_fetch_sub_explicit(&condition->references, 1, memory_order_acq_rel) != 1)
        return;
    condition->next = atomic_load(&unused);
    while (!atomic_compare_exchange_weak(&unused, &condition->next, condition))
        ;
}

/* Kernels that run may still write the word, so it outlives them. */
static void finish_condition(struct gi_condition *condition)
{
    (void)gi_allocation_take_away(condition->word, condition->address);
    gi_allocation_unref(condition->word);
    if (condition->last != NULL)
        gi_stream_release(condition->last);
    free(condition);
}

void gi_condition_sweep(void)
{
    struct gi_condition *condition;

    if (atomic_load_explicit(&unused, memory_order_relaxed) == NULL)
        return;
    condition = atomic_exchange(&unused, NULL);
    while (condition != NULL) {
        struct gi_condition *next = condition->next;

        finish_condition(condition);
        condition = next;
    }
}

/* ---- meanings of numbers --------------------------------------------------------------------- */

size_t gi_condition_choose(enum gi_condition_type type, uint32_t size, uint32_t number)
{
    switch (type) {
    case GI_CONDITION_IF:
        if (number != 0)
            return 0;
        return size > 1 ? 1 : SIZE_MAX;
    case GI_CONDITION_WHILE:
        return number != 0 ? 0 : SIZE_MAX;
    case GI_CONDITION_SWITCH:
        return number < size ? number : SIZE_MAX;
    }
    return SIZE_MAX;
}

gi_status gi_condition_check(int type, uint32_t size)
{
    static const uint32_t most[] = {
        [GI_CONDITION_IF] = 2, [GI_CONDITION_WHILE] = 1, [GI_CONDITION_SWITCH] = UINT32_MAX
    };

    if (type < GI_CONDITION_IF || type > GI_CONDITION_SWITCH)
        return gi_fail(GI_INVALID_VALUE, "conditional node: type is %d; there are 0 (if), 1 "
                       "(while) and 2 (switch)", type);
    if (size == 0 || size > most[type])
        return gi_fail(GI_INVALID_VALUE, "conditional node: size is %u; a node of type %d has 1 to "
                       "%u graphs", size, type, most[type]);
    return GI_OK;
}
