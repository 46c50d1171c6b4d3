/* SDMA packets, read and done. A packet that is not known, or has a bit set that is not, is an
 * error: the engine would do something else than what was meant. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "execute.h"
#include "fence.h"
#include "gem.h"
#include "sdma_tiled.h"
#include "sdma_window.h"

#define POLL_LIMIT_NS INT64_C(10000000000)
#define MAX_WRITE_DWORDS 0x100000u

enum {
    OP_NOP = 0, OP_COPY = 1, OP_WRITE = 2, OP_FENCE = 5, OP_TRAP = 6, OP_POLL = 8, OP_FILL = 11,
    OP_TIMESTAMP = 13,
};

/** The packet at hand and the dwords that are left with it. */
struct packet {
    const uint32_t *dw;
    uint32_t left;
};

static uint64_t address_at(const uint32_t *dw)
{
    return (uint64_t)dw[1] << 32 | dw[0];
}

static bool field_is_wrong(const struct packet *packet, const char *what)
{
    gicard_violation(GICARD_RULE_PACKET_FIELD, 0, "SDMA packet 0x%08x: %s", packet->dw[0], what);
    return false;
}

/** Fails when the header has other bits than those. */
static bool check_header(const struct packet *packet, uint32_t allowed)
{
    if ((packet->dw[0] & ~allowed) != 0)
        return field_is_wrong(packet, "bits in its header that should be 0");
    return true;
}

static bool check_left(const struct packet *packet, uint32_t needed)
{
    if (packet->left < needed)
        return field_is_wrong(packet, "it ends past its IB");
    return true;
}

/** A count that holds bytes - 1. */
static bool check_count(const struct gicard_machine *machine, const struct packet *packet,
                        uint32_t count, uint32_t limit_bytes)
{
    uint32_t bits = machine->chip->sdma.count_bits;

    if (count >> bits != 0 || count >= limit_bytes) {
        gicard_violation(GICARD_RULE_PACKET_LIMIT, 0, "SDMA packet 0x%08x: %" PRIu64
                         " bytes, at most %u at once on %s", packet->dw[0], (uint64_t)count + 1,
                         limit_bytes, machine->chip->name);
        return false;
    }
    return true;
}

static bool check_aligned(const struct packet *packet, uint64_t value, uint32_t alignment,
                          const char *what)
{
    if (value % alignment == 0)
        return true;
    gicard_violation(GICARD_RULE_PACKET_ALIGNMENT, 0, "SDMA packet 0x%08x: %s 0x%" PRIx64
                     " is no multiple of %u", packet->dw[0], what, value, alignment);
    return false;
}

/* ---- packets; each returns its length in dwords, or 0 ------------------------------------- */

static uint32_t copy_linear(struct gicard_machine *machine, const struct packet *packet)
{
    const uint32_t *dw = packet->dw;

    if (!check_left(packet, 7) || !check_header(packet, 0xffff)
        || !check_count(machine, packet, dw[1], machine->chip->sdma.max_copy_bytes))
        return 0;
    if (dw[2] != 0) {
        field_is_wrong(packet, "dword 2 is not 0");
        return 0;
    }
    uint64_t bytes = (uint64_t)dw[1] + 1, src = address_at(dw + 3), dst = address_at(dw + 5);
    if (src < dst + bytes && dst < src + bytes) {
        gicard_violation(GICARD_RULE_PACKET_OVERLAP, 0, "copy of %" PRIu64 " bytes from 0x%" PRIx64
                         " to 0x%" PRIx64, bytes, src, dst);
        return 0;
    }
    gicard_touch(machine, src, bytes, false);
    gicard_touch(machine, dst, bytes, true);
    machine->counted.copied_bytes += bytes;
    return gicard_copy(machine, dst, src, bytes) ? 7 : 0;
}

static uint32_t fill(struct gicard_machine *machine, const struct packet *packet)
{
    const uint32_t *dw = packet->dw;

    if (!check_left(packet, 5) || !check_header(packet, 0xc000ffff))
        return 0;
    if (dw[0] >> 30 != 2) {
        field_is_wrong(packet, "its element is no dword");
        return 0;
    }
    if (!check_count(machine, packet, dw[4], machine->chip->sdma.max_fill_bytes)
        || !check_aligned(packet, address_at(dw + 1), 4, "address")
        || !check_aligned(packet, (uint64_t)dw[4] + 1, 4, "size"))
        return 0;
    uint64_t bytes = (uint64_t)dw[4] + 1;
    gicard_touch(machine, address_at(dw + 1), bytes, true);
    machine->counted.filled_bytes += bytes;
    return gicard_fill(machine, address_at(dw + 1), dw[3], bytes) ? 5 : 0;
}

static uint32_t write_linear(struct gicard_machine *machine, const struct packet *packet)
{
    const uint32_t *dw = packet->dw;

    if (!check_left(packet, 4) || !check_header(packet, 0xffff))
        return 0;
    uint64_t count = (uint64_t)dw[3] + 1, dst = address_at(dw + 1);
    if (count > MAX_WRITE_DWORDS) {
        gicard_violation(GICARD_RULE_PACKET_LIMIT, 0, "WRITE of %" PRIu64 " dwords", count);
        return 0;
    }
    if (!check_left(packet, (uint32_t)count + 4) || !check_aligned(packet, dst, 4, "address"))
        return 0;
    gicard_touch(machine, dst, count * 4, true);
    machine->counted.written_bytes += count * 4;
    return gicard_write(machine, dst, dw + 4, count * 4) ? (uint32_t)count + 4 : 0;
}

/** Who reads the value of a job's very last packet may free or reuse all that the job used. */
static bool end_with(struct gicard_machine *machine, uint64_t dst, uint32_t value)
{
    uint64_t bytes;
    uint8_t *to = gicard_access(machine, dst, sizeof(value), true, &bytes);

    if (to == NULL)
        return false;
    struct gicard_buffer *buffer = gicard_vm_find(machine->job->vm, dst)->buffer;
    gicard_buffer_get(buffer);
    gicard_worker_done_with(machine->job);
    __atomic_store_n((uint32_t *)(void *)to, value, __ATOMIC_RELEASE);
    gicard_buffer_put(buffer);
    return true;
}

static uint32_t fence(struct gicard_machine *machine, const struct packet *packet)
{
    uint32_t extra = machine->chip->sdma.fence_mtype ? 7u << 16 : 0;

    if (!check_left(packet, 4) || !check_header(packet, 0xff | extra))
        return 0;
    uint64_t dst = address_at(packet->dw + 1);
    if (!check_aligned(packet, dst, 4, "address"))
        return 0;
    bool is_end = machine->is_last_ib && packet->left == 4;      /* a NOP would be fetched yet */
    bool fine = is_end ? end_with(machine, dst, packet->dw[3])
                       : gicard_write(machine, dst, &packet->dw[3], 4);
    return fine ? 4 : 0;
}

static uint32_t timestamp(struct gicard_machine *machine, const struct packet *packet)
{
    uint64_t ticks = (uint64_t)gicard_now_ns() / 10;

    if (!check_left(packet, 3) || !check_header(packet, 0xffff))
        return 0;
    if (((packet->dw[0] >> 8) & 0xff) != 2) {
        field_is_wrong(packet, "it does not ask for the global timestamp");
        return 0;
    }
    if (!check_aligned(packet, address_at(packet->dw + 1), 8, "address"))
        return 0;
    return gicard_write(machine, address_at(packet->dw + 1), &ticks, 8) ? 3 : 0;
}

static bool compare(uint32_t function, uint32_t value, uint32_t reference)
{
    switch (function) {
    case 0: return true;
    case 1: return value < reference;
    case 2: return value <= reference;
    case 3: return value == reference;
    case 4: return value != reference;
    case 5: return value >= reference;
    case 6: return value > reference;
    default: return false;
    }
}

/** Memory until it compares to a reference under a mask: function [30:28], bit 31: memory. */
static uint32_t poll_memory(struct gicard_machine *machine, const struct packet *packet)
{
    const uint32_t *dw = packet->dw;
    int64_t until = gicard_now_ns() + POLL_LIMIT_NS;
    uint32_t value;

    if (!check_left(packet, 6) || !check_header(packet, 0xf000ffff))
        return 0;
    if (!(dw[0] >> 31)) {
        field_is_wrong(packet, "it polls a register");
        return 0;
    }
    if (!check_aligned(packet, address_at(dw + 1), 4, "address"))
        return 0;
    for (;;) {
        if (!gicard_read(machine, &value, address_at(dw + 1), 4))
            return 0;
        if (compare((dw[0] >> 28) & 7, value & dw[4], dw[3]))
            return 6;
        if (gicard_now_ns() > until) {
            fprintf(stderr, "gpuinterop-card: POLL_REGMEM never came true\n");
            return 0;
        }
        gicard_sleep(atomic_load(&gicard_arena->changes), gicard_now_ns() + 50000, false);
    }
}

/** A packet that copies a box; its kind does it. */
static uint32_t box(struct gicard_machine *machine, const struct packet *packet, uint32_t needed,
                    bool (*copy)(struct gicard_machine *machine, const uint32_t *dw))
{
    return check_left(packet, needed) && copy(machine, packet->dw) ? needed : 0;
}

static uint32_t copy(struct gicard_machine *machine, const struct packet *packet)
{
    switch ((packet->dw[0] >> 8) & 0xff) {
    case 0:
        return copy_linear(machine, packet);
    case 4:
        return box(machine, packet, 13, gicard_window_linear);
    case 5:
        return box(machine, packet, 14, gicard_window_tiled);
    case 6:
        return box(machine, packet, 15, gicard_between_tiled);
    default:
        gicard_violation(GICARD_RULE_PACKET_UNKNOWN, 0, "SDMA packet 0x%08x", packet->dw[0]);
        return 0;
    }
}

/** A NOP skips [29:16] further dwords. What comes after it sees what stood before it. */
static uint32_t nop(struct gicard_machine *machine, const struct packet *packet)
{
    uint32_t length = ((packet->dw[0] >> 16) & 0x3fff) + 1;

    if (!check_left(packet, length) || !check_header(packet, 0x3fff0000))
        return 0;
    machine->range_count = 0;
    machine->box_count = 0;
    return length;
}

static uint32_t one_packet(struct gicard_machine *machine, const struct packet *packet)
{
    switch (packet->dw[0] & 0xff) {
    case OP_NOP:
        return nop(machine, packet);
    case OP_COPY:
        return copy(machine, packet);
    case OP_WRITE:
        return write_linear(machine, packet);
    case OP_FENCE:
        return fence(machine, packet);
    case OP_TRAP:
        return check_left(packet, 2) && check_header(packet, 0xff) ? 2 : 0;
    case OP_POLL:
        return poll_memory(machine, packet);
    case OP_FILL:
        return fill(machine, packet);
    case OP_TIMESTAMP:
        return timestamp(machine, packet);
    default:
        gicard_violation(GICARD_RULE_PACKET_UNKNOWN, 0, "SDMA packet 0x%08x", packet->dw[0]);
        return 0;
    }
}

bool gicard_sdma(struct gicard_machine *machine, const uint32_t *dwords, uint32_t count)
{
    for (uint32_t i = 0; i < count;) {
        struct packet packet = { .dw = dwords + i, .left = count - i };
        uint32_t op = packet.dw[0] & 0xff;

        machine->counted.packets += op != OP_NOP;
        machine->counted.packet_by_op[op < 16 ? op : 15]++;
        uint32_t length = one_packet(machine, &packet);
        if (length == 0)
            return false;
        i += length;
    }
    return true;
}
