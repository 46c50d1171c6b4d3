/** Local memory that lies in device memory of the launch (local_in_memory of translate.h).
 *
 *  The elements of 32 threads that follow each other alternate, so lanes that access the same
 *  place access bytes side by side. An element has the width of the words that the kernel's local
 *  memory is made of. */
#ifndef GI_EMIT_LOCAL_H
#define GI_EMIT_LOCAL_H

#include "kernel/translate/analyse/emit.h"

/** Makes local memory: an array of the thread, or a variable for the address of its part. */
void gi_emit_local_declare(struct gi_emit *emit);

/** Finds the part of the thread in that of its block (block_memory.h), whose address has 64
 *  bits. */
void gi_emit_local_begin(struct gi_emit *emit, gi_id block);

/** The address of an element of the thread's part. */
gi_id gi_emit_local_address(struct gi_emit *emit, gi_id index);

#endif
