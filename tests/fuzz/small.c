#include "small.h"

#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>

#include "../open_fds.h"
#include "base/clock.h"

enum {
    MOST_WITHOUT = 8, CANARIES = 64, CANARY_BYTES = 65536, CANARY_BYTE = 0x3c,
    /* A round takes milliseconds; a hang is told of after this long. */
    HANG_SECONDS = 120
};

static uint64_t seed;
static char now_doing[256];
static const char *without[MOST_WITHOUT];
static int without_count;
static unsigned char *canaries[CANARIES];
static size_t canary_count;

/* ---- dying ----------------------------------------------------------------------------------- */

static void print_state(void)
{
    char line[512];
    int length = snprintf(line, sizeof line, "fuzz: --seed 0x%llx: %s\n",
                          (unsigned long long)seed, now_doing);

    if (length > 0 && write(2, line, (size_t)length) < 0)
        return;
}

static void on_signal(int number)
{
    print_state();
    signal(number, SIG_DFL);
    raise(number == SIGALRM ? SIGABRT : number);
}

void __sanitizer_set_death_callback(void (*called)(void)) __attribute__((weak));

static void listen_to_deaths(void)
{
    static const int numbers[] = { SIGABRT, SIGALRM, SIGTERM, SIGSEGV, SIGBUS, SIGFPE };
    struct sigaction action = { .sa_handler = on_signal };
    size_t count = sizeof numbers / sizeof numbers[0];

    if (__sanitizer_set_death_callback != NULL) {
        __sanitizer_set_death_callback(print_state);
        count -= 3;                              /* those of faults are the sanitizer's */
    }
    for (size_t i = 0; i < count; i++)
        (void)sigaction(numbers[i], &action, NULL);
}

void small_says(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(now_doing, sizeof now_doing, format, arguments);
    va_end(arguments);
    alarm(HANG_SECONDS);
}

void small_fail(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    print_state();
    _exit(1);
}

/* ---- options and numbers --------------------------------------------------------------------- */

static int usage(const char *name)
{
    fprintf(stderr, "usage: %s [--seed N] [--rounds N] [--seconds N] [--without WHAT]...\n", name);
    return 2;
}

int small_begin(struct small *s, int argc, char **argv)
{
    *s = (struct small){ .seed = 1, .rounds = 200, .end_ns = GI_FOREVER };
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--seed") == 0) {
            s->seed = strtoull(argv[i + 1], NULL, 0);
        } else if (strcmp(argv[i], "--rounds") == 0) {
            s->rounds = strtoull(argv[i + 1], NULL, 0);
        } else if (strcmp(argv[i], "--seconds") == 0) {
            s->end_ns = gi_deadline_ns(strtoull(argv[i + 1], NULL, 0) * 1000000000);
            s->rounds = UINT64_MAX;
        } else if (strcmp(argv[i], "--without") == 0 && without_count < MOST_WITHOUT) {
            without[without_count++] = argv[i + 1];
        } else {
            return usage(argv[0]);
        }
    }
    if (argc % 2 == 0)
        return usage(argv[0]);
    s->random.state = seed = s->seed;
    printf("seed 0x%llx\n", (unsigned long long)seed);
    fflush(stdout);
    listen_to_deaths();
    return 0;
}

bool small_goes_on(struct small *s)
{
    return gi_now_ns() < s->end_ns && s->done++ < s->rounds;
}

uint64_t small_below(struct small *s, uint64_t limit)
{
    return test_random_below(&s->random, limit);
}

uint64_t small_number(struct small *s, uint64_t near)
{
    switch (small_below(s, 8)) {
    case 0: return 0;
    case 1: return near + small_below(s, 3) - 1;
    case 2: return near << small_below(s, 40);
    case 3: return near == 0 ? 0 : small_below(s, near);
    case 4: return UINT64_C(1) << small_below(s, 64);
    case 5: return UINT64_MAX - small_below(s, 3);
    case 6: return small_below(s, 256);
    default: return test_random_next(&s->random);
    }
}

bool small_may(const char *what)
{
    for (int i = 0; i < without_count; i++) {
        if (strcmp(what, without[i]) == 0)
            return false;
    }
    return true;
}

/* ---- what has to stay ------------------------------------------------------------------------ */

void small_count_fds(struct small *s)
{
    s->fds_before = count_open_fds();
}

/* Threads of the library may still have to close one. */
void small_check_fds(const struct small *s)
{
    int64_t deadline = gi_deadline_ns(UINT64_C(20000000000));
    int now = count_open_fds();

    while (now > s->fds_before && gi_now_ns() < deadline)
        now = count_open_fds();
    if (now > s->fds_before)
        small_fail("%d instead of %d fds are open", now, s->fds_before);
}

/* Imports are mapped where there is room, so the pieces lie between and beside them. */
void small_canary_add(void)
{
    unsigned char *piece;

    if (canary_count == CANARIES)
        return;
    piece = mmap(NULL, CANARY_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED)
        return;
    memset(piece, CANARY_BYTE, CANARY_BYTES);
    canaries[canary_count++] = piece;
}

void small_canaries_check(void)
{
    for (size_t i = 0; i < canary_count; i++) {
        for (size_t k = 0; k < CANARY_BYTES; k++) {
            if (canaries[i][k] != CANARY_BYTE)
                small_fail("byte %zu of canary %zu was written", k, i);
        }
    }
}
