/** Kernels of modules: calls that HIP alone has. */
#include "front_driver_names.h"
#include "handles.h"
#include "driver/module_launch.h"
#include "runtime/occupancy.h"

#include "module/function.h"
#include "module/module.h"

gi_status front_find_function(hipFunction_t function, struct gi_function **out_function)
{
    return gi_function_acquire(front_from_function(function), out_function);
}

hipError_t hipModuleGetTexRef(textureReference **reference, hipModule_t module, const char *name)
{
    uint64_t pointer, size_bytes;

    FRONT_NOT_NULL(reference);
    FRONT_NOT_NULL(name);
    FRONT_TRY(front_begin());
    FRONT_TRY(gi_module_variable((gi_handle)(uintptr_t)module, name, &pointer, &size_bytes));
    return front_error(gi_fail(GI_NOT_SUPPORTED, "%s: device code here has no texture references; "
                               "texture objects are there", __func__));
}

static gi_status potential(const char *caller, hipFunction_t function, size_t dynamic_bytes,
                           int limit, unsigned int flags, int *out_grid, int *out_block)
{
    struct gi_function *found;
    gi_status status = front_begin();

    if (status == GI_OK)
        status = gi_function_acquire(front_from_function(function), &found);
    if (status != GI_OK)
        return status;
    status = front_potential_block(caller, found, dynamic_bytes, limit, flags, out_grid, out_block);
    gi_object_unref(&found->object);
    return status;
}

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block, hipFunction_t function,
                                                   size_t dynamic_bytes, int limit)
{
    FRONT_NOT_NULL(grid);
    FRONT_NOT_NULL(block);
    return front_error(potential(__func__, function, dynamic_bytes, limit, 0, grid, block));
}

hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block,
                                                            hipFunction_t function,
                                                            size_t dynamic_bytes, int limit,
                                                            unsigned int flags)
{
    FRONT_NOT_NULL(grid);
    FRONT_NOT_NULL(block);
    return front_error(potential(__func__, function, dynamic_bytes, limit, flags, grid, block));
}
