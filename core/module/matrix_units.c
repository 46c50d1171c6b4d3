#include "matrix_units.h"

#include <string.h>

#include "base/log.h"
#include "code/code.h"
#include "code/kept_matrices.h"
#include "queue/device_state.h"
#include "wiring.h"

/* In gi_device.matrix_units; the result stands below. */
#define KNOWN 0x10000u

static void note_units(struct gi_device *device, const struct gi_matrix_units *found)
{
    uint32_t result = KNOWN | found->matrices | (uint32_t)found->turned << 8;

    atomic_store_explicit(&device->matrix_units, result, memory_order_release);
    gi_log(GI_LOG_INFO, "device %d makes products of matrices as cooperative ones: set %#x, of %#x "
           "that it offers; %#x with words in another order", device->ordinal, found->matrices,
           device->base->info.matrices, found->turned);
}

static bool know(struct gi_device *device)
{
    return atomic_load_explicit(&device->matrix_units, memory_order_acquire) != 0;
}

/* The test_lock is held. */
static bool read_kept(struct gi_device *device)
{
    struct gi_matrix_units found;

    if (!know(device) && gi_kept_matrices_read(&device->base->info, &found))
        note_units(device, &found);
    return know(device);
}

/* PTX has no other word with these letters, but a name may: then the device is tested in vain. */
static bool has_products(struct gi_code *code)
{
    int found = atomic_load_explicit(&code->has_products, memory_order_relaxed);

    if (code->ptx == NULL)
        return false;
    if (found == 0) {
        found = memmem(code->text.text, code->text.byte_count, "mma.", 4) != NULL ? 2 : 1;
        atomic_store_explicit(&code->has_products, found, memory_order_relaxed);
    }
    return found == 2;
}

static bool needs_test(struct gi_device *device, struct gi_code *code)
{
    return device->base->info.matrices != 0 && !code->is_trial && !know(device) &&
           has_products(code);
}

void gi_matrix_units_need(struct gi_device *device, struct gi_code *code)
{
    struct gi_matrix_units found = { 0, 0 };

    if (!needs_test(device, code))
        return;
    pthread_mutex_lock(&device->test_lock);
    if (!read_kept(device)) {
        if (gi_wiring.test_matrices(device, &found) == GI_OK)
            gi_kept_matrices_write(&device->base->info, &found);
        else
            gi_log(GI_LOG_ERROR, "device %d: the test of its units for matrices failed, so lanes "
                   "make all products: %s", device->ordinal, gi_last_error_detail());
        note_units(device, &found);
    }
    pthread_mutex_unlock(&device->test_lock);
}

bool gi_matrix_units_are_known(struct gi_device *device, struct gi_code *code)
{
    bool known;

    if (!needs_test(device, code))
        return true;
    pthread_mutex_lock(&device->test_lock);
    known = read_kept(device);
    pthread_mutex_unlock(&device->test_lock);
    return known;
}

void gi_matrix_units_add(struct gi_device *device, struct gi_code *code,
                         struct gi_translate_target *target)
{
    uint32_t units = atomic_load_explicit(&device->matrix_units, memory_order_acquire);

    if (code->is_trial) {
        target->matrices = code->tried.units.matrices;
        target->matrices_turned = code->tried.units.turned;
    } else if (units != 0 && has_products(code)) {
        target->matrices = (uint8_t)units;
        target->matrices_turned = (uint8_t)(units >> 8);
    }
}
