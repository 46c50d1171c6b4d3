/** The default stream of programs whose default stream is the calling thread's own. */
#ifndef GI_FRONT_CHOSEN_STREAM_H
#define GI_FRONT_CHOSEN_STREAM_H

#include "front_names.h"

/** Translates a stream of a program whose NULL stream is the calling thread's own. */
static inline gpuStream_t front_chosen(gpuStream_t stream)
{
    return stream ? stream : gpuStreamPerThread;
}

#endif
