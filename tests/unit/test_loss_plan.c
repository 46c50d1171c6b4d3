/** Why a device is lost: from the facts to the error and its sentence. */
#include <stddef.h>
#include <string.h>

#include "test_cases.h"
#include "queue/loss_plan.h"

#define KERNEL "kernel add, grid (2, 1, 1), block (64, 1, 1)"
#define OTHER "kernel mul, grid (1, 1, 1), block (32, 1, 1)"

static const struct gi_loss_facts none = { .ordinal = 1, .device_name = "Card", .near = "",
                                           .launches = "" };

static struct gi_loss choose(struct gi_loss_facts facts, enum gi_fault_kind kind, size_t launches)
{
    struct gi_loss loss;

    facts.fault.kind = kind;
    facts.launch_count = launches;
    facts.launches = launches == 0 ? "" : launches == 1 ? KERNEL : KERNEL "; " OTHER;
    gi_loss_choose(&facts, &loss);
    return loss;
}

static void expect(const struct gi_loss *loss, gi_status status, const char *begin,
                   const char *part)
{
    assert_int_equal(loss->status, status);
    assert_true(gi_status_is_lost(loss->status));
    assert_memory_equal(loss->why, begin, strlen(begin));
    assert_non_null(strstr(loss->why, part));
    assert_non_null(strstr(loss->why, "device 1 (Card)"));
    assert_non_null(strstr(loss->why, "start the process anew"));
}

TEST_CASE(nothing_is_known)
{
    struct gi_loss loss = choose(none, GI_FAULT_UNKNOWN, 0);

    expect(&loss, GI_DEVICE_LOST, "device 1 (Card) is lost: ", "it was taken away");
}

/* A kernel that ran need not be the reason. */
TEST_CASE(kernels_ran)
{
    struct gi_loss one = choose(none, GI_FAULT_UNKNOWN, 1), two = choose(none, GI_FAULT_UNKNOWN, 2);

    expect(&one, GI_DEVICE_LOST, "device 1 (Card) is lost: ", "it was at " KERNEL ";");
    expect(&two, GI_DEVICE_LOST, "device 1 (Card) is lost: ",
           "one of 2 kernels (" KERNEL "; " OTHER ")");
}

TEST_CASE(an_access_is_known)
{
    static const struct {
        enum gi_fault_kind kind;
        const char *part;
    } kinds[] = {
        { GI_FAULT_READ, "nobody's, a read at 0x1000: 4 bytes behind it;" },
        { GI_FAULT_WRITE, "nobody's, a write at 0x1000: 4 bytes behind it;" },
        { GI_FAULT_EXECUTE, "nobody's, an execution at 0x1000: 4 bytes behind it;" },
    };
    struct gi_loss_facts facts = none;

    facts.fault.first_address = 0x1000;
    facts.near = "4 bytes behind it";
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        struct gi_loss loss = choose(facts, kinds[i].kind, 1);

        expect(&loss, GI_DEVICE_FAULTED, KERNEL " used an address", kinds[i].part);
        loss = choose(facts, kinds[i].kind, 0);
        expect(&loss, GI_DEVICE_FAULTED, "work used an address", kinds[i].part);
    }
}

TEST_CASE(only_the_instruction_is_known)
{
    struct gi_loss loss = choose(none, GI_FAULT_INSTRUCTION, 1);

    expect(&loss, GI_DEVICE_FAULTED, KERNEL " used an address that is nobody's; ",
           "GPUINTEROP_CHECK=memory finds the access");
    loss = choose(none, GI_FAULT_INSTRUCTION, 2);
    expect(&loss, GI_DEVICE_FAULTED, "one of 2 kernels (", OTHER);
}
