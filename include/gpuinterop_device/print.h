/** printf of device code as CUDA has it: clang makes it a call of vprintf. HIP's answers something
 *  else (print_characters.h). */
#ifndef GPUINTEROP_DEVICE_PRINT_H
#define GPUINTEROP_DEVICE_PRINT_H

extern "C" __attribute__((device)) int printf(const char *format, ...);

#endif
