#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/in_driver.h"
#include "base/print_queue.h"
#include "check_report.h"
#include "device/device_settings.h"
#include "function.h"
#include "kernel/print/print.h"
#include "memory/live_ranges.h"
#include "memory/own_memory.h"
#include "queue/device_state.h"
#include "stream/launch_report.h"

/* The most that one launch prints, whatever the program asks for. */
#define MOST_RECORD_BYTES (UINT64_C(64) << 20)

struct report {
    struct gi_launch_report base;
    struct gi_code *code;                /* referenced */
    const char *name;                    /* of the kernel; the code has it */
    uint64_t variables_address;
    const struct gi_translate_target *target;   /* of the device, which the stream keeps */
    struct gi_kernel_report *memory;     /* the host's view; the stream keeps it */
    struct gi_live_ranges *live;         /* referenced; NULL: memory is not checked */
};

static struct gi_kernel_texts texts_of(const struct report *report)
{
    return (struct gi_kernel_texts){ report->code->texts, report->code->variables.bytes,
                                     report->variables_address };
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_record(const struct report *report, const struct gi_kernel_record *record)
{
    const struct gi_kernel_texts texts = texts_of(report);
    char few[512], *text = few;
    size_t length = gi_kernel_print(&texts, record, few, sizeof few);

    if (length >= sizeof few) {
        text = malloc(length + 1);
        if (text == NULL)
            return;
        length = gi_kernel_print(&texts, record, text, length + 1);
    }
    gi_print_queue_append(text, length);
    if (text != few)
        free(text);
}

static void print_records(const struct report *report)
{
    const struct gi_kernel_report *memory = report->memory;
    uint64_t used = memory->record_bytes < memory->record_room ? memory->record_bytes
                                                               : memory->record_room;
    const struct gi_kernel_record *record;

    for (uint64_t at = 0;
         (record = gi_kernel_record_at((const uint8_t *)(memory + 1), used, at)) != NULL;
         at += record->bytes)
        print_record(report, record);
}

/* ---- failures -------------------------------------------------------------------------------- */

struct text {
    const char *start;
    int length;
};

static struct text text_at(const struct report *report, uint64_t address)
{
    const struct gi_kernel_texts texts = texts_of(report);
    size_t length = 0;
    const char *start = gi_kernel_text_at(&texts, address, &length);

    return start != NULL ? (struct text){ start, (int)(length < 4096 ? length : 4096) }
                         : (struct text){ "?", 1 };
}

/* Also says it as the vendor's library does, where its users look for it. */
static gi_status assertion(const struct report *report)
{
    const struct gi_kernel_report *failed = report->memory;
    struct text message = text_at(report, failed->message), file = text_at(report, failed->file);
    struct text function = text_at(report, failed->function);

    fprintf(stderr, "%.*s:%u: %.*s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%.*s` "
            "failed.\n", file.length, file.start, failed->line, function.length, function.start,
            failed->block[0], failed->block[1], failed->block[2], failed->thread[0],
            failed->thread[1], failed->thread[2], message.length, message.start);
    return gi_fail(GI_LAUNCH_ASSERTED, "kernel %s, block (%u, %u, %u), thread (%u, %u, %u): "
                   "%.*s:%u: the assertion %.*s failed", report->name,
                   failed->block[0], failed->block[1], failed->block[2], failed->thread[0],
                   failed->thread[1], failed->thread[2], file.length, file.start, failed->line,
                   message.length, message.start);
}

static gi_status fail_in_thread(const struct report *report, const char *how)
{
    const struct gi_kernel_report *failed = report->memory;

    return gi_fail(GI_LAUNCH_TRAPPED, "kernel %s, block (%u, %u, %u), thread (%u, %u, %u) %s",
                   report->name, failed->block[0], failed->block[1], failed->block[2],
                   failed->thread[0], failed->thread[1], failed->thread[2], how);
}

/* The device ended loops by itself: the kernel's results may be wrong, and so may its
 * assertions. */
static gi_status fail_for_rounds(const struct report *report)
{
    const struct gi_translate_target *target = report->target;
    const char *remedy = target->rounds_remedy;

    return gi_fail(GI_LAUNCH_TRAPPED, "kernel %s has wrong results: this driver ends all loops "
                   "of a thread after %u rounds%s%s", report->name, target->loop_rounds,
                   remedy != NULL ? ". " : "", remedy != NULL ? remedy : "");
}

static gi_status read_report(const struct report *report)
{
    print_records(report);
    if (report->memory->loops_ended != 0)
        return fail_for_rounds(report);
    switch (report->memory->failure) {
    case GI_KERNEL_RUNS:
        return GI_OK;
    case GI_KERNEL_ASSERTED:
        return assertion(report);
    case GI_KERNEL_CALLED_NOTHING:
        return fail_in_thread(report, "called a function that is not there");
    case GI_KERNEL_FREED:
        return fail_in_thread(report, "freed memory that malloc has not given out, or "
                              "that is free already");
    case GI_KERNEL_FULL:
        return fail_in_thread(report, "took more memory by alloca than a function has");
    case GI_KERNEL_ACCESSED:
    case GI_KERNEL_PARTED:
    case GI_KERNEL_STUCK:
        return gi_check_report(report->memory, report->name, report->code, report->live);
    default:
        return fail_in_thread(report, "stopped itself by a trap");
    }
}

static gi_status ended(struct gi_launch_report *base)
{
    gi_status status = gi_driver_enter();

    if (status != GI_OK)
        return status;
    status = read_report((const struct report *)base);
    gi_driver_leave();
    return status;
}

/* ---- life ------------------------------------------------------------------------------------ */

static void release_report(struct gi_launch_report *base)
{
    gi_code_unref(((struct report *)base)->code);
    gi_live_ranges_unref(((struct report *)base)->live);
    free(base);
}

/* Bytes for what one launch prints. */
static uint64_t room_of(const struct gi_function *function)
{
    uint64_t room = 0;

    if (!function->kernel->prints)
        return 0;
    if (gi_device_get_limit(GI_LIMIT_PRINTF_BUFFER, &room) != GI_OK)
        return 0;
    return (room < MOST_RECORD_BYTES ? room : MOST_RECORD_BYTES) & ~UINT64_C(7);
}

gi_status gi_report_make(const struct gi_function *function, struct gi_live_ranges *live,
                         struct gi_launch_report **out_report, struct gi_allocation **out_memory)
{
    struct report *report = calloc(1, sizeof *report);
    uint64_t room = room_of(function), bytes = sizeof(struct gi_kernel_report) + room;
    struct gi_allocation *memory;
    gi_status status;

    if (report == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "launch: no host memory for what the kernel reports");
    status = gi_allocation_new(function->module->device, GI_MEMORY_HOST, bytes, &memory);
    if (status != GI_OK) {
        free(report);
        return status;
    }
    gi_code_ref(function->module->code);
    if (live != NULL)
        gi_live_ranges_ref(live);
    *report = (struct report){
        .base = { ended, release_report }, .code = function->module->code,
        .name = function->name,
        .variables_address = function->module->variables_address,
        .target = &gi_function_info(function)->kernels,
        .memory = (struct gi_kernel_report *)(uintptr_t)memory->host_address,
        .live = live
    };
    status = gi_driver_enter();
    if (status != GI_OK) {
        release_report(&report->base);
        gi_allocation_unref(memory);
        return status;
    }
    memset(report->memory, 0, bytes);
    report->memory->record_room = (uint32_t)room;
    gi_driver_leave();
    *out_report = &report->base;
    *out_memory = memory;
    return GI_OK;
}
