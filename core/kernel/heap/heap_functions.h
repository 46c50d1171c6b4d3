/** malloc and free of kernels, in C that is compiled for devices (heap_device.h) and in a test for
 *  the host. The includer defines these names:
 *
 *    heap_word                  a word of the heap's memory
 *    heap_load heap_store       without an order
 *    heap_add heap_or heap_and heap_exchange heap_compare    atomics that return the old word
 *    heap_fence                 a fence of acquire and release
 *    HEAP_FUNCTION              how functions are declared
 *
 *  No thread waits for another one: each loop has a bound. A thread that is stopped anywhere keeps
 *  the blocks and pages that it has, and nothing else. */
#ifndef GI_HEAP_FUNCTIONS_H
#define GI_HEAP_FUNCTIONS_H

#include "heap_layout.h"

/* A state counts free blocks in its lower 24 bits, from HEAP_NONE on: threads that found none have
 * taken one off for a moment. The number above is 0 for a page that is free or the later part of a
 * large piece, HEAP_LARGE for the first part, else the class + 1. Words hold the difference to the
 * state of a free page. */
#define HEAP_NONE 0x400000u
#define HEAP_LARGE 127u
#define HEAP_NOTHING 0xffffffffu
#define HEAP_CLAIMS 0x80000000u          /* of a hint: a thread of the group is taking a page */

#define HEAP_TRIES 64u
#define HEAP_POLLS 32u                   /* looks at a page that another thread is taking */
#define HEAP_PARTIAL_TRIES 16u
#define HEAP_LARGE_TRIES 4u

struct heap {
    heap_word *words;
    unsigned page_bits, page_count;
    unsigned slot;                       /* of the calling thread's group of warps */
};

/* ---- sizes ---- */

/* 16, 32, 48, 64, 96, 128, 192, 256, ... */
HEAP_FUNCTION unsigned heap_class_of(unsigned bytes)
{
    unsigned last = bytes - 1, top;

    if (bytes <= 32)
        return bytes > 16;
    top = 31u - (unsigned)__builtin_clz(last);
    return 2 * (top - 5) + 2 + (last >> (top - 1) & 1);
}

/* How many times 16 or 48 bytes a block has is a power of two. */
HEAP_FUNCTION unsigned heap_class_shift(unsigned class)
{
    return class == 0 ? 0 : class % 2 ? (class + 1) / 2 : (class - 2) / 2;
}

HEAP_FUNCTION unsigned heap_is_by_three(unsigned class)
{
    return class != 0 && class % 2 == 0;
}

HEAP_FUNCTION unsigned heap_block_bytes(unsigned class)
{
    return (heap_is_by_three(class) ? 48u : 16u) << heap_class_shift(class);
}

/* How many whole blocks there are in so many bytes. */
HEAP_FUNCTION unsigned heap_blocks_in(unsigned class, unsigned bytes)
{
    unsigned units = bytes >> GI_HEAP_BLOCK_BITS >> heap_class_shift(class);

    return heap_is_by_three(class) ? units / 3 : units;
}

/* ---- places ---- */

HEAP_FUNCTION unsigned heap_page_bytes(const struct heap *heap)
{
    return 1u << heap->page_bits;
}

HEAP_FUNCTION heap_word *heap_taken_bits(const struct heap *heap)
{
    return heap->words + GI_HEAP_AT_BITS;
}

HEAP_FUNCTION heap_word *heap_class_words(const struct heap *heap, unsigned class)
{
    return heap->words + GI_HEAP_AT_CLASSES + class * GI_HEAP_CLASS_WORDS;
}

HEAP_FUNCTION heap_word *heap_state(const struct heap *heap, unsigned page)
{
    return heap->words + GI_HEAP_AT_STATES + page;
}

HEAP_FUNCTION heap_word *heap_length(const struct heap *heap, unsigned page)
{
    return heap->words + GI_HEAP_AT_LENGTHS + page;
}

HEAP_FUNCTION heap_word *heap_block_words(const struct heap *heap, unsigned page)
{
    return heap->words + GI_HEAP_AT_BLOCKS
        + ((unsigned long long)page << (heap->page_bits - GI_HEAP_BLOCK_BITS - 5));
}

HEAP_FUNCTION unsigned heap_code_of(unsigned word)
{
    return (word + HEAP_NONE) >> 24;
}

/* How many blocks are free; below 0 for a moment. */
HEAP_FUNCTION int heap_free_of(unsigned word)
{
    return (int)((word + HEAP_NONE) & 0xffffffu) - (int)HEAP_NONE;
}

HEAP_FUNCTION unsigned heap_state_word(unsigned class, unsigned free_blocks)
{
    return ((class + 1) << 24) + free_blocks;
}

/* A bit of a word, the first from a place on, or from the first bit on. */
HEAP_FUNCTION unsigned heap_pick(unsigned bits, unsigned from)
{
    unsigned above = bits & (0xffffffffu << (from & 31));

    return (unsigned)__builtin_ctz(above ? above : bits);
}

/* ---- pages with free blocks ---- */

HEAP_FUNCTION void heap_mark(const struct heap *heap, unsigned class, unsigned page)
{
    heap_word *words = heap_class_words(heap, class);

    heap_or(words + page / 32, 1u << page % 32);
    heap_fence();
    heap_or(words + GI_HEAP_CLASS_SUMMARY, 1u << page / 32);
}

/* A word of these bits was 0. A look behind a change sees what another thread has set before, or
 * comes before that. */
HEAP_FUNCTION void heap_clear_summary(heap_word *words, unsigned word)
{
    heap_and(words + GI_HEAP_CLASS_SUMMARY, ~(1u << word));
    heap_fence();
    if (heap_add(words + word, 0))
        heap_or(words + GI_HEAP_CLASS_SUMMARY, 1u << word);
}

HEAP_FUNCTION void heap_unmark(const struct heap *heap, unsigned class, unsigned page)
{
    heap_word *words = heap_class_words(heap, class);
    unsigned bit = 1u << page % 32, state;
    unsigned left = heap_and(words + page / 32, ~bit) & ~bit;

    heap_fence();
    if (!left)
        heap_clear_summary(words, page / 32);
    state = heap_add(heap_state(heap, page), 0);
    if (heap_code_of(state) == class + 1 && heap_free_of(state) > 0)
        heap_mark(heap, class, page);
}

/* ---- pages ---- */

HEAP_FUNCTION unsigned heap_pages_left(const struct heap *heap)
{
    unsigned taken = heap_load(heap->words + GI_HEAP_AT_TAKEN);

    return taken < heap->page_count ? heap->page_count - taken : 0;
}

/* The pages that a word has bits for. */
HEAP_FUNCTION unsigned heap_valid(unsigned count, unsigned word)
{
    return count >= 32 * word + 32 ? 0xffffffffu : (1u << (count - 32 * word)) - 1;
}

/* Takes the first free page, more or less: groups of warps begin at their own bit. */
HEAP_FUNCTION unsigned heap_take_page(const struct heap *heap)
{
    for (unsigned word = 0; 32 * word < heap->page_count; word++) {
        heap_word *at = heap_taken_bits(heap) + word;
        unsigned valid = heap_valid(heap->page_count, word);
        unsigned left = ~heap_load(at) & valid;

        for (unsigned tries = 0; left && tries < 32; tries++) {
            unsigned bit = heap_pick(left, heap->slot * 2);
            unsigned old = heap_or(at, 1u << bit);

            if (!(old >> bit & 1)) {
                heap_add(heap->words + GI_HEAP_AT_TAKEN, 1);
                return 32 * word + bit;
            }
            left = ~old & valid;
        }
    }
    return HEAP_NOTHING;
}

HEAP_FUNCTION void heap_give_page(const struct heap *heap, unsigned page)
{
    heap_fence();
    heap_and(heap_taken_bits(heap) + page / 32, ~(1u << page % 32));
    heap_add(heap->words + GI_HEAP_AT_TAKEN, 0u - 1);
}

/* One block more is free, or was never taken. The page goes with its last block. */
HEAP_FUNCTION void heap_count_up(const struct heap *heap, unsigned page)
{
    unsigned state = heap_add(heap_state(heap, page), 1) + 1;
    unsigned code = heap_code_of(state);
    unsigned blocks;

    if (code == 0 || code > GI_HEAP_CLASSES)
        return;
    blocks = heap_blocks_in(code - 1, heap_page_bytes(heap));
    heap_fence();
    if (heap_free_of(state) == 1)
        heap_mark(heap, code - 1, page);
    if (heap_free_of(state) != (int)blocks
        || heap_compare(heap_state(heap, page), state, 0) != state)
        return;
    heap_unmark(heap, code - 1, page);
    heap_give_page(heap, page);
}

/* ---- blocks ---- */

/* Finds a block in a page where one is reserved. Others may take it in each round, and then there
 * is another one. */
HEAP_FUNCTION unsigned heap_find_block(const struct heap *heap, unsigned page, unsigned blocks,
                                       unsigned first)
{
    heap_word *words = heap_block_words(heap, page);
    unsigned word = first / 32, bit = first % 32;

    for (unsigned tries = 0; tries < blocks / 8 + HEAP_TRIES; tries++) {
        unsigned old = heap_or(words + word, 1u << bit), left;

        if (!(old >> bit & 1))
            return 32 * word + bit;
        left = ~old & heap_valid(blocks, word);
        while (!left && tries < blocks / 8 + HEAP_TRIES) {
            word = 32 * word + 32 < blocks ? word + 1 : 0;
            left = ~heap_load(words + word) & heap_valid(blocks, word);
            tries++;
        }
        if (left)
            bit = heap_pick(left, bit);
    }
    return HEAP_NOTHING;
}

/* Takes a block of a page, if it has this class. A page that was never full gives one after the
 * other, so threads do not meet. */
HEAP_FUNCTION unsigned heap_take_block(const struct heap *heap, unsigned class, unsigned page)
{
    heap_word *at = heap_state(heap, page);
    unsigned blocks = heap_blocks_in(class, heap_page_bytes(heap));
    unsigned state = heap_load(at), block;
    int left = heap_free_of(state);

    if (heap_code_of(state) != class + 1 || left <= 0)
        return HEAP_NOTHING;
    state = heap_add(at, 0u - 1);
    left = heap_free_of(state);
    if (heap_code_of(state) != class + 1 || left <= 0) {
        heap_count_up(heap, page);
        return HEAP_NOTHING;
    }
    if (left == 1)
        heap_unmark(heap, class, page);
    block = heap_find_block(heap, page, blocks, blocks - (unsigned)left);
    if (block == HEAP_NOTHING)
        heap_count_up(heap, page);
    return block;
}

/* A page that is this thread's gets a class, and the thread its first block. */
HEAP_FUNCTION void heap_found_page(const struct heap *heap, unsigned class, unsigned page)
{
    unsigned blocks = heap_blocks_in(class, heap_page_bytes(heap));

    heap_fence();
    heap_or(heap_block_words(heap, page), 1);
    heap_fence();
    heap_add(heap_state(heap, page), heap_state_word(class, blocks - 1));
    heap_fence();
    heap_mark(heap, class, page);
}

/* ---- small pieces: a number of 64 bits, or none: the page's place and the block's ---- */

#define HEAP_NO_PLACE (~0ull)

HEAP_FUNCTION unsigned long long heap_place(const struct heap *heap, unsigned class, unsigned page,
                                            unsigned block)
{
    return ((unsigned long long)page << heap->page_bits)
        + (unsigned long long)block * heap_block_bytes(class);
}

/* Takes a block of some page that has free ones. */
HEAP_FUNCTION unsigned long long heap_take_partial(const struct heap *heap, unsigned class,
                                                   heap_word *hint)
{
    heap_word *words = heap_class_words(heap, class);

    for (unsigned tries = 0; tries < HEAP_PARTIAL_TRIES; tries++) {
        unsigned summary = heap_load(words + GI_HEAP_CLASS_SUMMARY);
        unsigned word, bits, page, block;

        if (!summary)
            break;
        word = heap_pick(summary, heap->slot * 2);
        bits = heap_load(words + word);
        if (!bits) {
            heap_clear_summary(words, word);
            continue;
        }
        page = 32 * word + heap_pick(bits, heap->slot * 2);
        block = heap_take_block(heap, class, page);
        if (block != HEAP_NOTHING) {
            if (!(heap_load(hint) & HEAP_CLAIMS))
                heap_store(hint, page + 1);
            return heap_place(heap, class, page, block);
        }
        heap_unmark(heap, class, page);
    }
    return HEAP_NO_PLACE;
}

/* One thread of a group takes a page, and the others look for its blocks for a while. */
HEAP_FUNCTION unsigned long long heap_take_small(const struct heap *heap, unsigned class)
{
    heap_word *hint = heap_class_words(heap, class) + GI_HEAP_CLASS_HINTS + heap->slot;
    unsigned polls = 0, fails = 0;

    for (unsigned tries = 0; tries < HEAP_TRIES && fails < 4; tries++) {
        unsigned seen = heap_load(hint), page = seen & ~HEAP_CLAIMS, block = HEAP_NOTHING;
        unsigned long long place;

        if (page)
            block = heap_take_block(heap, class, page - 1);
        if (block != HEAP_NOTHING)
            return heap_place(heap, class, page - 1, block);
        place = heap_take_partial(heap, class, hint);
        if (place != HEAP_NO_PLACE)
            return place;
        if (!heap_pages_left(heap)) {
            fails++;
            continue;
        }
        if (polls < HEAP_POLLS && ((seen & HEAP_CLAIMS)
                || heap_compare(hint, seen, seen | HEAP_CLAIMS) != seen)) {
            polls++;
            continue;
        }
        page = heap_take_page(heap);
        if (page != HEAP_NOTHING)
            heap_found_page(heap, class, page);
        heap_store(hint, page != HEAP_NOTHING ? page + 1 : 0);
        if (page != HEAP_NOTHING)
            return heap_place(heap, class, page, 0);
        fails++;
    }
    return HEAP_NO_PLACE;
}

/* ---- large pieces ---- */

/* The bits of a word for the pages from first to end. */
HEAP_FUNCTION unsigned heap_mask(unsigned first, unsigned end, unsigned word)
{
    unsigned mask = heap_valid(end, word);

    return word == first / 32 ? mask & (0xffffffffu << first % 32) : mask;
}

HEAP_FUNCTION void heap_clear_pages(const struct heap *heap, unsigned first, unsigned end)
{
    for (unsigned word = first / 32; 32 * word < end; word++)
        heap_and(heap_taken_bits(heap) + word, ~heap_mask(first, end, word));
}

/* Takes all of these pages or none. */
HEAP_FUNCTION unsigned heap_take_pages(const struct heap *heap, unsigned first, unsigned end)
{
    unsigned word = first / 32, wrong = 0;

    for (; 32 * word < end && !wrong; word++) {
        heap_word *at = heap_taken_bits(heap) + word;
        unsigned mask = heap_mask(first, end, word), old = heap_or(at, mask);

        wrong = old & mask;
        if (wrong)
            heap_and(at, ~(mask & ~old));
    }
    if (!wrong)
        heap_add(heap->words + GI_HEAP_AT_TAKEN, end - first);
    else if (word - 1 > first / 32)
        heap_clear_pages(heap, first, 32 * (word - 1));
    return !wrong;
}

/* The first of count free pages that end at or before a page, as high as possible. */
HEAP_FUNCTION unsigned heap_find_pages(const struct heap *heap, unsigned count, unsigned end)
{
    unsigned at = end;

    while (end >= count && end - at < count) {
        unsigned bit = (at - 1) % 32;
        unsigned bits = heap_load(heap_taken_bits(heap) + (at - 1) / 32) << (31 - bit);
        unsigned same;

        if (bits >> 31) {
            same = ~bits ? (unsigned)__builtin_clz(~bits) : 32;
            at -= same < bit + 1 ? same : bit + 1;
            end = at;
            continue;
        }
        same = bits ? (unsigned)__builtin_clz(bits) : 32;
        same = same < bit + 1 ? same : bit + 1;
        at -= same < count - (end - at) ? same : count - (end - at);
    }
    return end >= count ? at : HEAP_NOTHING;
}

HEAP_FUNCTION unsigned long long heap_take_large(const struct heap *heap, unsigned count)
{
    unsigned end = heap->page_count;

    for (unsigned tries = 0; tries < HEAP_LARGE_TRIES && count <= heap_pages_left(heap);) {
        unsigned first = heap_find_pages(heap, count, end);

        if (first == HEAP_NOTHING) {
            end = heap->page_count;
            tries++;
            continue;
        }
        if (heap_take_pages(heap, first, first + count)) {
            heap_store(heap_length(heap, first), count);
            heap_fence();
            heap_add(heap_state(heap, first), HEAP_LARGE << 24);
            heap_fence();
            return (unsigned long long)first << heap->page_bits;
        }
        end = first + count - 1;
    }
    return HEAP_NO_PLACE;
}

HEAP_FUNCTION unsigned heap_give_large(const struct heap *heap, unsigned first)
{
    unsigned count = heap_exchange(heap_length(heap, first), 0);

    if (!count || count > heap->page_count)
        return 0;
    heap_add(heap_state(heap, first), 0u - (HEAP_LARGE << 24));
    heap_fence();
    heap_clear_pages(heap, first, first + count);
    heap_add(heap->words + GI_HEAP_AT_TAKEN, 0u - count);
    return 1;
}

/* ---- both ---- */

/* Where a piece begins, from the first page on; HEAP_NO_PLACE: there is none. align is a power of
 * two. */
HEAP_FUNCTION unsigned long long heap_take(const struct heap *heap, unsigned long long bytes,
                                           unsigned align)
{
    unsigned long long all = (unsigned long long)heap->page_count << heap->page_bits, place;
    unsigned page_bytes = heap_page_bytes(heap), small;

    if (bytes > all || align > GI_HEAP_MOST_ALIGN)
        return HEAP_NO_PLACE;
    small = bytes ? (unsigned)bytes : 1;
    if (bytes <= page_bytes && align > 1u << GI_HEAP_BLOCK_BITS) {
        small = small < align ? align : small;
        small = small > 1 ? 1u << (32 - (unsigned)__builtin_clz(small - 1)) : 1;
    }
    if (bytes <= page_bytes && small <= page_bytes / 2)
        place = heap_take_small(heap, heap_class_of(small));
    else
        place = heap_take_large(heap, (unsigned)((bytes + page_bytes - 1) >> heap->page_bits));
    heap_fence();
    return place;
}

/* Gives back what begins at a place. 0: nothing does. */
HEAP_FUNCTION unsigned heap_give(const struct heap *heap, unsigned long long place)
{
    unsigned page = (unsigned)(place >> heap->page_bits);
    unsigned offset = (unsigned)place & (heap_page_bytes(heap) - 1);
    unsigned code, block, bit;

    if (place >> heap->page_bits >= heap->page_count)
        return 0;
    heap_fence();
    code = heap_code_of(heap_load(heap_state(heap, page)));
    if (code == HEAP_LARGE)
        return offset == 0 ? heap_give_large(heap, page) : 0;
    if (code == 0 || code > GI_HEAP_CLASSES)
        return 0;
    block = heap_blocks_in(code - 1, offset);
    bit = 1u << block % 32;
    if (block * heap_block_bytes(code - 1) != offset
        || !(heap_and(heap_block_words(heap, page) + block / 32, ~bit) & bit))
        return 0;
    heap_fence();
    heap_count_up(heap, page);
    return 1;
}

#endif
