/** Resources of textures and surfaces, translated between the interface and the core. */
#ifndef GI_FRONT_RESOURCE_H
#define GI_FRONT_RESOURCE_H

#include "front_names.h"

#include "ops/texture.h"

/** Reads only the member of the union that resType selects; for an unknown type, none. */
struct gi_resource front_from_resource(const gpuResourceDesc *resource);
gpuResourceDesc front_to_resource(const struct gi_resource *resource);

#endif
