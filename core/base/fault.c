#include "fault.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "file_bytes.h"
/* How many kernels are noted, how many of them are said, and how long a name is. */
enum { SLOTS = 256, MOST_SAID = 8, NAME_BYTES = 128 };

enum { IS_FREE, IS_TAKEN, IS_NOTED };

/* A handler may read a slot at any time. A name is complete while the slot is noted. */
static struct {
    atomic_int state;
    _Atomic uint64_t order;              /* older kernels have smaller numbers */
    char name[NAME_BYTES];
} slots[SLOTS];

static _Atomic uint64_t newest;

static const int signals[] = { SIGSEGV, SIGBUS };

enum { SIGNALS = sizeof signals / sizeof signals[0] };

/* The process's former handlers. Written before ours are installed. */
static struct sigaction earlier[SIGNALS];

static atomic_flag is_said = ATOMIC_FLAG_INIT;

/* ---- notes ----------------------------------------------------------------------------------- */

int gi_fault_note(const char *name)
{
    for (int i = 0; i < SLOTS; i++) {
        int expected = IS_FREE;

        if (!atomic_compare_exchange_strong(&slots[i].state, &expected, IS_TAKEN))
            continue;
        strncpy(slots[i].name, name, NAME_BYTES - 1);
        atomic_store(&slots[i].order, atomic_fetch_add(&newest, 1));
        atomic_store_explicit(&slots[i].state, IS_NOTED, memory_order_release);
        return i;
    }
    return GI_FAULT_NONE;
}

void gi_fault_forget(int number)
{
    if (number != GI_FAULT_NONE)
        atomic_store_explicit(&slots[number].state, IS_FREE, memory_order_release);
}

/* ---- in the handler: nothing but reads, writes to its stack, and write ---------------------- */

struct text {
    char bytes[MOST_SAID * (NAME_BYTES + 2) + 160];
    size_t length;
};

static void add_words(struct text *text, const char *words)
{
    size_t length = strlen(words);

    if (length > sizeof text->bytes - text->length)
        length = sizeof text->bytes - text->length;
    memcpy(text->bytes + text->length, words, length);
    text->length += length;
}

static void add_address(struct text *text, uint64_t address)
{
    char digits[17];
    int first = 16;

    digits[first] = '\0';
    do {
        digits[--first] = "0123456789abcdef"[address & 15];
        address >>= 4;
    } while (address != 0);
    add_words(text, "0x");
    add_words(text, digits + first);
}

/* The oldest kernel from a number on, or -1. */
static int next_slot(uint64_t order)
{
    uint64_t best = UINT64_MAX;
    int found = -1;

    for (int i = 0; i < SLOTS; i++) {
        uint64_t each = atomic_load(&slots[i].order);

        if (atomic_load_explicit(&slots[i].state, memory_order_acquire) == IS_NOTED &&
            each >= order && each < best) {
            best = each;
            found = i;
        }
    }
    return found;
}

static void say_fault(int signal_number, const siginfo_t *info)
{
    struct text text = { .length = 0 };
    int slot = next_slot(0);

    if (slot < 0 || atomic_flag_test_and_set(&is_said))
        return;
    add_words(&text, "gpuinterop: ");
    add_words(&text, signal_number == SIGBUS ? "SIGBUS" : "SIGSEGV");
    add_words(&text, " at address ");
    add_address(&text, (uint64_t)(uintptr_t)info->si_addr);
    add_words(&text, " while kernels run on the processor, the oldest first: ");
    for (int i = 0; i < MOST_SAID && slot >= 0; i++) {
        add_words(&text, i > 0 ? ", " : "");
        add_words(&text, slots[slot].name);
        slot = next_slot(atomic_load(&slots[slot].order) + 1);
    }
    add_words(&text, slot >= 0 ? ", ...\n" : "\n");
    (void)!gi_file_write(STDERR_FILENO, text.bytes, text.length);
}

/* Lets the access happen again, or the sender's signal come again, without a handler. */
static void end_process(int signal_number, const siginfo_t *info)
{
    struct sigaction usual = { .sa_handler = SIG_DFL };

    (void)sigaction(signal_number, &usual, NULL);
    if (info->si_code <= 0)              /* somebody sent it */
        (void)raise(signal_number);
}

static void pass_signal_on(int signal_number, siginfo_t *info, void *context)
{
    const struct sigaction *old = &earlier[signal_number == signals[0] ? 0 : 1];

    if ((old->sa_flags & SA_SIGINFO) == 0 && old->sa_handler == SIG_IGN && info->si_code <= 0)
        return;
    if ((old->sa_flags & SA_SIGINFO) == 0 &&
        (old->sa_handler == SIG_DFL || old->sa_handler == SIG_IGN)) {
        end_process(signal_number, info);
        return;
    }
    if ((old->sa_flags & SA_RESETHAND) != 0) {
        struct sigaction usual = { .sa_handler = SIG_DFL };

        (void)sigaction(signal_number, &usual, NULL);
    }
    if ((old->sa_flags & SA_SIGINFO) != 0)
        old->sa_sigaction(signal_number, info, context);
    else
        old->sa_handler(signal_number);
}

static void handle(int signal_number, siginfo_t *info, void *context)
{
    int error = errno;

    say_fault(signal_number, info);
    pass_signal_on(signal_number, info, context);
    errno = error;
}

/* ---- installing ------------------------------------------------------------------------------ */

static void install(void)
{
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction ours = { .sa_sigaction = handle };

        if (sigaction(signals[i], NULL, &earlier[i]) != 0)
            continue;
        ours.sa_mask = earlier[i].sa_mask;
        ours.sa_flags = SA_SIGINFO | SA_ONSTACK |
                        (earlier[i].sa_flags & (SA_NODEFER | SA_RESTART));
        (void)sigaction(signals[i], &ours, NULL);
    }
}

void gi_fault_begin(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, install);
}
