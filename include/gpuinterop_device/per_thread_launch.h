/** Launches by <<< >>> in sources whose NULL stream is the calling thread's. Clang calls the
 *  functions of a launch by their names, whatever macros say. So the stream is chosen here, where
 *  the launch keeps its configuration. The header before this one defines
 *    GPUINTEROP_PUSH             the name of the function that keeps it
 *    GPUINTEROP_PUSH_RESULT      what that returns
 *    GPUINTEROP_STREAM           the type of a stream
 *    GPUINTEROP_STREAM_OF_THREAD the calling thread's stream */
#define GPUINTEROP_TEXT_OF(word) #word
#define GPUINTEROP_TEXT(word) GPUINTEROP_TEXT_OF(word)

extern "C" {
GPUINTEROP_PUSH_RESULT gpuinterop_push(dim3 grid, dim3 block, size_t shared_bytes,
                                       GPUINTEROP_STREAM stream)
    __asm__(GPUINTEROP_TEXT(GPUINTEROP_PUSH));

static inline GPUINTEROP_PUSH_RESULT GPUINTEROP_PUSH(dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                     GPUINTEROP_STREAM stream = 0)
    __asm__("gpuinterop_push_per_thread");
static inline GPUINTEROP_PUSH_RESULT GPUINTEROP_PUSH(dim3 grid, dim3 block, size_t shared_bytes,
                                                     GPUINTEROP_STREAM stream)
{
    return gpuinterop_push(grid, block, shared_bytes,
                           stream != 0 ? stream : GPUINTEROP_STREAM_OF_THREAD);
}
}

#undef GPUINTEROP_TEXT
#undef GPUINTEROP_TEXT_OF
#undef GPUINTEROP_STREAM_OF_THREAD
#undef GPUINTEROP_STREAM
#undef GPUINTEROP_PUSH_RESULT
#undef GPUINTEROP_PUSH
