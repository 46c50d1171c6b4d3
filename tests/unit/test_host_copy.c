/* Copies by the processor: every alignment of both ends, and nothing beside the target. */
#include "base/host/host_copy.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"

enum { MOST = 1 << 20, SPARE = 256 };

TEST_CASE(each_alignment_and_size)
{
    static const size_t sizes[] = { 0, 1, 63, 64, 65, 4096, 262143, 262144, 262145, 300001,
                                    MOST };
    unsigned char *src = malloc(MOST + 2 * SPARE), *dst = malloc(MOST + 2 * SPARE);

    assert_true(src != NULL && dst != NULL);
    for (size_t i = 0; i < MOST + 2 * SPARE; i++)
        src[i] = (unsigned char)(i * 31 + i / 251);
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        for (size_t shift = 0; shift < 67; shift += 11) {
            unsigned char *to = dst + SPARE + shift;
            const unsigned char *from = src + SPARE + (shift * 7) % 64;

            memset(dst, 0xa5, MOST + 2 * SPARE);
            gi_host_copy_out(to, from, sizes[s]);
            assert_memory_equal(to, from, sizes[s]);
            for (const unsigned char *other = dst; other < dst + MOST + 2 * SPARE; other++) {
                if (other == to)
                    other += sizes[s];
                assert_int_equal(*other, 0xa5);
            }
        }
    }
    free(src);
    free(dst);
}
