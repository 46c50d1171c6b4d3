/** The compute capability of devices in CUDA's sense. */
#ifndef GI_CAPABILITY_H
#define GI_CAPABILITY_H

/** The one that devices report, times ten, and that code is chosen for. */
#define GI_CODE_CAPABILITY 80

#endif
