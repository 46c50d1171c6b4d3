/** Functions that programs declare and the library has: texts of programs need not define them.
 *  The compilers' drivers read this file, too. */
#ifndef GI_OWN_FUNCTIONS_H
#define GI_OWN_FUNCTIONS_H

/** Their names, as PTX has them. */
#define GI_OWN_FUNCTIONS "vprintf", "__assertfail", "malloc", "free", \
    "__cuda_syscall_aligned_malloc"

#endif
