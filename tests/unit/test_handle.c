/* Handles: what is stale, foreign or of the wrong kind is found out; objects end once. */
#include "base/handle.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "test_cases.h"

struct thing {
    struct gi_object object;
    atomic_int finished;         /* the test owns the memory, to look at it afterwards */
};

static void finish_thing(struct gi_object *object)
{
    atomic_fetch_add(&((struct thing *)object)->finished, 1);
}

static gi_handle make(struct thing *thing, enum gi_object_kind kind)
{
    gi_handle handle;

    memset(thing, 0, sizeof *thing);
    assert_int_equal(gi_handle_create(&thing->object, kind, finish_thing, &handle), GI_OK);
    assert_true(handle > 2);
    return handle;
}

/* Streams, events and arrays have a code of their own for a handle that names none that lives. So
 * have pages and what belongs to graphs. */
static gi_status refusal_of(gi_handle handle, enum gi_object_kind kind)
{
    bool has_own = kind == GI_OBJECT_STREAM || kind == GI_OBJECT_EVENT ||
                   kind == GI_OBJECT_ARRAY || kind == GI_OBJECT_MIPMAPPED_ARRAY;

    if (kind == GI_OBJECT_PAGES || kind == GI_OBJECT_GRAPH || kind == GI_OBJECT_GRAPH_NODE ||
        kind == GI_OBJECT_GRAPH_EXEC || kind == GI_OBJECT_USER_OBJECT)
        return GI_INVALID_VALUE;
    return has_own && handle != 0 ? GI_STALE_HANDLE : GI_INVALID_HANDLE;
}

static void expect_refused(gi_handle handle, enum gi_object_kind kind, const char *words)
{
    struct gi_object *object = (struct gi_object *)&object;

    assert_int_equal(gi_handle_acquire(handle, kind, &object), refusal_of(handle, kind));
    assert_null(object);
    assert_non_null(strstr(gi_last_error_detail(), words));
    object = (struct gi_object *)&object;
    assert_int_equal(gi_handle_retire(handle, kind, &object), refusal_of(handle, kind));
    assert_null(object);
}

TEST_CASE(handle_finds_its_object)
{
    struct thing thing;
    struct gi_object *object;
    gi_handle handle = make(&thing, GI_OBJECT_EVENT);

    assert_int_equal(gi_handle_live_count(GI_OBJECT_EVENT), 1);
    assert_true(gi_handle_of(&thing.object) == handle);
    assert_int_equal(gi_handle_acquire(handle, GI_OBJECT_EVENT, &object), GI_OK);
    assert_ptr_equal(object, &thing.object);
    gi_object_unref(object);
    assert_int_equal(thing.finished, 0);
    assert_int_equal(gi_handle_retire(handle, GI_OBJECT_EVENT, NULL), GI_OK);
    assert_int_equal(thing.finished, 1);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_EVENT), 0);
}

TEST_CASE(references_outlive_the_handle)
{
    struct thing thing;
    struct gi_object *object, *retired;
    gi_handle handle = make(&thing, GI_OBJECT_STREAM);

    assert_int_equal(gi_handle_acquire(handle, GI_OBJECT_STREAM, &object), GI_OK);
    gi_object_ref(object);
    assert_int_equal(gi_handle_retire(handle, GI_OBJECT_STREAM, &retired), GI_OK);
    assert_ptr_equal(retired, object);
    expect_refused(handle, GI_OBJECT_STREAM, "destroyed before");
    gi_object_unref(retired);
    gi_object_unref(object);
    assert_int_equal(thing.finished, 0);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_STREAM), 1);
    gi_object_unref(object);
    assert_int_equal(thing.finished, 1);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_STREAM), 0);
}

TEST_CASE(stale_handle_is_refused)
{
    struct thing thing;
    gi_handle handle = make(&thing, GI_OBJECT_STREAM);

    assert_int_equal(gi_handle_retire(handle, GI_OBJECT_STREAM, NULL), GI_OK);
    expect_refused(handle, GI_OBJECT_STREAM, "destroyed before");
    expect_refused(handle, GI_OBJECT_STREAM, "stream");
    assert_int_equal(thing.finished, 1);
}

TEST_CASE(foreign_handles_are_refused)
{
    static const gi_handle foreign[] = { 0, 1, 2, 3, UINT64_MAX, UINT64_C(0x47) << 56,
                                         UINT64_C(0x47ffffffffffffff), UINT64_C(0x46) << 56 };
    struct thing thing;
    gi_handle handle = make(&thing, GI_OBJECT_EVENT);

    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++)
        expect_refused(foreign[i], GI_OBJECT_EVENT, "event");
    expect_refused((gi_handle)(uintptr_t)&thing, GI_OBJECT_EVENT, "not a handle of this library");
    for (int bit = 0; bit < 64; bit++)
        expect_refused(handle ^ UINT64_C(1) << bit, GI_OBJECT_EVENT, "event");
    assert_int_equal(thing.finished, 0);
    assert_int_equal(gi_handle_retire(handle, GI_OBJECT_EVENT, NULL), GI_OK);
}

/* An object of the library's own is found by no number, also after its end. */
TEST_CASE(what_has_no_handle_is_not_found)
{
    struct thing thing, other;
    gi_handle slot, handle;

    slot = make(&other, GI_OBJECT_STREAM);
    assert_int_equal(gi_handle_retire(slot, GI_OBJECT_STREAM, NULL), GI_OK);
    memset(&thing, 0, sizeof thing);
    assert_int_equal(gi_handle_create(&thing.object, GI_OBJECT_STREAM, finish_thing, NULL), GI_OK);
    handle = gi_handle_of(&thing.object);
    assert_true(handle == slot + (UINT64_C(1) << 24));
    expect_refused(handle, GI_OBJECT_STREAM, "stream");
    assert_int_equal(gi_handle_live_count(GI_OBJECT_STREAM), 1);
    assert_int_equal(thing.finished, 0);
    gi_object_ref(&thing.object);
    gi_object_unref(&thing.object);
    gi_object_unref(&thing.object);
    assert_int_equal(thing.finished, 1);
    expect_refused(handle, GI_OBJECT_STREAM, "stream");
}

TEST_CASE(wrong_kind_is_refused_and_harmless)
{
    struct thing thing;

    for (int kind = 0; kind < GI_OBJECT_KIND_COUNT; kind++) {
        gi_handle handle = make(&thing, (enum gi_object_kind)kind);
        for (int other = 0; other < GI_OBJECT_KIND_COUNT; other++) {
            if (other == kind)
                continue;
            expect_refused(handle, (enum gi_object_kind)other,
                           gi_object_kind_name((enum gi_object_kind)kind));
            assert_non_null(strstr(gi_last_error_detail(),
                                   gi_object_kind_name((enum gi_object_kind)other)));
        }
        assert_int_equal(thing.finished, 0);
        assert_int_equal(gi_handle_retire(handle, (enum gi_object_kind)kind, NULL), GI_OK);
        assert_int_equal(thing.finished, 1);
    }
}

TEST_CASE(retiring_twice_ends_once)
{
    struct thing thing;
    struct gi_object *object;
    gi_handle handle = make(&thing, GI_OBJECT_EXTERNAL_MEMORY);

    assert_int_equal(gi_handle_acquire(handle, GI_OBJECT_EXTERNAL_MEMORY, &object), GI_OK);
    assert_int_equal(gi_handle_retire(handle, GI_OBJECT_EXTERNAL_MEMORY, NULL), GI_OK);
    assert_int_equal(gi_handle_retire(handle, GI_OBJECT_EXTERNAL_MEMORY, NULL),
                     GI_INVALID_HANDLE);
    assert_int_equal(thing.finished, 0);
    gi_object_unref(object);
    assert_int_equal(thing.finished, 1);
    assert_int_equal(gi_handle_retire(handle, GI_OBJECT_EXTERNAL_MEMORY, NULL),
                     GI_INVALID_HANDLE);
    assert_int_equal(thing.finished, 1);
}

/* A slot is used again at once; the handles that it gave before stay stale. */
TEST_CASE(used_slots_give_other_handles)
{
    enum { ROUNDS = 3000 };
    static gi_handle handles[ROUNDS];
    struct thing thing;

    for (int i = 0; i < ROUNDS; i++) {
        handles[i] = make(&thing, GI_OBJECT_EVENT);
        for (int k = i > 20 ? i - 20 : 0; k < i; k++) {
            assert_true(handles[k] != handles[i]);
            expect_refused(handles[k], GI_OBJECT_EVENT, "destroyed before");
        }
        assert_int_equal(gi_handle_retire(handles[i], GI_OBJECT_EVENT, NULL), GI_OK);
    }
}

/* More than one chunk of slots, all alive at once. */
TEST_CASE(many_handles_are_all_different)
{
    enum { COUNT = 5000 };
    struct thing *things = calloc(COUNT, sizeof *things);
    gi_handle *handles = calloc(COUNT, sizeof *handles);
    struct gi_object *object;

    assert_non_null(things);
    assert_non_null(handles);
    for (size_t i = 0; i < COUNT; i++)
        handles[i] = make(&things[i], GI_OBJECT_EVENT);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_EVENT), COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(gi_handle_acquire(handles[i], GI_OBJECT_EVENT, &object), GI_OK);
        assert_ptr_equal(object, &things[i].object);
        gi_object_unref(object);
    }
    for (size_t i = 0; i < COUNT; i++)
        assert_int_equal(gi_handle_retire(handles[i], GI_OBJECT_EVENT, NULL), GI_OK);
    assert_int_equal(gi_handle_live_count(GI_OBJECT_EVENT), 0);
    free(handles);
    free(things);
}

/* ---- threads ------------------------------------------------------------------------------- */

struct race {
    struct thing thing;
    gi_handle handle;
    atomic_int started, wrong, retired;
};

/* Acquires until the handle has ended; what it holds meanwhile is alive. */
static void *acquire_until_stale(void *argument)
{
    struct race *race = argument;
    struct gi_object *object;
    bool said = false;

    while (gi_handle_acquire(race->handle, GI_OBJECT_EVENT, &object) == GI_OK) {
        if (object != &race->thing.object || atomic_load(&race->thing.finished) != 0)
            atomic_fetch_add(&race->wrong, 1);
        gi_object_unref(object);
        if (!said)
            atomic_fetch_add(&race->started, 1);
        said = true;
    }
    if (!said)
        atomic_fetch_add(&race->started, 1);
    return NULL;
}

static void *retire(void *argument)
{
    struct race *race = argument;

    if (gi_handle_retire(race->handle, GI_OBJECT_EVENT, NULL) == GI_OK)
        atomic_fetch_add(&race->retired, 1);
    return NULL;
}

TEST_CASE(acquiring_races_with_retiring)
{
    enum { ROUNDS = 200, ACQUIRERS = 4, RETIRERS = 3 };
    struct race race;
    pthread_t threads[ACQUIRERS + RETIRERS];

    for (int round = 0; round < ROUNDS; round++) {
        memset(&race, 0, sizeof race);
        race.handle = make(&race.thing, GI_OBJECT_EVENT);
        for (int i = 0; i < ACQUIRERS; i++)
            assert_int_equal(pthread_create(&threads[i], NULL, acquire_until_stale, &race), 0);
        while (atomic_load(&race.started) == 0)
            sched_yield();
        for (int i = 0; i < RETIRERS; i++)
            assert_int_equal(pthread_create(&threads[ACQUIRERS + i], NULL, retire, &race), 0);
        for (int i = 0; i < ACQUIRERS + RETIRERS; i++)
            pthread_join(threads[i], NULL);
        assert_int_equal(race.wrong, 0);
        assert_int_equal(race.retired, 1);
        assert_int_equal(race.thing.finished, 1);
        assert_int_equal(gi_handle_live_count(GI_OBJECT_EVENT), 0);
    }
}

static void *make_and_retire(void *unused)
{
    struct thing thing;

    (void)unused;
    for (int i = 0; i < 2000; i++) {
        gi_handle handle;
        memset(&thing, 0, sizeof thing);
        if (gi_handle_create(&thing.object, GI_OBJECT_STREAM, finish_thing, &handle) != GI_OK ||
            gi_handle_retire(handle, GI_OBJECT_STREAM, NULL) != GI_OK || thing.finished != 1)
            return (void *)1;
    }
    return NULL;
}

TEST_CASE(slots_are_shared_by_threads)
{
    pthread_t threads[4];
    void *wrong;

    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, make_and_retire, NULL), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    assert_int_equal(gi_handle_live_count(GI_OBJECT_STREAM), 0);
}
