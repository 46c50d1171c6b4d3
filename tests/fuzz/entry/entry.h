/** What the entry points of libFuzzer share: the declarations that the engine asks for, and values
 *  taken from the bytes of an input. Bytes that are not there are zero. */
#ifndef FUZZ_ENTRY_H
#define FUZZ_ENTRY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

/** What is left of an input. */
struct entry_bytes {
    const uint8_t *at;
    size_t left;
};

static inline void entry_take(struct entry_bytes *bytes, void *out, size_t size)
{
    size_t count = size < bytes->left ? size : bytes->left;

    memset(out, 0, size);
    if (count > 0)
        memcpy(out, bytes->at, count);
    bytes->at += count;
    bytes->left -= count;
}

static inline uint8_t entry_byte(struct entry_bytes *bytes)
{
    uint8_t byte;

    entry_take(bytes, &byte, 1);
    return byte;
}

#endif
