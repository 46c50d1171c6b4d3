/* PM4: the packets by which a graphics or compute queue moves data without a shader. All others are
 * passed over; what they would do is not done. */
#include <inttypes.h>
#include <stdlib.h>

#include "execute.h"

#define OP_WRITE_DATA 0x37u
#define OP_INDIRECT_BUFFER 0x3fu
#define OP_COPY_DATA 0x40u
#define OP_RELEASE_MEM 0x49u
#define OP_DMA_DATA 0x50u
#define NO_BODY 0x3fffu                  /* count of a NOP of one dword */
#define MAX_DEPTH 8u

static uint64_t address_of(const uint32_t *dwords)
{
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

/** IBs in IBs: body address, size in dwords [19:0]; bit 20: the rest of this IB is not done. */
static bool indirect(struct gicard_machine *machine, const uint32_t *body, unsigned depth)
{
    uint32_t count = body[2] & 0xfffff;

    if (depth >= MAX_DEPTH) {
        gicard_violation(GICARD_RULE_PACKET_FIELD, 0, "IBs lie %u deep in IBs", depth);
        return false;
    }
    uint32_t *dwords = gicard_fetch(machine, address_of(body), count * 4);
    bool fine = dwords != NULL && gicard_pm4(machine, dwords, count, depth);
    free(dwords);
    return fine;
}

/** Destination [11:8] of the control: 1, 2 and 5 are memory, others are registers. */
static bool write_data(struct gicard_machine *machine, const uint32_t *body, uint32_t size)
{
    uint32_t destination = (body[0] >> 8) & 0xf;

    if (size < 4 || (destination != 1 && destination != 2 && destination != 5))
        return true;
    machine->counted.written_bytes += (size - 3) * 4;
    return gicard_write(machine, address_of(body + 1), body + 3, (uint64_t)(size - 3) * 4);
}

/** Source [30:29] and destination [21:20] of the control: 0 and 3 are memory, source 2 a value. */
static bool dma_data(struct gicard_machine *machine, const uint32_t *body, uint32_t size)
{
    uint32_t source = (body[0] >> 29) & 3, destination = (body[0] >> 20) & 3;

    if (size < 6 || source == 1 || (destination != 0 && destination != 3))
        return true;                     /* prefetches and the like */
    uint64_t bytes = body[5] & 0x3ffffff;
    if (source == 2) {
        machine->counted.filled_bytes += bytes;
        return gicard_fill(machine, address_of(body + 3), body[1], bytes);
    }
    machine->counted.copied_bytes += bytes;
    return gicard_copy(machine, address_of(body + 3), address_of(body + 1), bytes);
}

/** At the end of what went before: data [31:29] of the second dword is 1 a dword, 2 two of them, 3
 *  the time. */
static bool release_mem(struct gicard_machine *machine, const uint32_t *body, uint32_t size)
{
    uint64_t ticks = (uint64_t)gicard_now_ns() / 10;

    if (size < 6)
        return true;
    switch (body[1] >> 29) {
    case 1:
        return gicard_write(machine, address_of(body + 2), body + 4, 4);
    case 2:
        return gicard_write(machine, address_of(body + 2), body + 4, 8);
    case 3:
        return gicard_write(machine, address_of(body + 2), &ticks, 8);
    default:
        return true;
    }
}

/** To memory (destination [11:8] 1, 2 or 5) from memory (source [3:0] 1 or 2), a value (5) or the
 *  time (9); bit 16: two dwords. */
static bool copy_data(struct gicard_machine *machine, const uint32_t *body, uint32_t size)
{
    uint32_t source = body[0] & 0xf, destination = (body[0] >> 8) & 0xf;
    uint32_t bytes = (body[0] >> 16) & 1 ? 8 : 4;
    uint64_t ticks = (uint64_t)gicard_now_ns() / 10;

    if (size < 5 || (destination != 1 && destination != 2 && destination != 5))
        return true;
    switch (source) {
    case 1:
    case 2:
        return gicard_copy(machine, address_of(body + 3), address_of(body + 1), bytes);
    case 5:
        return gicard_write(machine, address_of(body + 3), body + 1, bytes);
    case 9:
        return gicard_write(machine, address_of(body + 3), &ticks, bytes);
    default:
        return true;                     /* registers */
    }
}

bool gicard_pm4(struct gicard_machine *machine, const uint32_t *dwords, uint32_t count,
                unsigned depth)
{
    for (uint32_t i = 0; i < count;) {
        uint32_t header = dwords[i++];
        uint32_t size = ((header >> 16) & 0x3fff) + 1;
        uint32_t op = (header >> 8) & 0xff;
        const uint32_t *body = dwords + i;

        if (header >> 30 != 3 || size == NO_BODY + 1)
            continue;
        if (size > count - i) {
            gicard_violation(GICARD_RULE_PACKET_FIELD, 0, "PM4 packet 0x%08x of %u dwords at dword"
                             " %u of an IB of %u", header, size, i - 1, count);
            return false;
        }
        bool fine = true;
        switch (op) {
        case OP_INDIRECT_BUFFER:
            fine = size < 3 || indirect(machine, body, depth + ((body[2] >> 20) & 1 ? 0 : 1));
            if (fine && size >= 3 && ((body[2] >> 20) & 1))
                return true;
            break;
        case OP_WRITE_DATA:
            fine = write_data(machine, body, size);
            break;
        case OP_RELEASE_MEM:
            fine = release_mem(machine, body, size);
            break;
        case OP_COPY_DATA:
            fine = copy_data(machine, body, size);
            break;
        case OP_DMA_DATA:
            fine = dma_data(machine, body, size);
            break;
        default:
            break;
        }
        if (!fine)
            return false;
        i += size;
    }
    return true;
}
