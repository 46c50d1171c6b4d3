/** Marks for a profiler, of which none is here: they are empty, as they are with AMD's. */
#ifndef GPUINTEROP_HIP_PROFILE_H
#define GPUINTEROP_HIP_PROFILE_H

#define HIP_SCOPED_MARKER(name, group)
#define HIP_BEGIN_MARKER(name, group)
#define HIP_END_MARKER()

#endif
