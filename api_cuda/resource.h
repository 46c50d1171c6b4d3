/** What textures and surfaces are made of, in this interface's words and the core's. */
#ifndef GICUDA_RESOURCE_H
#define GICUDA_RESOURCE_H

#include "cuda_runtime_api.h"

#include "texture.h"

/** Reads no more of the union than resType says; of an unknown one nothing. */
struct gi_resource gicuda_from_resource(const struct cudaResourceDesc *resource);
struct cudaResourceDesc gicuda_to_resource(const struct gi_resource *resource);

#endif
