/** HIP's calls for resources of OpenGL, whose headers do not stand beside CUDA's. Each returns
 *  HIP's error. */
#ifndef FUZZ_GL_HIP_H
#define FUZZ_GL_HIP_H

#include <stdbool.h>

int fuzz_hip_register_buffer(void **out_resource, unsigned int name, unsigned int flags);
int fuzz_hip_register_image(void **out_resource, unsigned int name, unsigned int target,
                            unsigned int flags);
int fuzz_hip_list(bool maps, int count, void **list, void *stream);
int fuzz_hip_devices(unsigned int *count, int *devices, unsigned int room, int list);

#endif
