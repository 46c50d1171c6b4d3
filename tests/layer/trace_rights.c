/* The layer of timelines, over the recording driver, in a program that runs with another user's
 * rights: it neither begins the timeline that the environment asks for, nor records anything into
 * one that the program has begun itself. */
#include "fake_driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_cases.h"
#include "trace/trace.h"

/* What a child has seen: its exit status. */
enum { IS_SECURE = 1, HAS_BEGUN = 2, IS_RECORDED = 4 };

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/gpuinterop-rights-XXXXXX");
    return mkdtemp(folder) == NULL || chmod(folder, 01777) != 0 ? -1 : 0;
}

static int remove_folder(void **state)
{
    char command[128];

    (void)state;
    (void)snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

/* This program once more. A device that is not recorded has the driver's own functions. */
static int look(const char *own)
{
    VkPhysicalDevice physical;
    VkInstance instance;
    VkDevice device;
    VkQueue queues[2];
    int seen = getauxval(AT_SECURE) != 0 ? IS_SECURE : 0;

    fake_open(&instance, &physical);
    if (gi_trace_is_on())
        seen |= HAS_BEGUN;
    else if (gi_trace_start(own) != GI_OK)
        return 99;
    if (fake_open_device(physical, &device, queues) != VK_SUCCESS)
        return 98;
    if (fake_get(device, "vkQueueSubmit") != fake_driver_submit())
        seen |= IS_RECORDED;
    fake_close(instance, device);
    if (gi_trace_stop() != GI_OK)
        return 97;
    return seen;
}

/* Runs a copy of this program that has the mode and the owner. */
static int run_copy(const char *owner, const char *mode)
{
    char command[512];
    int ending;

    (void)snprintf(command, sizeof command,
                   "cp /proc/%ld/exe %s/exe && %s chmod %s %s/exe && "
                   "GPUINTEROP_TRACE=%s/asked %s/exe child %s/own",
                   (long)getpid(), folder, owner, mode, folder, folder, folder, folder);
    ending = system(command);
    assert_true(WIFEXITED(ending));
    return WEXITSTATUS(ending);
}

static bool is_written(const char *name)
{
    char path[96];

    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

TEST_CASE_WITH(with_its_own_rights_it_records, make_folder, remove_folder)
{
    assert_int_equal(run_copy("", "0755"), HAS_BEGUN | IS_RECORDED);
    assert_true(is_written("asked"));
    assert_false(is_written("own"));
}

TEST_CASE_WITH(with_another_users_rights_it_is_silent, make_folder, remove_folder)
{
    char owner[96];
    int seen;

    if (geteuid() != 0)
        skip();
    (void)snprintf(owner, sizeof owner, "chown 65534 %s/exe &&", folder);
    seen = run_copy(owner, "4755");
    if ((seen & IS_SECURE) == 0)                 /* the system has no such programs here */
        skip();
    assert_int_equal(seen, IS_SECURE);
    assert_false(is_written("asked"));
    assert_true(is_written("own"));
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "child") == 0)
        _exit(look(argv[2]));                    /* no leak can be looked for there */
    return run_test_cases(NULL);
}
