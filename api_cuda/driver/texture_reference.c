/** Texture and surface references, which are variables of device code. Device code here has none,
 *  so no handle names one. */
#include "driver.h"

static CUresult refuse_reference(const char *caller, bool complete)
{
    CU_TRY(gicu_begin());
    CU_REQUIRE(complete, "%s: a pointer is NULL", caller);
    return gicu_error(gi_fail(GI_NOT_SUPPORTED, "%s: references are variables of device code, and "
                              "it has none here; texture and surface objects are there", caller));
}

CUresult cuTexRefCreate(CUtexref *reference)
{
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefDestroy(CUtexref reference)
{
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefSetArray(CUtexref reference, CUarray array, unsigned int flags)
{
    (void)flags;
    return refuse_reference(__func__, reference != NULL && array != NULL);
}

CUresult cuTexRefGetArray(CUarray *array, CUtexref reference)
{
    return refuse_reference(__func__, array != NULL && reference != NULL);
}

CUresult cuTexRefSetMipmappedArray(CUtexref reference, CUmipmappedArray array, unsigned int flags)
{
    (void)flags;
    return refuse_reference(__func__, reference != NULL && array != NULL);
}

CUresult cuTexRefGetMipmappedArray(CUmipmappedArray *array, CUtexref reference)
{
    return refuse_reference(__func__, array != NULL && reference != NULL);
}

CUresult cuTexRefSetAddress(size_t *offset, CUtexref reference, CUdeviceptr pointer, size_t size)
{
    (void)offset, (void)pointer, (void)size;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetAddress(CUdeviceptr *pointer, CUtexref reference)
{
    return refuse_reference(__func__, pointer != NULL && reference != NULL);
}

CUresult cuTexRefSetAddress2D(CUtexref reference, const CUDA_ARRAY_DESCRIPTOR *descriptor,
                              CUdeviceptr pointer, size_t pitch)
{
    (void)pointer, (void)pitch;
    return refuse_reference(__func__, reference != NULL && descriptor != NULL);
}

CUresult cuTexRefSetFormat(CUtexref reference, CUarray_format format, int channel_count)
{
    (void)format, (void)channel_count;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetFormat(CUarray_format *format, int *channel_count, CUtexref reference)
{
    return refuse_reference(__func__, format != NULL && channel_count != NULL && reference != NULL);
}

CUresult cuTexRefSetAddressMode(CUtexref reference, int dimension, CUaddress_mode mode)
{
    (void)dimension, (void)mode;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetAddressMode(CUaddress_mode *mode, CUtexref reference, int dimension)
{
    (void)dimension;
    return refuse_reference(__func__, mode != NULL && reference != NULL);
}

CUresult cuTexRefSetFilterMode(CUtexref reference, CUfilter_mode mode)
{
    (void)mode;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetFilterMode(CUfilter_mode *mode, CUtexref reference)
{
    return refuse_reference(__func__, mode != NULL && reference != NULL);
}

CUresult cuTexRefSetMipmapFilterMode(CUtexref reference, CUfilter_mode mode)
{
    (void)mode;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetMipmapFilterMode(CUfilter_mode *mode, CUtexref reference)
{
    return refuse_reference(__func__, mode != NULL && reference != NULL);
}

CUresult cuTexRefSetMipmapLevelBias(CUtexref reference, float bias)
{
    (void)bias;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetMipmapLevelBias(float *bias, CUtexref reference)
{
    return refuse_reference(__func__, bias != NULL && reference != NULL);
}

CUresult cuTexRefSetMipmapLevelClamp(CUtexref reference, float lowest, float highest)
{
    (void)lowest, (void)highest;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetMipmapLevelClamp(float *lowest, float *highest, CUtexref reference)
{
    return refuse_reference(__func__, lowest != NULL && highest != NULL && reference != NULL);
}

CUresult cuTexRefSetMaxAnisotropy(CUtexref reference, unsigned int ratio)
{
    (void)ratio;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetMaxAnisotropy(int *ratio, CUtexref reference)
{
    return refuse_reference(__func__, ratio != NULL && reference != NULL);
}

CUresult cuTexRefSetBorderColor(CUtexref reference, float *color)
{
    return refuse_reference(__func__, reference != NULL && color != NULL);
}

CUresult cuTexRefGetBorderColor(float *color, CUtexref reference)
{
    return refuse_reference(__func__, color != NULL && reference != NULL);
}

CUresult cuTexRefSetFlags(CUtexref reference, unsigned int flags)
{
    (void)flags;
    return refuse_reference(__func__, reference != NULL);
}

CUresult cuTexRefGetFlags(unsigned int *flags, CUtexref reference)
{
    return refuse_reference(__func__, flags != NULL && reference != NULL);
}

CUresult cuSurfRefSetArray(CUsurfref reference, CUarray array, unsigned int flags)
{
    (void)flags;
    return refuse_reference(__func__, reference != NULL && array != NULL);
}

CUresult cuSurfRefGetArray(CUarray *array, CUsurfref reference)
{
    return refuse_reference(__func__, array != NULL && reference != NULL);
}
