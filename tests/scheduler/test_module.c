/* Device code that is registered, its managed variables, and configurations of launches. */
#include "harness.h"

#include <string.h>
#include <unistd.h>

#include "base/in_driver.h"
#include "module/configuration.h"
#include "module/registered.h"

SCHED_CASE(modules_come_and_go)
{
    struct gi_registered *one = gi_registered_image("code"), *same = gi_registered_image("code");
    struct gi_registered *empty = gi_registered_image(NULL);

    REQUIRE(one != NULL && same != NULL && empty != NULL, "a module is NULL");
    REQUIRE(one != same && same != empty, "two modules are one");
    gi_registered_add_kernel(one, one, "first");
    gi_registered_add_kernel(one, one, NULL);
    gi_registered_add_kernel(NULL, one, "of none");
    gi_registered_end(same);
    gi_registered_end(same);          /* nothing looks into what ended */
    gi_registered_add_kernel(same, one, "too late");
    gi_registered_end((struct gi_registered *)(void *)&one);
    gi_registered_end(NULL);
    gi_registered_end(one);
    gi_registered_end(empty);
}

static enum gi_pointer_kind kind_at(uint64_t pointer)
{
    struct gi_pointer_info info;

    OK(gi_pointer_query(pointer, &info));
    return info.kind;
}

SCHED_CASE(managed_variables_end_with_their_module)
{
    const char initial[] = "what it holds first";
    struct gi_registered *module = gi_registered_image(NULL);
    uint64_t one = 77, other, none = 77;

    sched_begin_plain();
    OK(gi_registered_make_managed(module, "one", initial, sizeof initial, &one));
    OK(gi_registered_make_managed(module, "other", initial, 1, &other));
    REQUIRE(kind_at(one) == GI_POINTER_MANAGED && one != other, "not managed memory");
    REQUIRE(memcmp((void *)(uintptr_t)one, initial, sizeof initial) == 0, "not its first value");
    STATUS(GI_INVALID_VALUE, gi_registered_make_managed(NULL, "x", initial, 4, &none));
    STATUS(GI_OUT_OF_MEMORY, gi_registered_make_managed(module, "x", initial, SIZE_MAX / 4, &none));
    REQUIRE(none == 77, "a failed call wrote its pointer");
    OK(gi_memory_free(other));           /* by the program itself */
    gi_registered_end(module);
    REQUIRE(kind_at(one) == GI_POINTER_UNKNOWN, "its memory is still there");
}

/* While the process ends its first value cannot be written, so there is no variable. */
SCHED_CASE(a_managed_variable_has_its_first_value)
{
    const char initial[] = "what it holds first";
    struct gi_registered *module = gi_registered_image(NULL);
    uint64_t one, none = 77;

    sched_begin_plain();
    OK(gi_registered_make_managed(module, "one", initial, sizeof initial, &one));
    (void)gi_driver_close_all(0);
    STATUS(GI_DEVICE_LOST,
           gi_registered_make_managed(module, "other", initial, sizeof initial, &none));
    REQUIRE(none == 77, "a failed call wrote its pointer");
    _exit(0);
}

static struct gi_configuration launch_of(uint32_t number)
{
    return (struct gi_configuration){ .grid = { number, 2, 3 }, .block = { 4, 5, number },
                               .shared_bytes = number * 8, .stream = number };
}

static void *expect_none(void *unused)
{
    struct gi_configuration launch = launch_of(7);

    STATUS(GI_NO_LAUNCH, gi_configuration_pop(&launch));
    REQUIRE(launch.grid[0] == 7 && launch.stream == 7, "a failed call wrote the launch");
    return unused;
}

SCHED_CASE(launches_are_last_in_first_out)
{
    struct gi_configuration launch;
    pthread_t thread;
    uint32_t count = 0;

    expect_none(NULL);
    while (count < 1000) {
        launch = launch_of(count);
        if (gi_configuration_push(&launch) != GI_OK)
            break;
        count++;
    }
    REQUIRE(count >= 16 && count < 1000, "%u launches were kept", count);
    launch = launch_of(count);
    STATUS(GI_OUT_OF_MEMORY, gi_configuration_push(&launch));
    pthread_create(&thread, NULL, expect_none, NULL);    /* another thread has its own */
    pthread_join(thread, NULL);
    while (count-- > 0) {
        struct gi_configuration wanted = launch_of(count);

        OK(gi_configuration_pop(&launch));
        REQUIRE(memcmp(&launch, &wanted, sizeof launch) == 0, "not the launch %u", count);
    }
    expect_none(NULL);
}
