#include "loss_plan.h"

#include <stdio.h>

static bool has_address(enum gi_fault_kind kind)
{
    return kind == GI_FAULT_READ || kind == GI_FAULT_WRITE || kind == GI_FAULT_EXECUTE;
}

static const char *access_word(enum gi_fault_kind kind)
{
    switch (kind) {
    case GI_FAULT_READ:        return "a read";
    case GI_FAULT_WRITE:       return "a write";
    case GI_FAULT_EXECUTE:     return "an execution";
    case GI_FAULT_UNKNOWN:
    case GI_FAULT_INSTRUCTION: break;
    }
    return "an access";
}

/* Appends the kernels that were at work: "kernel add, ..." or "one of 3 kernels (kernel add,
 * ...)". */
static void say_who(const struct gi_loss_facts *facts, char *text, size_t room)
{
    if (facts->launch_count == 0)
        gi_append(text, room, "work");
    else if (facts->launch_count == 1)
        gi_append(text, room, "%s", facts->launches);
    else
        gi_append(text, room, "one of %zu kernels (%s)", facts->launch_count, facts->launches);
}

static void say_fault(const struct gi_loss_facts *facts, char *text, size_t room)
{
    const struct gi_fault *fault = &facts->fault;

    say_who(facts, text, room);
    gi_append(text, room, " used an address that is nobody's");
    if (has_address(fault->kind))
        gi_append(text, room, ", %s at 0x%llx: %s", access_word(fault->kind),
                  (unsigned long long)fault->first_address, facts->near);
    gi_append(text, room, "; device %d (%s) is lost: reset it, or start the process anew",
              facts->ordinal, facts->device_name);
    if (!has_address(fault->kind))
        gi_append(text, room, "; GPUINTEROP_CHECK=memory finds the access");
}

static void say_loss(const struct gi_loss_facts *facts, char *text, size_t room)
{
    gi_append(text, room, "device %d (%s) is lost: ", facts->ordinal, facts->device_name);
    if (facts->launch_count == 0) {
        gi_append(text, room, "the driver reset it or it was taken away; reset the device, or "
                  "start the process anew");
        return;
    }
    gi_append(text, room, "the driver does not say why, and it was at ");
    say_who(facts, text, room);
    gi_append(text, room, "; GPUINTEROP_CHECK=memory shows whether a kernel uses an address that "
              "is nobody's; reset the device, or start the process anew");
}

void gi_loss_choose(const struct gi_loss_facts *facts, struct gi_loss *out_loss)
{
    bool is_fault = facts->fault.kind != GI_FAULT_UNKNOWN;

    *out_loss = (struct gi_loss){ is_fault ? GI_DEVICE_FAULTED : GI_DEVICE_LOST, "" };
    if (is_fault)
        say_fault(facts, out_loss->why, sizeof out_loss->why);
    else
        say_loss(facts, out_loss->why, sizeof out_loss->why);
}
