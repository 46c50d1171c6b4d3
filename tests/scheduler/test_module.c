/* Device code that is registered, its managed variables, and configurations of launches. */
#include "harness.h"

#include <string.h>

#include "ops/launch.h"
#include "ops/module.h"

static void modules_come_and_go(void)
{
    struct gi_module *one = gi_module_register("code"), *same = gi_module_register("code");
    struct gi_module *empty = gi_module_register(NULL);

    REQUIRE(one != NULL && same != NULL && empty != NULL, "a module is NULL");
    REQUIRE(one != same && same != empty, "two modules are one");
    gi_module_add_kernel(one, "first");
    gi_module_add_kernel(one, NULL);
    gi_module_add_kernel(NULL, "of none");
    gi_module_unregister(same);
    gi_module_unregister(same);          /* nothing looks into what ended */
    gi_module_add_kernel(same, "too late");
    gi_module_unregister((struct gi_module *)(void *)&one);
    gi_module_unregister(NULL);
    gi_module_unregister(one);
    gi_module_unregister(empty);
}

static enum gi_pointer_kind kind_at(uint64_t pointer)
{
    struct gi_pointer_info info;

    OK(gi_pointer_query(pointer, &info));
    return info.kind;
}

static void managed_variables_end_with_their_module(void)
{
    const char initial[] = "what it holds first";
    struct gi_module *module = gi_module_register(NULL);
    uint64_t one = 77, other, none = 77;

    sched_begin_plain();
    OK(gi_module_add_managed(module, "one", initial, sizeof initial, &one));
    OK(gi_module_add_managed(module, "other", initial, 1, &other));
    REQUIRE(kind_at(one) == GI_POINTER_MANAGED && one != other, "not managed memory");
    REQUIRE(memcmp((void *)(uintptr_t)one, initial, sizeof initial) == 0, "not its first value");
    STATUS(GI_INVALID_VALUE, gi_module_add_managed(NULL, "x", initial, 4, &none));
    STATUS(GI_OUT_OF_MEMORY, gi_module_add_managed(module, "x", initial, SIZE_MAX / 4, &none));
    REQUIRE(none == 77, "a failed call wrote its pointer");
    OK(gi_memory_free(other));           /* by the program itself */
    gi_module_unregister(module);
    REQUIRE(kind_at(one) == GI_POINTER_UNKNOWN, "its memory is still there");
}

static struct gi_launch launch_of(uint32_t number)
{
    return (struct gi_launch){ .grid = { number, 2, 3 }, .block = { 4, 5, number },
                               .shared_bytes = number * 8, .stream = number };
}

static void *expect_none(void *unused)
{
    struct gi_launch launch = launch_of(7);

    STATUS(GI_NO_LAUNCH, gi_launch_pop(&launch));
    REQUIRE(launch.grid[0] == 7 && launch.stream == 7, "a failed call wrote the launch");
    return unused;
}

static void launches_are_last_in_first_out(void)
{
    struct gi_launch launch;
    pthread_t thread;
    uint32_t count = 0;

    expect_none(NULL);
    while (count < 1000) {
        launch = launch_of(count);
        if (gi_launch_push(&launch) != GI_OK)
            break;
        count++;
    }
    REQUIRE(count >= 16 && count < 1000, "%u launches were kept", count);
    launch = launch_of(count);
    STATUS(GI_OUT_OF_MEMORY, gi_launch_push(&launch));
    pthread_create(&thread, NULL, expect_none, NULL);    /* another thread has its own */
    pthread_join(thread, NULL);
    while (count-- > 0) {
        struct gi_launch wanted = launch_of(count);

        OK(gi_launch_pop(&launch));
        REQUIRE(memcmp(&launch, &wanted, sizeof launch) == 0, "not the launch %u", count);
    }
    expect_none(NULL);
}

int main(int argc, char **argv)
{
    static const struct sched_case cases[] = {
        { "modules_come_and_go", modules_come_and_go, 0 },
        { "managed_variables_end_with_their_module", managed_variables_end_with_their_module, 0 },
        { "launches_are_last_in_first_out", launches_are_last_in_first_out, 0 },
    };

    return sched_main(argc, argv, cases, sizeof cases / sizeof cases[0]);
}
