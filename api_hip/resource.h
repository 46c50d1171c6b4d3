/** What textures and surfaces are made of, in this interface's words and the core's. */
#ifndef GIHIP_RESOURCE_H
#define GIHIP_RESOURCE_H

#include "hip/hip_runtime_api.h"

#include "texture.h"

/** Reads no more of the union than resType says; of an unknown one nothing. */
struct gi_resource gihip_from_resource(const struct hipResourceDesc *resource);
struct hipResourceDesc gihip_to_resource(const struct gi_resource *resource);

#endif
