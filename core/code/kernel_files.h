/** Files of kernels, to look at, and to edit.
 *
 *  GPUINTEROP_KERNEL_DUMP is the absolute path of a folder. The library writes the PTX of each
 *  module there whose kernels are compiled, and the SPIR-V that drivers get of each kernel. A
 *  module of SPIR-V has the latter alone.
 *  GPUINTEROP_KERNEL_REPLACE is the absolute path of a folder. A file there with the name that a
 *  dump gives it takes the place of the kernel's SPIR-V. A launch passes the same parameters and
 *  constants as before.
 *
 *  The folders and files belong to the user, and are no symbolic links. Both variables are ignored
 *  in a process that runs with another user's rights. */
#ifndef GI_KERNEL_FILES_H
#define GI_KERNEL_FILES_H

#include "code.h"

/** Whether one of the variables is set.
 *  Threads: any. */
bool gi_kernel_files_are_wanted(void);

/** Writes the kernel's files, and reads the one that takes its place. A line of the
 *  log names a file that cannot be written.
 *  Owner:   the arena has the new words.
 *  Threads: any.
 *  Errors:  GI_INVALID_IMAGE if the file that is read is none of SPIR-V, or not valid;
 *           GI_NOT_SUPPORTED if nothing is installed that can say so; GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_kernel_files(struct gi_arena *arena, struct gi_code *code,
                                        const struct gi_code_kernel *entry,
                                        const struct gi_translate_target *target,
                                        struct gi_translate_kernel *kernel);

#endif
