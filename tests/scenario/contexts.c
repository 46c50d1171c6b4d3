/** Contexts: one source for CUDA's driver interface, with its runtime interface beside it, and for
 *  HIP. Each test begins with an empty stack. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "context_names.h"

#define OK(call) assert_int_equal((call), SUCCESS)
#define IS(call, code) assert_int_equal((call), (code))

enum { BYTES = 4096 };

static int empty_stack(void **state)
{
    context_t context;

    (void)state;
    while (ctx_pop(&context) == SUCCESS)
        continue;
    return 0;
}

static void expect_current(context_t context)
{
    context_t now = NULL;

    OK(ctx_get(&now));
    assert_ptr_equal(now, context);
}

static void expect_bytes(const void *pointer, int value)
{
    unsigned char got[BYTES];

    OK(memory_read(got, pointer, BYTES));
    for (int i = 0; i < BYTES; i++)
        assert_int_equal(got[i], value);
}

/* ---- the stack ------------------------------------------------------------------------------ */

TEST_CASE_WITH(pushes_and_pops, empty_stack, NULL)
{
    context_t one, two, now = NULL;
    int device = -1;

    IS(ctx_pop(&now), INVALID_CONTEXT);
    assert_null(now);
    OK(ctx_create(&one, 0, 0));
    OK(ctx_create(&two, 0, 0));
    assert_ptr_not_equal(one, two);
    expect_current(two);
    OK(ctx_push(one));
    expect_current(one);
    OK(ctx_device(&device));
    assert_int_equal(device, 0);
    OK(ctx_pop(&now));
    assert_ptr_equal(now, one);
    OK(ctx_pop(NULL));
    expect_current(one);
    OK(ctx_set(two));
    expect_current(two);
    OK(ctx_destroy(two));                /* the top is popped */
    IS(ctx_set(two), INVALID_CONTEXT);
    IS(ctx_push(two), INVALID_CONTEXT);
    IS(ctx_destroy(two), INVALID_CONTEXT);
    IS(ctx_push(NULL), NULL_CONTEXT);
    IS(ctx_destroy(NULL), NULL_CONTEXT);
    OK(ctx_destroy(one));
}

TEST_CASE_WITH(a_thread_without_one, empty_stack, NULL)
{
    context_t primary, now = (context_t)&primary;
    void *pointer;

    OK(primary_retain(&primary, 0));
    OK(ctx_get(&now));
    assert_ptr_equal(now, HAS_DEFAULT_CONTEXT ? primary : NULL);
    OK(ctx_set(NULL));
    OK(memory_alloc(&pointer, BYTES));   /* the runtime interface takes the primary one */
    expect_current(primary);
    OK(memory_free(pointer));
    OK(primary_release(0));
}

/* ---- what is known -------------------------------------------------------------------------- */

TEST_CASE_WITH(what_is_known, empty_stack, NULL)
{
    unsigned int flags = 77;
    version_t version = 0;
    context_t context, primary;
    size_t limit = 0;
    banks_t banks;
    cache_t cache;

    OK(primary_retain(&primary, 0));
    IS(ctx_create(&context, SCHEDULE_YIELD | SCHEDULE_SPIN, 0), INVALID_VALUE);
    IS(ctx_create(&context, 0x10000, 0), INVALID_VALUE);
    IS(ctx_create(&context, 0, -1), INVALID_DEVICE);
    IS(ctx_create(NULL, 0, 0), INVALID_VALUE);
    OK(ctx_create(&context, SCHEDULE_YIELD, 0));
    OK(ctx_flags(&flags));
    assert_int_equal(flags & SCHEDULE_MASK, SCHEDULE_YIELD);
    IS(ctx_flags(NULL), INVALID_VALUE);
    IS(ctx_device(NULL), INVALID_VALUE);
    IS(ctx_get(NULL), INVALID_VALUE);
    OK(ctx_version(context, &version));
    assert_int_equal(version, CONTEXT_VERSION);
    IS(ctx_version(context, NULL), INVALID_VALUE);
    OK(ctx_set_cache(PREFER_SHARED));
    OK(ctx_get_cache(&cache));
    assert_int_equal(cache, PREFER_SHARED);
    OK(ctx_push(primary));               /* each context has its own */
    OK(ctx_get_cache(&cache));
    assert_int_equal(cache, 0);
    OK(limit_get(&limit, STACK_LIMIT));
    assert_int_equal(limit, 1024);
    OK(ctx_pop(NULL));
    OK(limit_set(STACK_LIMIT, 2048));
    OK(ctx_push(primary));
    OK(limit_get(&limit, STACK_LIMIT));
    assert_int_equal(limit, 1024);
    OK(ctx_pop(NULL));
    OK(limit_get(&limit, STACK_LIMIT));
    assert_int_equal(limit, 2048);
    OK(primary_release(0));
    OK(limit_get(&limit, STACK_LIMIT));
    assert_int_equal(limit, 2048);
    OK(ctx_set_cache(PREFER_L1));
    IS(ctx_set_cache((cache_t)9), INVALID_VALUE);
    IS(ctx_get_cache(NULL), INVALID_VALUE);
    OK(ctx_set_banks(FOUR_BYTES));
    OK(ctx_get_banks(&banks));
    assert_int_equal(banks, FOUR_BYTES);
    IS(ctx_get_banks(NULL), INVALID_VALUE);
    IS(ctx_enable_peer(context, 0), PEER_UNSUPPORTED);
    IS(ctx_enable_peer(context, 1), INVALID_VALUE);
    IS(ctx_disable_peer(context), PEER_NOT_ENABLED);
    OK(ctx_destroy(context));
    IS(ctx_version(context, &version), INVALID_CONTEXT);
}

TEST_CASE_WITH(the_primary_one, empty_stack, NULL)
{
    context_t context, again;
    unsigned int flags = 0;
    int active = 7;
    void *pointer;

    IS(primary_release(0), INVALID_CONTEXT);
    IS(primary_retain(NULL, 0), INVALID_VALUE);
    IS(primary_retain(&context, -1), INVALID_DEVICE);
    OK(primary_retain(&context, 0));
    OK(primary_retain(&again, 0));
    assert_ptr_equal(context, again);
    OK(primary_set_flags(0, SCHEDULE_SPIN));
    OK(primary_state(0, &flags, &active));
    assert_int_equal(flags & SCHEDULE_MASK, SCHEDULE_SPIN);
    assert_int_equal(active, 1);
    IS(primary_state(0, NULL, &active), INVALID_VALUE);
    IS(primary_state(0, &flags, NULL), INVALID_VALUE);
    IS(primary_set_flags(0, SCHEDULE_SPIN | SCHEDULE_YIELD), INVALID_VALUE);
    IS(ctx_destroy(context), INVALID_CONTEXT);
    OK(ctx_push(context));
    OK(memory_alloc(&pointer, BYTES));
    OK(primary_release(0));
    OK(memory_set(pointer, 1, BYTES));   /* a user is left */
    OK(primary_reset(0));                /* resets, and releases nothing */
    IS(memory_set(pointer, 1, BYTES), INVALID_VALUE);
    OK(primary_state(0, &flags, &active));
    assert_int_equal(active, 1);
    OK(memory_alloc(&pointer, BYTES));
    OK(primary_release(0));
    OK(memory_set(pointer, 1, BYTES));   /* the runtime interface is a user, too */
    IS(primary_release(0), INVALID_CONTEXT);
    OK(primary_state(0, &flags, &active));
    assert_int_equal(active, 1);
    OK(device_reset());
    OK(primary_state(0, &flags, &active));
    assert_int_equal(active, 0);
    IS(memory_set(pointer, 1, BYTES), INVALID_VALUE);
    OK(device_reset());
}

/* ---- owners and orders ---------------------------------------------------------------------- */

TEST_CASE_WITH(each_owns_what_is_made_in_it, empty_stack, NULL)
{
    void *of_primary, *of_created;
    context_t primary, created;
    stream_t stream;
    event_t event;

    OK(primary_retain(&primary, 0));
    OK(ctx_push(primary));
    OK(memory_alloc(&of_primary, BYTES));
    OK(ctx_create(&created, 0, 0));
    OK(memory_alloc(&of_created, BYTES));
    OK(stream_create(&stream));
    OK(event_create(&event));
    OK(ctx_push(primary));               /* a stream and memory of another context */
    OK(memory_set_async(of_created, 3, BYTES, stream));
    OK(event_record(event, stream));
    OK(stream_synchronize(stream));
    expect_bytes(of_created, 3);
    OK(device_reset());                  /* of the primary */
    IS(memory_set(of_primary, 1, BYTES), INVALID_VALUE);
    OK(memory_set_async(of_created, 4, BYTES, stream));
    OK(stream_synchronize(stream));
    OK(event_query(event));
    expect_bytes(of_created, 4);
    OK(memory_alloc(&of_primary, BYTES));
    OK(primary_release(0));
    OK(device_reset());
    IS(memory_set(of_primary, 1, BYTES), INVALID_VALUE);
    expect_bytes(of_created, 4);
    OK(ctx_destroy(created));
    IS(memory_set(of_created, 1, BYTES), INVALID_VALUE);
    IS(stream_query(stream), STALE_STREAM);
    IS(event_query(event), STALE_STREAM);
}

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;

static void pass_gate(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
}

/* Default streams wait for the streams of their own context, and so do synchronisations. */
TEST_CASE_WITH(each_has_its_own_order, empty_stack, NULL)
{
    context_t one, two;
    void *pointer;
    stream_t blocked;

    OK(ctx_create(&one, 0, 0));
    OK(memory_alloc(&pointer, BYTES));
    OK(stream_create(&blocked));
    pthread_mutex_lock(&gate);
    OK(stream_call(blocked, pass_gate, NULL));
    OK(ctx_create(&two, 0, 0));
    OK(memory_set_async(pointer, 1, BYTES, NULL));
    OK(memory_set_async(pointer, 2, BYTES, STREAM_PER_THREAD));
    OK(stream_synchronize(NULL));
    OK(device_synchronize());
    OK(ctx_synchronize());
    expect_bytes(pointer, 2);
    OK(ctx_set(one));
    IS(stream_query(NULL), NOT_READY);
    OK(memory_set_async(pointer, 5, BYTES, STREAM_PER_THREAD));
    OK(memory_set_async(pointer, 6, BYTES, NULL));
    IS(stream_query(NULL), NOT_READY);
    pthread_mutex_unlock(&gate);
    OK(device_synchronize());
    expect_bytes(pointer, 6);
    OK(ctx_destroy(two));
    OK(ctx_destroy(one));
}

/* ---- ends ----------------------------------------------------------------------------------- */

static int answers[4];

static void end_from_host_function(void *context)
{
    context_t now;

    answers[0] = (int)ctx_destroy(*(context_t *)context);
    answers[1] = (int)ctx_create(&now, 0, 0);
    answers[2] = (int)ctx_pop(&now);
    answers[3] = (int)primary_reset(0);
}

TEST_CASE_WITH(not_in_a_host_function, empty_stack, NULL)
{
    context_t context;

    OK(ctx_create(&context, 0, 0));
    OK(stream_call(NULL, end_from_host_function, &context));
    OK(ctx_synchronize());
    for (int i = 0; i < 4; i++)
        assert_int_equal(answers[i], NOT_PERMITTED);
    expect_current(context);
    OK(ctx_destroy(context));
}

static void *end_context(void *context)
{
    return (void *)(uintptr_t)ctx_destroy(context);
}

TEST_CASE_WITH(current_in_another_thread, empty_stack, NULL)
{
    context_t context, popped = NULL;
    void *pointer, *result;
    unsigned int flags;
    pthread_t thread;
    stream_t stream;

    OK(ctx_create(&context, 0, 0));
    OK(memory_alloc(&pointer, BYTES));
    OK(stream_create(&stream));
    OK(memory_set_async(pointer, 1, BYTES, stream));
    assert_int_equal(pthread_create(&thread, NULL, end_context, context), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_null(result);
    IS(memory_alloc(&pointer, BYTES), IS_DESTROYED);
    IS(stream_create(&stream), IS_DESTROYED);
    IS(ctx_synchronize(), IS_DESTROYED);
    IS(device_synchronize(), IS_DESTROYED);
    IS(ctx_flags(&flags), IS_DESTROYED);
    OK(ctx_pop(&popped));
    assert_ptr_equal(popped, context);
    OK(device_set(0));
    OK(memory_alloc(&pointer, BYTES));
    OK(memory_free(pointer));
}

static void *wait_for_gate(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    return NULL;
}

/* The end waits for the context's work, and not for that of another. */
TEST_CASE_WITH(with_pending_work, empty_stack, NULL)
{
    context_t context, other;
    void *pointer, *result;
    pthread_t thread;
    stream_t blocked;

    OK(ctx_create(&other, 0, 0));
    OK(memory_alloc(&pointer, BYTES));
    OK(stream_create(&blocked));
    pthread_mutex_lock(&gate);
    OK(stream_call(blocked, pass_gate, NULL));
    OK(ctx_create(&context, 0, 0));
    OK(memory_set_async(pointer, 8, BYTES, NULL));
    OK(ctx_destroy(context));
    assert_int_equal(pthread_create(&thread, NULL, wait_for_gate, NULL), 0);
    IS(stream_query(blocked), NOT_READY);
    pthread_mutex_unlock(&gate);
    pthread_join(thread, NULL);
    OK(memory_set_async(pointer, 9, BYTES, blocked));
    assert_int_equal(pthread_create(&thread, NULL, end_context, other), 0);
    assert_int_equal(pthread_join(thread, &result), 0);
    assert_null(result);
    OK(ctx_pop(NULL));
    IS(stream_query(blocked), STALE_STREAM);
}

TEST_CASE_WITH(after_fork, empty_stack, NULL)
{
    context_t context;
    int status;
    pid_t child;

    OK(ctx_create(&context, 0, 0));
    child = fork();
    if (child == 0) {
        context_t made;

        _exit(ctx_create(&made, 0, 0) == NOT_INITIALIZED &&
              ctx_destroy(context) == NOT_INITIALIZED &&
              ctx_push(context) == NOT_INITIALIZED && ctx_pop(&made) == NOT_INITIALIZED &&
              ctx_set(context) == NOT_INITIALIZED && ctx_synchronize() == NOT_INITIALIZED &&
              primary_retain(&made, 0) == NOT_INITIALIZED &&
              primary_reset(0) == NOT_INITIALIZED ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    OK(ctx_destroy(context));
}

int main(void)
{
    if (init(0) != SUCCESS)
        return 77;
    return run_test_cases(NULL);
}
