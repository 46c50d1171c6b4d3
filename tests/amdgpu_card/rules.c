/* The rules that the card is strict about, and the counters of what was done. */
#include "rules.h"

#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "config.h"

static const char *const rule_names[GICARD_RULES] = {
    [GICARD_RULE_IB_MISSING] = "ib-missing", [GICARD_RULE_IB_ALIGNMENT] = "ib-alignment",
    [GICARD_RULE_IB_SIZE] = "ib-size", [GICARD_RULE_IB_RING] = "ib-ring",
    [GICARD_RULE_CHUNK] = "chunk", [GICARD_RULE_TWO_SIGNALS] = "two-signals",
    [GICARD_RULE_WAIT_EMPTY] = "wait-empty", [GICARD_RULE_USER_FENCE] = "user-fence",
    [GICARD_RULE_GEM_FLAGS] = "gem-flags", [GICARD_RULE_GEM_EXPORT] = "gem-export",
    [GICARD_RULE_GEM_MAP] = "gem-map", [GICARD_RULE_USERPTR] = "userptr",
    [GICARD_RULE_VA_ALIGNMENT] = "va-alignment", [GICARD_RULE_VA_RANGE] = "va-range",
    [GICARD_RULE_VA_OVERLAP] = "va-overlap", [GICARD_RULE_VA_FLAGS] = "va-flags",
    [GICARD_RULE_IN_USE] = "in-use", [GICARD_RULE_BO_LIST] = "bo-list",
    [GICARD_RULE_VA_ACCESS] = "va-access", [GICARD_RULE_VM_FAULT] = "vm-fault",
    [GICARD_RULE_PACKET_UNKNOWN] = "packet-unknown", [GICARD_RULE_PACKET_FIELD] = "packet-field",
    [GICARD_RULE_PACKET_LIMIT] = "packet-limit",
    [GICARD_RULE_PACKET_ALIGNMENT] = "packet-alignment",
    [GICARD_RULE_PACKET_OVERLAP] = "packet-overlap",
    [GICARD_RULE_PACKET_HAZARD] = "packet-hazard",
    [GICARD_RULE_IOCTL_UNKNOWN] = "ioctl-unknown",
};

static pthread_mutex_t counters_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gicard_counters counters;
static uint64_t broken[GICARD_RULES];

int gicard_violation(enum gicard_rule rule, int code, const char *format, ...)
{
    char text[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&counters_lock);
    counters.violations++;
    broken[rule]++;
    pthread_mutex_unlock(&counters_lock);
    fprintf(stderr, "gpuinterop-card: rule %s: %s\n", rule_names[rule], text);
    return code;
}

void gicard_rules_forget(void)
{
    pthread_mutex_lock(&counters_lock);
    counters.violations = 0;
    memset(broken, 0, sizeof(broken));
    pthread_mutex_unlock(&counters_lock);
}

void gicard_rules_after_fork(void)
{
    pthread_mutex_init(&counters_lock, NULL);
}

void gicard_count_ioctl(unsigned number)
{
    pthread_mutex_lock(&counters_lock);
    counters.ioctls++;
    counters.ioctl_by_number[number & 255]++;
    pthread_mutex_unlock(&counters_lock);
}

void gicard_count_work(const struct gicard_counters *add)
{
    pthread_mutex_lock(&counters_lock);
    counters.jobs += add->jobs;
    counters.ibs += add->ibs;
    counters.packets += add->packets;
    for (unsigned op = 0; op < 16; op++)
        counters.packet_by_op[op] += add->packet_by_op[op];
    counters.packet_dwords += add->packet_dwords;
    counters.copied_bytes += add->copied_bytes;
    counters.filled_bytes += add->filled_bytes;
    counters.written_bytes += add->written_bytes;
    pthread_mutex_unlock(&counters_lock);
}

void gicard_count_leaks(uint64_t count)
{
    pthread_mutex_lock(&counters_lock);
    counters.leaks += count;
    pthread_mutex_unlock(&counters_lock);
}

void gicard_read_counters(struct gicard_counters *out, uint64_t size_bytes)
{
    if (size_bytes > sizeof(counters))
        size_bytes = sizeof(counters);
    pthread_mutex_lock(&counters_lock);
    memcpy(out, &counters, size_bytes);
    pthread_mutex_unlock(&counters_lock);
}

static void print_counters(FILE *file)
{
    fprintf(file, "process %d\nioctls %" PRIu64 "\n", (int)getpid(), counters.ioctls);
    for (unsigned i = 0; i < 256; i++)
        if (counters.ioctl_by_number[i] != 0)
            fprintf(file, "ioctl 0x%02x %" PRIu64 "\n", i, counters.ioctl_by_number[i]);
    fprintf(file, "jobs %" PRIu64 "\nibs %" PRIu64 "\npackets %" PRIu64 "\n", counters.jobs,
            counters.ibs, counters.packets);
    for (unsigned op = 0; op < 16; op++)
        if (counters.packet_by_op[op] != 0)
            fprintf(file, "packet %u %" PRIu64 "\n", op, counters.packet_by_op[op]);
    fprintf(file, "packet_dwords %" PRIu64 "\ncopied_bytes %" PRIu64 "\nfilled_bytes %" PRIu64
            "\nwritten_bytes %" PRIu64 "\nviolations %" PRIu64 "\nleaks %" PRIu64 "\n",
            counters.packet_dwords,
            counters.copied_bytes, counters.filled_bytes, counters.written_bytes,
            counters.violations, counters.leaks);
    for (unsigned rule = 0; rule < GICARD_RULES; rule++)
        if (broken[rule] != 0)
            fprintf(file, "broken %s %" PRIu64 "\n", rule_names[rule], broken[rule]);
}

void gicard_counters_dump(void)
{
    if (gicard_config.counters[0] == '\0')
        return;
    FILE *file = fopen(gicard_config.counters, "ae");
    if (file == NULL) {
        fprintf(stderr, "gpuinterop-card: cannot write %s\n", gicard_config.counters);
        return;
    }
    pthread_mutex_lock(&counters_lock);
    print_counters(file);
    pthread_mutex_unlock(&counters_lock);
    fclose(file);
}
