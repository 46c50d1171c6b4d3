/* What a job does, and the memory that it does it to. */
#include "execute.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gem.h"

/* ---- memory ------------------------------------------------------------------------------- */

static bool is_listed(const struct gicard_job *job, const struct gicard_buffer *buffer)
{
    if (buffer->flags & AMDGPU_GEM_CREATE_VM_ALWAYS_VALID)
        return true;
    for (uint32_t i = 0; i < job->buffer_count; i++)
        if (job->buffers[i] == buffer)
            return true;
    return false;
}

uint8_t *gicard_access(struct gicard_machine *machine, uint64_t address, uint64_t size_bytes,
                       bool write, uint64_t *out_bytes)
{
    const struct gicard_mapping *mapping = gicard_vm_find(machine->job->vm, address);
    uint32_t needed = write ? AMDGPU_VM_PAGE_WRITEABLE : AMDGPU_VM_PAGE_READABLE;

    if (machine->fault_next) {
        machine->fault_next = false;
        fprintf(stderr, "gpuinterop-card: VM fault at 0x%" PRIx64 ", as asked for\n", address);
        return NULL;
    }
    if (mapping == NULL || mapping->buffer == NULL) {
        gicard_violation(GICARD_RULE_VM_FAULT, 0, "%s of 0x%" PRIx64 ", where nothing is mapped",
                         write ? "write" : "read", address);
        return NULL;
    }
    if (!(mapping->flags & needed)) {
        gicard_violation(GICARD_RULE_VA_ACCESS, 0, "%s of 0x%" PRIx64 ", mapped with flags 0x%x",
                         write ? "write" : "read", address, mapping->flags);
        return NULL;
    }
    if (!is_listed(machine->job, mapping->buffer)) {
        gicard_violation(GICARD_RULE_BO_LIST, 0, "%s of 0x%" PRIx64 ", of a buffer that the "
                         "submission does not list", write ? "write" : "read", address);
        return NULL;
    }
    uint64_t within = address - mapping->start;
    uint64_t left = mapping->size_bytes - within;
    *out_bytes = size_bytes < left ? size_bytes : left;
    return mapping->buffer->bytes + mapping->offset_bytes + within;
}

bool gicard_copy(struct gicard_machine *machine, uint64_t dst, uint64_t src, uint64_t size_bytes)
{
    while (size_bytes > 0) {
        uint64_t bytes;
        const uint8_t *from = gicard_access(machine, src, size_bytes, false, &bytes);
        uint8_t *to = from != NULL ? gicard_access(machine, dst, bytes, true, &bytes) : NULL;
        if (to == NULL)
            return false;
        memmove(to, from, bytes);
        dst += bytes;
        src += bytes;
        size_bytes -= bytes;
    }
    return true;
}

bool gicard_fill(struct gicard_machine *machine, uint64_t dst, uint32_t value,
                 uint64_t size_bytes)
{
    while (size_bytes > 0) {
        uint64_t bytes;
        uint8_t *to = gicard_access(machine, dst, size_bytes, true, &bytes);
        if (to == NULL)
            return false;
        for (uint64_t i = 0; i + 4 <= bytes; i += 4)
            memcpy(to + i, &value, 4);
        dst += bytes;
        size_bytes -= bytes;
    }
    return true;
}

bool gicard_write(struct gicard_machine *machine, uint64_t dst, const void *data,
                  uint64_t size_bytes)
{
    const uint8_t *from = data;

    while (size_bytes > 0) {
        uint64_t bytes;
        uint8_t *to = gicard_access(machine, dst, size_bytes, true, &bytes);
        if (to == NULL)
            return false;
        memcpy(to, from, bytes);
        from += bytes;
        dst += bytes;
        size_bytes -= bytes;
    }
    return true;
}

bool gicard_read(struct gicard_machine *machine, void *data, uint64_t src, uint64_t size_bytes)
{
    uint8_t *to = data;

    while (size_bytes > 0) {
        uint64_t bytes;
        const uint8_t *from = gicard_access(machine, src, size_bytes, false, &bytes);
        if (from == NULL)
            return false;
        memcpy(to, from, bytes);
        to += bytes;
        src += bytes;
        size_bytes -= bytes;
    }
    return true;
}

void gicard_touch(struct gicard_machine *machine, uint64_t start, uint64_t size_bytes,
                  bool written)
{
    uint64_t end = start + size_bytes;

    if (size_bytes == 0 || machine->range_count == GICARD_MAX_RANGES)
        return;
    for (uint32_t i = 0; i < machine->range_count; i++) {
        const struct gicard_range *range = &machine->ranges[i];
        if (range->start < end && start < range->end && (range->written || written)) {
            gicard_violation(GICARD_RULE_PACKET_HAZARD, 0, "0x%" PRIx64 " + %" PRIu64
                             " is %s where an earlier packet of the IB %s 0x%" PRIx64
                             ", and no NOP stands between them", start, size_bytes,
                             written ? "written" : "read", range->written ? "writes" : "reads",
                             range->start);
            machine->range_count = 0;
            break;
        }
    }
    machine->ranges[machine->range_count++] =
        (struct gicard_range){ .start = start, .end = end, .written = written };
}

/* ---- IBs ---------------------------------------------------------------------------------- */

uint32_t *gicard_fetch(struct gicard_machine *machine, uint64_t address, uint32_t size_bytes)
{
    uint32_t *dwords = malloc(size_bytes != 0 ? size_bytes : 1);

    if (dwords != NULL && !gicard_read(machine, dwords, address, size_bytes)) {
        free(dwords);
        dwords = NULL;
    }
    return dwords;
}

/** Appends an IB to the dump: the engine, the ring, the job's place, then its dwords in hex. */
static void dump(const struct gicard_job *job, const struct gicard_chip *chip,
                 const uint32_t *dwords, uint32_t count)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    if (gicard_config.dump[0] == '\0')
        return;
    pthread_mutex_lock(&lock);
    FILE *file = fopen(gicard_config.dump, "ae");
    if (file != NULL) {
        fprintf(file, "ib process %d chip %s ip %u ring %u seq %" PRIu64 " dwords %u:",
                (int)getpid(), chip->name, job->ip, job->ring, job->fence.seq, count);
        for (uint32_t i = 0; i < count; i++)
            fprintf(file, " %08x", dwords[i]);
        fputc('\n', file);
        fclose(file);
    }
    pthread_mutex_unlock(&lock);
}

static bool execute_ib(struct gicard_machine *machine, const struct gicard_ib *ib)
{
    uint32_t count = ib->size_bytes / 4;
    uint32_t *dwords = gicard_fetch(machine, ib->address, ib->size_bytes);
    bool fine;

    if (dwords == NULL)
        return false;
    dump(machine->job, machine->chip, dwords, count);
    machine->range_count = 0;
    machine->box_count = 0;
    machine->counted.ibs++;
    if (machine->job->ip == AMDGPU_HW_IP_DMA) {
        machine->counted.packet_dwords += count;
        fine = gicard_sdma(machine, dwords, count);
    } else {
        fine = gicard_pm4(machine, dwords, count, 0);
    }
    free(dwords);
    return fine;
}

int gicard_execute(struct gicard_job *job, bool fault)
{
    struct gicard_machine *machine = calloc(1, sizeof(*machine));
    bool fine = true;

    if (machine == NULL)
        return -ENOMEM;
    machine->job = job;
    machine->chip = gicard_config.chip[job->file->card];
    machine->fault_next = fault;
    for (uint32_t i = 0; i < job->ib_count && fine; i++) {
        machine->is_last_ib = i + 1 == job->ib_count;
        fine = execute_ib(machine, &job->ibs[i]);
    }
    gicard_count_work(&machine->counted);
    free(machine);
    return fine ? 0 : -ECANCELED;
}
