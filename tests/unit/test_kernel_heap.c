/* The allocator of kernels, on the host: alone against a model, and by many threads at once. */
#include "../heap/model.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/heap/heap_plan.h"
#include "test_cases.h"

struct room {
    struct heap heap;
    struct gi_heap_plan plan;
    uint32_t *words;
    uint8_t *pages;
};

static void make_room(struct room *room, uint64_t bytes)
{
    gi_heap_plan(bytes, &room->plan);
    room->words = calloc(1, room->plan.table_bytes);
    room->pages = malloc((size_t)room->plan.page_count << room->plan.page_bits);
    assert_non_null(room->words);
    assert_non_null(room->pages);
    room->heap = (struct heap){ (heap_word *)room->words, room->plan.page_bits,
                                room->plan.page_count, 0 };
}

static void end_room(struct room *room)
{
    free(room->words);
    free(room->pages);
}

static uint64_t all_bytes(const struct room *room)
{
    return (uint64_t)room->plan.page_count << room->plan.page_bits;
}

/* Nothing is taken: one piece of all pages can be had, and all words of the tables are 0 then, but
 * those of the classes: a thread may mark a page behind the end of its class. */
static void assert_empty(struct room *room)
{
    uint64_t place;

    assert_int_equal(room->words[GI_HEAP_AT_TAKEN], 0);
    place = heap_take(&room->heap, all_bytes(room), 1);
    assert_int_equal(place, 0);
    assert_int_equal(heap_take(&room->heap, 1, 1), HEAP_NO_PLACE);
    assert_int_equal(heap_give(&room->heap, place), 1);
    memset(room->words + GI_HEAP_AT_CLASSES, 0,
           GI_HEAP_CLASSES * GI_HEAP_CLASS_WORDS * sizeof(uint32_t));
    for (uint64_t i = 0; i < room->plan.table_bytes / sizeof(uint32_t); i++)
        assert_int_equal(room->words[i], 0);
}

TEST_CASE(plans)
{
    static const struct { uint64_t bytes; uint32_t bits, count; } rows[] = {
        { 0, 12, 0 }, { 1, 12, 1 }, { 4 << 20, 12, 1024 }, { (4 << 20) + 1, 13, 513 },
        { 8 << 20, 13, 1024 }, { 9 << 20, 14, 576 }, { 1 << 30, 20, 1024 },
        { UINT64_C(1) << 35, 25, 1024 }, { UINT64_C(1) << 40, 25, 1024 },
    };
    struct gi_heap_plan plan;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        gi_heap_plan(rows[i].bytes, &plan);
        assert_int_equal(plan.page_bits, rows[i].bits);
        assert_int_equal(plan.page_count, rows[i].count);
        for (uint64_t at = 0; at < 4096; at += 256) {
            uint64_t first = gi_heap_first_page(&plan, at);

            assert_int_equal(first % GI_HEAP_MOST_ALIGN, 0);
            assert_true(first >= at + plan.table_bytes);
            assert_true(first + ((uint64_t)plan.page_count << plan.page_bits) <= at + plan.bytes);
        }
    }
    assert_int_equal(GI_HEAP_AT_CLASSES % 32, 0);
}

TEST_CASE(classes_hold_their_sizes)
{
    unsigned before = 0;

    for (unsigned class = 0; class < GI_HEAP_CLASSES; class++) {
        unsigned bytes = heap_block_bytes(class);

        assert_int_equal(bytes % 16, 0);
        assert_true(bytes > before && (class < 2 || bytes <= before * 3 / 2));
        assert_int_equal(heap_class_of(bytes), class);
        assert_int_equal(heap_class_of(before + 1), class);
        assert_int_equal(heap_blocks_in(class, 7 * bytes), 7);
        assert_int_equal(heap_blocks_in(class, 7 * bytes - 1), 6);
        before = bytes;
    }
    assert_int_equal(before, 1u << (GI_HEAP_MOST_PAGE_BITS - 1));
}

static uint64_t random_from(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *seed >> 33;
}

static uint64_t random_size(uint64_t *seed, uint64_t most)
{
    uint64_t bits = random_from(seed) % 18;

    return (random_from(seed) & ((UINT64_C(2) << bits) - 1)) % most + 1;
}

struct piece {
    uint64_t place, bytes;
};

static __attribute__((unused)) void fill_piece(struct room *room, const struct piece *piece)
{
    memset(room->pages + piece->place, (int)(piece->place >> 4 & 0xff), piece->bytes);
}

static __attribute__((unused)) void check_piece(const struct room *room,
                                                const struct piece *piece)
{
    for (uint64_t i = 0; i < piece->bytes; i++)
        assert_int_equal(room->pages[piece->place + i], piece->place >> 4 & 0xff);
}

#ifndef __SANITIZE_THREAD__              /* one thread alone */
TEST_CASE(random_calls_of_one_thread)
{
    enum { PIECES = 4096 };
    static struct piece pieces[PIECES];
    uint64_t seed = 1;
    struct room room;

    for (unsigned round = 0; round < 4; round++) {
        make_room(&room, (UINT64_C(1) << 20) * (1 + 5 * round));
        memset(pieces, 0, sizeof pieces);
        for (unsigned i = 0; i < 40000; i++) {
            struct piece *piece = &pieces[random_from(&seed) % PIECES];

            room.heap.slot = random_from(&seed) % GI_HEAP_SLOTS;
            if (piece->bytes != 0) {
                check_piece(&room, piece);
                assert_int_equal(heap_give(&room.heap, piece->place), 1);
                assert_int_equal(heap_give(&room.heap, piece->place), 0);
                piece->bytes = 0;
                continue;
            }
            *piece = (struct piece){ .bytes = random_size(&seed, 300000) };
            piece->place = heap_take(&room.heap, piece->bytes, 1);
            if (piece->place == HEAP_NO_PLACE)
                piece->bytes = 0;
            else
                fill_piece(&room, piece);
        }
        for (unsigned i = 0; i < PIECES; i++) {
            if (pieces[i].bytes != 0)
                assert_int_equal(heap_give(&room.heap, pieces[i].place), 1);
        }
        assert_empty(&room);
        end_room(&room);
    }
}

/* A heap is full only when no block is left, and all of it can be had again. */
TEST_CASE(all_of_a_heap_is_given_out)
{
    static uint64_t places[(1 << 19) + 1];
    struct room room;

    make_room(&room, 8 << 20);
    for (uint64_t bytes = 1; bytes <= 8 << 20; bytes += bytes / 2 + 1) {
        unsigned class = bytes <= 4096 ? heap_class_of((unsigned)bytes) : 0;
        uint64_t pages = bytes <= 4096 ? 1 : (bytes + 8191) / 8192;
        uint64_t expected = bytes <= 4096 ? 1024 * (uint64_t)heap_blocks_in(class, 8192)
                                          : 1024 / pages;

        for (unsigned round = 0; round < 2; round++) {
            uint64_t count = 0;

            while ((places[count] = heap_take(&room.heap, bytes, 1)) != HEAP_NO_PLACE) {
                assert_int_equal(places[count] % 16, 0);
                count++;
                room.heap.slot = count % GI_HEAP_SLOTS;
            }
            assert_int_equal(count, expected);
            while (count-- > 0)
                assert_int_equal(heap_give(&room.heap, places[(count * 7919) % expected]), 1);
        }
        assert_empty(&room);
    }
    end_room(&room);
}

#endif

/* Pieces of few bytes leave room for large ones. */
TEST_CASE(small_pieces_lie_together)
{
    struct room room;

    make_room(&room, 8 << 20);
    for (unsigned i = 0; i < 4096; i++) {
        room.heap.slot = i % GI_HEAP_SLOTS;
        assert_true(heap_take(&room.heap, 1 + i % 256, 1) != HEAP_NO_PLACE);
    }
    assert_true(heap_take(&room.heap, 6 << 20, 1) != HEAP_NO_PLACE);
    end_room(&room);
}

TEST_CASE(aligned_pieces)
{
    struct room room;

    make_room(&room, 8 << 20);
    for (unsigned align = 1; align <= 4096; align *= 2) {
        for (uint64_t bytes = 0; bytes < 20000; bytes = bytes * 3 / 2 + 1) {
            uint64_t place = heap_take(&room.heap, bytes, align);

            assert_true(place != HEAP_NO_PLACE);
            assert_int_equal(place % align, 0);
        }
    }
    assert_int_equal(heap_take(&room.heap, 1, 8192), HEAP_NO_PLACE);
    end_room(&room);
}

TEST_CASE(what_nobody_has_is_not_given_back)
{
    struct room room;
    uint64_t small, large;

    make_room(&room, 4 << 20);
    small = heap_take(&room.heap, 40, 1);
    large = heap_take(&room.heap, 3 * 4096, 1);
    for (uint64_t place = 0; place < all_bytes(&room) + 8192; place += 8) {
        if (place != small && place != large)
            assert_int_equal(heap_give(&room.heap, place), 0);
    }
    assert_int_equal(heap_give(&room.heap, UINT64_MAX), 0);
    assert_int_equal(heap_give(&room.heap, (UINT64_C(1) << 60) + small), 0);
    assert_int_equal(heap_take(&room.heap, all_bytes(&room) + 1, 1), HEAP_NO_PLACE);
    assert_int_equal(heap_take(&room.heap, UINT64_MAX, 1), HEAP_NO_PLACE);
    assert_int_equal(heap_give(&room.heap, small), 1);
    assert_int_equal(heap_give(&room.heap, large), 1);
    assert_int_equal(heap_give(&room.heap, large), 0);
    assert_empty(&room);
    end_room(&room);
}

/* ---- threads --------------------------------------------------------------------------------- */

#ifdef __SANITIZE_THREAD__
enum { ROUNDS = 3000 };
#else
enum { ROUNDS = 30000 };
#endif
enum { THREADS = 8, KEPT = 600 };

struct worker {
    struct room *room;
    _Atomic uint64_t *exchange;          /* pieces that another thread frees: place + 1 */
    unsigned number, refused;
    uint64_t most_bytes;
    bool failed;
};

/* Each piece has its owner's number in its first and last word. */
static void sign(struct worker *worker, const struct piece *piece, uint32_t sum)
{
    uint8_t *at = worker->room->pages + piece->place;

    memcpy(at, &sum, sizeof sum);
    memcpy(at + piece->bytes - sizeof sum, &sum, sizeof sum);
}

static bool is_signed(struct worker *worker, const struct piece *piece, uint32_t sum)
{
    const uint8_t *at = worker->room->pages + piece->place;

    return memcmp(at, &sum, sizeof sum) == 0
        && memcmp(at + piece->bytes - sizeof sum, &sum, sizeof sum) == 0;
}

static void *work(void *context)
{
    struct worker *worker = context;
    struct heap heap = worker->room->heap;
    static _Thread_local struct piece pieces[KEPT];
    uint64_t seed = worker->number + 1;

    memset(pieces, 0, sizeof pieces);
    heap.slot = worker->number / 2;
    for (unsigned i = 0; i < ROUNDS + KEPT; i++) {
        unsigned at = i < ROUNDS ? random_from(&seed) % KEPT : i - ROUNDS;
        struct piece *piece = &pieces[at];
        uint32_t sum = worker->number * 1000 + at;
        uint64_t other;

        if (piece->bytes != 0) {
            worker->failed |= !is_signed(worker, piece, sum);
            other = atomic_exchange(&worker->exchange[random_from(&seed) % 64],
                                    piece->place + 1);
            if (other != 0)
                worker->failed |= heap_give(&heap, other - 1) == 0;
            piece->bytes = 0;
        } else if (i < ROUNDS) {
            piece->bytes = random_size(&seed, worker->most_bytes) + 7;
            piece->place = heap_take(&heap, piece->bytes, 1);
            worker->refused += piece->place == HEAP_NO_PLACE;
            if (piece->place == HEAP_NO_PLACE)
                piece->bytes = 0;
            else
                sign(worker, piece, sum);
        }
    }
    return NULL;
}

static unsigned run_workers(struct room *room, uint64_t most_bytes)
{
    static _Atomic uint64_t exchange[64];
    struct worker workers[THREADS];
    pthread_t threads[THREADS];
    unsigned refused = 0;

    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (struct worker){ room, exchange, i, 0, most_bytes, false };
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_false(workers[i].failed);
        refused += workers[i].refused;
    }
    for (unsigned i = 0; i < 64; i++) {
        uint64_t place = atomic_exchange(&exchange[i], 0);

        if (place != 0)
            assert_int_equal(heap_give(&room->heap, place - 1), 1);
    }
    assert_empty(room);
    return refused;
}

TEST_CASE(threads_take_and_give)
{
    struct room room;

    make_room(&room, 64 << 20);
    assert_int_equal(run_workers(&room, 8000), 0);
    assert_int_equal(run_workers(&room, 64), 0);
    end_room(&room);
}

TEST_CASE(threads_at_a_full_heap)
{
    struct room room;

    make_room(&room, 4 << 20);
    assert_true(run_workers(&room, 100000) > 0);
    end_room(&room);
    make_room(&room, 1 << 20);
    assert_true(run_workers(&room, 60000) > 0);
    end_room(&room);
    make_room(&room, 100000);
    assert_true(run_workers(&room, 64) > 0);
    end_room(&room);
}
