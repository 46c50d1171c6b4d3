/* Digests against the examples of FIPS 180-4, and in pieces of any size. */
#include "base/disk/digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"
#include "random.h"

static void check(const struct gi_digest *digest, const char *expected)
{
    char text[2 * sizeof digest->bytes + 1];

    for (size_t i = 0; i < sizeof digest->bytes; i++)
        (void)snprintf(text + 2 * i, 3, "%02x", digest->bytes[i]);
    assert_string_equal(text, expected);
}

TEST_CASE(published_examples_are_right)
{
    static const struct {
        const char *text, *digest;
    } examples[] = {
        { "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
        { "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
        { "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
        { "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
          "lmnopqrsmnopqrstnopqrstu",
          "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1" },
    };

    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        struct gi_digest digest = gi_digest_of(examples[i].text, strlen(examples[i].text));

        check(&digest, examples[i].digest);
    }
}

TEST_CASE(a_million_letters_are_right)
{
    struct gi_digest_state computed;
    struct gi_digest digest;

    gi_digest_begin(&computed);
    for (int i = 0; i < 1000000; i++)
        gi_digest_add(&computed, "a", 1);
    digest = gi_digest_end(&computed);
    check(&digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* Lengths around the ends of blocks, where the padding needs a second one. */
TEST_CASE(pieces_give_the_digest_of_the_whole)
{
    struct test_random random;
    uint8_t bytes[300];

    test_random_begin(&random, "digests");
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)test_random_below(&random, 256);
    for (size_t size = 0; size <= sizeof bytes; size++) {
        struct gi_digest whole = gi_digest_of(bytes, size), pieces;
        struct gi_digest_state computed;

        gi_digest_begin(&computed);
        for (size_t done = 0, count; done < size; done += count) {
            count = 1 + test_random_below(&random, size - done);
            gi_digest_add(&computed, bytes + done, count);
        }
        pieces = gi_digest_end(&computed);
        assert_memory_equal(&whole, &pieces, sizeof whole);
    }
}
