/** The runtime's names for the neutral names of api_cuda/both/, which only CUDA's two interfaces
 *  have. */
#ifndef GICUDA_BOTH_NAMES_H
#define GICUDA_BOTH_NAMES_H

#include "front_names.h"

#define gpuGraphicsResourceGetMappedMipmappedArray cudaGraphicsResourceGetMappedMipmappedArray
#define gpuGraphicsResourceSetMapFlags cudaGraphicsResourceSetMapFlags

#endif
