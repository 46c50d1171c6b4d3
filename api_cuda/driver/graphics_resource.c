#include "graphics.h"

CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource)
{
    return gicu_refuse_resource(__func__, resource);
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags)
{
    (void)flags;
    return gicu_refuse_resource(__func__, resource);
}

CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *pointer, size_t *size,
                                            CUgraphicsResource resource)
{
    (void)size;
    FRONT_NOT_NULL(pointer);
    return gicu_refuse_resource(__func__, resource);
}

CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *array,
                                                   CUgraphicsResource resource)
{
    FRONT_NOT_NULL(array);
    return gicu_refuse_resource(__func__, resource);
}

CUresult cuGraphicsSubResourceGetMappedArray(CUarray *array, CUgraphicsResource resource,
                                             unsigned int layer, unsigned int level)
{
    (void)layer, (void)level;
    FRONT_NOT_NULL(array);
    return gicu_refuse_resource(__func__, resource);
}
