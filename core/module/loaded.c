#include "loaded.h"

#include <stdlib.h>

#include "base/vector.h"
#include "module.h"

static struct gi_loaded *find_loaded(const struct gi_loaded_set *set,
                                     const struct gi_device *device)
{
    for (size_t i = 0; i < set->count; i++) {
        if (set->items[i].device == device)
            return &set->items[i];
    }
    return NULL;
}

bool gi_loaded_is_live(gi_handle module)
{
    struct gi_object *object;

    if (gi_handle_acquire(module, GI_OBJECT_MODULE, &object) != GI_OK)
        return false;
    gi_object_unref(object);
    return true;
}

gi_handle gi_loaded_on(const struct gi_loaded_set *set, const struct gi_device *device)
{
    const struct gi_loaded *loaded = find_loaded(set, device);

    return loaded != NULL && gi_loaded_is_live(loaded->module) ? loaded->module : 0;
}

gi_status gi_loaded_add(struct gi_loaded_set *set, struct gi_code *code, struct gi_device *device,
                        gi_handle *out_module)
{
    struct gi_loaded *loaded = find_loaded(set, device);
    gi_status status;

    if (loaded == NULL &&
        !gi_grow((void **)&set->items, &set->capacity, set->count + 1, sizeof *set->items))
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to load device code");
    status = gi_module_load_shared(code, device, out_module);
    if (status != GI_OK)
        return status;
    if (loaded == NULL)
        loaded = &set->items[set->count++];
    *loaded = (struct gi_loaded){ device, *out_module };
    return GI_OK;
}

void gi_loaded_finish(struct gi_loaded_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        gi_status status = gi_module_unload(set->items[i].module);

        (void)status;            /* a reset of the device may have ended it */
    }
    free(set->items);
    *set = (struct gi_loaded_set){ 0 };
}
