/** Ranges and marks of NVTX 3 on the tracks of a timeline. A program that is built with NVTX's
 *  headers loads the library of NVTX_INJECTION64_PATH at its first call of NVTX, and calls this
 *  function.
 *  Threads: any. */
#ifndef GI_NVTX_H
#define GI_NVTX_H

#include <stdint.h>

/** Gives the table of a number; NULL: the program's NVTX lacks it. */
typedef const void *(*gi_nvtx_get_table)(uint32_t number);

/** Replaces NVTX's functions by those that record.
 *  Returns: 1; 0 if the program's NVTX is another than version 3. */
int InitializeInjectionNvtx2(gi_nvtx_get_table get_table);

#endif
