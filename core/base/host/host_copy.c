#include "host_copy.h"

#include <stdint.h>
#include <string.h>

/* Smaller copies stay in the cache, where the reader finds them sooner. */
enum { STREAMED_BYTES = 256 * 1024 };

#if defined(__SSE2__)
#include <emmintrin.h>

enum { LINE_BYTES = 64 };

static void stream_lines(char *dst, const char *src, size_t lines)
{
    for (; lines > 0; lines--, dst += LINE_BYTES, src += LINE_BYTES) {
        __m128i a = _mm_loadu_si128((const __m128i *)(const void *)src);
        __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(src + 16));
        __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(src + 32));
        __m128i d = _mm_loadu_si128((const __m128i *)(const void *)(src + 48));

        _mm_stream_si128((__m128i *)(void *)dst, a);
        _mm_stream_si128((__m128i *)(void *)(dst + 16), b);
        _mm_stream_si128((__m128i *)(void *)(dst + 32), c);
        _mm_stream_si128((__m128i *)(void *)(dst + 48), d);
    }
    _mm_sfence();                /* the stores are weakly ordered */
}

void gi_host_copy_out(void *dst, const void *src, size_t size_bytes)
{
    size_t head = (size_t)(0 - (uintptr_t)dst) % LINE_BYTES, body;

    if (size_bytes < STREAMED_BYTES) {
        memcpy(dst, src, size_bytes);
        return;
    }
    body = (size_bytes - head) / LINE_BYTES * LINE_BYTES;
    memcpy(dst, src, head);
    stream_lines((char *)dst + head, (const char *)src + head, body / LINE_BYTES);
    memcpy((char *)dst + head + body, (const char *)src + head + body, size_bytes - head - body);
}
#else
void gi_host_copy_out(void *dst, const void *src, size_t size_bytes)
{
    memcpy(dst, src, size_bytes);
}
#endif
