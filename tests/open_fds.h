/** How many fds the process has open. Those of a driver's cache of compiled code are not counted:
 *  the driver's own threads open and close them at any time. */
#ifndef TESTS_OPEN_FDS_H
#define TESTS_OPEN_FDS_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/** What an fd of this process is, by its number as text; false: it is not open any more. */
static inline bool fd_name(const char *fd, char *name, size_t size)
{
    char link[sizeof "/proc/self/fd/" + 20];
    ssize_t length;

    snprintf(link, sizeof link, "/proc/self/fd/%.20s", fd);
    length = readlink(link, name, size - 1);
    if (length < 0)
        return false;
    name[length] = '\0';
    return true;
}

static inline bool is_of_a_driver_cache(const char *file)
{
    return strstr(file, "/GLCache/") != NULL || strstr(file, "/mesa_shader_cache") != NULL;
}

static inline int count_open_fds(void)
{
    DIR *folder = opendir("/proc/self/fd");
    int count = -1;                              /* the folder itself is among them */
    char name[512];

    if (folder == NULL) {
        perror("/proc/self/fd");
        abort();
    }
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        count += fd_name(entry->d_name, name, sizeof name) && !is_of_a_driver_cache(name);
    closedir(folder);
    return count;
}

#endif
