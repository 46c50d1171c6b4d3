/** What textures and surfaces are made of, in the interface's words and the core's. */
#ifndef GI_FRONT_RESOURCE_H
#define GI_FRONT_RESOURCE_H

#include "front_names.h"

#include "ops/texture.h"

/** Reads no more of the union than resType says; of an unknown one nothing. */
struct gi_resource front_from_resource(const gpuResourceDesc *resource);
gpuResourceDesc front_to_resource(const struct gi_resource *resource);

#endif
