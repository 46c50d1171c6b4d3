/** Modules: calls that the driver interface alone has. */
#include "driver.h"

#include "module/library.h"
#include "module/module.h"

/* A container says how long it is, so it needs no call of its own. */
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image)
{
    return cuModuleLoadData(module, image);
}

/* Functions are compiled when they are first used. */
CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
    CU_TRY(gicu_ready());
    CU_NOT_NULL(mode);
    *mode = CU_MODULE_LAZY_LOADING;
    return CUDA_SUCCESS;
}

CUresult cuModuleGetFunctionCount(unsigned int *count, CUmodule module)
{
    CU_TRY(gicu_begin_object());
    CU_NOT_NULL(count);
    return gicu_error(gi_module_function_count(gicu_handle(module), count));
}

_Static_assert(sizeof(CUfunction) == sizeof(gi_handle), "arrays of handles are passed on");

CUresult cuModuleEnumerateFunctions(CUfunction *functions, unsigned int room, CUmodule module)
{
    CU_TRY(gicu_begin_object());
    CU_NOT_NULL(functions);
    return gicu_error(gi_module_functions(gicu_handle(module), (gi_handle *)(void *)functions,
                                          room));
}

/* Device code has no references, so no name is one. */
static CUresult refuse_reference(const char *caller, const void *reference, CUmodule module,
                                 const char *name)
{
    unsigned int count;

    CU_TRY(gicu_begin());
    CU_REQUIRE(reference != NULL, "%s: reference is NULL", caller);
    CU_REQUIRE(name != NULL, "%s: name is NULL", caller);
    CU_TRY(gi_module_function_count(gicu_handle(module), &count));
    return gicu_error(gi_fail(GI_NOT_FOUND, "%s: device code here has no texture and surface "
                              "references; texture and surface objects are there", caller));
}

CUresult cuModuleGetTexRef(CUtexref *reference, CUmodule module, const char *name)
{
    return refuse_reference(__func__, reference, module, name);
}

CUresult cuModuleGetSurfRef(CUsurfref *reference, CUmodule module, const char *name)
{
    return refuse_reference(__func__, reference, module, name);
}

/* The module that a library is in the current context. */
CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library)
{
    gi_handle handle;

    CU_TRY(gicu_begin());
    CU_NOT_NULL(module);
    CU_TRY(gi_library_module(gicu_handle(library), &handle));
    *module = gicu_pointer(handle);
    return CUDA_SUCCESS;
}
