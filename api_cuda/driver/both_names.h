/** The driver interface's names for the neutral names of api_cuda/both/. */
#ifndef GICU_BOTH_NAMES_H
#define GICU_BOTH_NAMES_H

#include "front_names.h"

#define gpuGraphicsResourceGetMappedMipmappedArray cuGraphicsResourceGetMappedMipmappedArray
#define gpuGraphicsResourceSetMapFlags cuGraphicsResourceSetMapFlags

#endif
