#include "other_process.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/uncancelled.h"

uint32_t gi_other_process_space(void)
{
    struct stat st;

    return stat("/proc/self/ns/pid", &st) == 0 ? (uint32_t)st.st_ino : 0;
}

static bool has_ended(pid_t process)
{
    GI_UNCANCELLED;

#ifdef SYS_pidfd_open
    struct pollfd polled = { .fd = (int)syscall(SYS_pidfd_open, process, 0), .events = POLLIN };

    if (polled.fd >= 0) {
        bool ended = poll(&polled, 1, 0) == 1;

        close(polled.fd);
        return ended;
    }
#endif
    return kill(process, 0) != 0 && errno == ESRCH;
}

bool gi_other_process_has_ended(uint32_t process, uint32_t space)
{
    return process != 0 && process <= INT32_MAX && process != (uint32_t)getpid() && space != 0 &&
           space == gi_other_process_space() && has_ended((pid_t)process);
}
