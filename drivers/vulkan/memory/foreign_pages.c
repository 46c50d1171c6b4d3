#include "foreign_pages.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"

enum givk_foreign_mode { GIVK_FOREIGN_WARN, GIVK_FOREIGN_REFUSE, GIVK_FOREIGN_ALLOW };

static pthread_once_t givk_foreign_once = PTHREAD_ONCE_INIT;
static enum givk_foreign_mode givk_foreign_mode;

static void givk_foreign_read_mode(void)
{
    static const char *const names[] = { "warn", "refuse", "allow" };
    const char *text = getenv("GPUINTEROP_FOREIGN_PAGES");

    if (text == NULL || text[0] == '\0')
        return;
    for (int i = GIVK_FOREIGN_WARN; i <= GIVK_FOREIGN_ALLOW; i++) {
        if (strcmp(text, names[i]) == 0) {
            givk_foreign_mode = (enum givk_foreign_mode)i;
            return;
        }
    }
    gi_log(GI_LOG_ALWAYS, "GPUINTEROP_FOREIGN_PAGES is \"%s\"; warn, refuse and allow exist", text);
}

static bool givk_is_affected(const struct givk_device *dev)
{
    return dev->plan->dedicated_exports && dev->plan->ranges == GIVK_RANGES_SPARSE;
}

/** The mark is the signal of the open file, which only O_ASYNC would send. It belongs to the file,
 *  so duplicates and other processes see it. SIGURG does nothing where nobody handles it. */
enum { GIVK_FOREIGN_MARK = SIGURG };

void givk_foreign_pages_mark(const struct givk_device *dev, int fd)
{
    if (givk_is_affected(dev))
        (void)fcntl(fd, F_SETSIG, GIVK_FOREIGN_MARK);
}

gi_status givk_foreign_pages_check(const struct givk_device *dev, int fd)
{
    static atomic_flag has_warned = ATOMIC_FLAG_INIT;

    if (!givk_is_affected(dev) || fcntl(fd, F_GETSIG) == GIVK_FOREIGN_MARK)
        return GI_OK;
    pthread_once(&givk_foreign_once, givk_foreign_read_mode);
    if (givk_foreign_mode == GIVK_FOREIGN_REFUSE)
        return gi_fail(GI_NOT_SUPPORTED, "memory pages: import: fd %d was not exported by this "
                       "library, and GPUINTEROP_FOREIGN_PAGES=refuse forbids such pages on %s", fd,
                       dev->facts->info.name);
    if (givk_foreign_mode == GIVK_FOREIGN_WARN && !atomic_flag_test_and_set(&has_warned))
        gi_log(GI_LOG_ALWAYS, "memory pages: import: fd %d was not exported by this library. If "
               "its memory is not dedicated to a buffer, reads and writes of it can go wrong on %s "
               "without an error (docs/virtual-memory.md). GPUINTEROP_FOREIGN_PAGES=allow says "
               "that it is, =refuse forbids such imports", fd, dev->facts->info.name);
    return GI_OK;
}
