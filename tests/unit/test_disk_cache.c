/* The cache on disk: which folder, what a file begins with, files that are not as they should be,
 * folders that cannot be used, several processes. */
#include "base/disk/disk_cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test_cases.h"

enum { CONTENTS_BYTES = 1003, HEADER_BYTES = sizeof(struct gi_disk_cache_header) };

static const char name[] = "some-name";
static char folder[64], file[128];
static struct gi_disk_cache cache;
static unsigned char contents[CONTENTS_BYTES], others[CONTENTS_BYTES];

static int count_fds(void)
{
    int count = 0;

    for (int fd = 0; fd < 256; fd++)
        count += fcntl(fd, F_GETFD) >= 0;
    return count;
}

static int count_files(void)
{
    DIR *dir = opendir(folder);
    int count = 0;

    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/gi-disk-cache-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/%s", folder, name);
    cache = (struct gi_disk_cache){ .folder = folder };
    for (size_t i = 0; i < sizeof contents; i++) {
        contents[i] = (unsigned char)(i * 7 + 3);
        others[i] = (unsigned char)(i * 5);
    }
    return 0;
}

static int remove_folder(void **state)
{
    char command[128];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static bool reads(const void *expected, size_t size_bytes)
{
    int fds = count_fds();
    size_t got_bytes;
    void *got;
    bool is_read = gi_disk_cache_read(&cache, name, &got, &got_bytes);

    assert_int_equal(count_fds(), fds);
    if (!is_read) {
        assert_null(got);
        assert_int_equal(got_bytes, 0);
        return false;
    }
    assert_int_equal(got_bytes, size_bytes);
    assert_memory_equal(got, expected, size_bytes);
    free(got);
    return true;
}

static bool writes(const void *bytes, size_t size_bytes)
{
    int fds = count_fds();
    bool is_written = gi_disk_cache_write(&cache, name, bytes, size_bytes);

    assert_int_equal(count_fds(), fds);
    return is_written;
}

/* ---- which folder ---------------------------------------------------------------------------- */

TEST_CASE(the_folder_is_the_first_that_the_environment_names)
{
    static const struct {
        const char *own, *xdg, *home, *folder;
        enum gi_disk_cache_choice choice;
        bool makes_parent;
    } rows[] = {
        { "/own", "/xdg", "/home", "/own", GI_DISK_CACHE_FOLDER, false },
        { "/own/", NULL, NULL, "/own", GI_DISK_CACHE_FOLDER, false },
        { "/own/sub//./", NULL, NULL, "/own/sub", GI_DISK_CACHE_FOLDER, false },
        { "/own/sub.", NULL, NULL, "/own/sub.", GI_DISK_CACHE_FOLDER, false },
        { "/", NULL, NULL, "/", GI_DISK_CACHE_FOLDER, false },
        { "/.", NULL, NULL, "/", GI_DISK_CACHE_FOLDER, false },
        { "", "/xdg", "/home", NULL, GI_DISK_CACHE_OFF, false },
        { "own", "/xdg", "/home", NULL, GI_DISK_CACHE_WRONG, false },
        { NULL, "/xdg", "/home", "/xdg/gpuinterop", GI_DISK_CACHE_FOLDER, true },
        { NULL, "", "/home", "/home/.cache/gpuinterop", GI_DISK_CACHE_FOLDER, true },
        { NULL, "xdg", "/home", "/home/.cache/gpuinterop", GI_DISK_CACHE_FOLDER, true },
        { NULL, NULL, "/home", "/home/.cache/gpuinterop", GI_DISK_CACHE_FOLDER, true },
        { NULL, NULL, "home", NULL, GI_DISK_CACHE_OFF, false },
        { NULL, NULL, "", NULL, GI_DISK_CACHE_OFF, false },
        { NULL, NULL, NULL, NULL, GI_DISK_CACHE_OFF, false },
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct gi_disk_cache_environment environment = { rows[i].own, rows[i].xdg,
                                                               rows[i].home };
        struct gi_disk_cache chosen;

        assert_int_equal(gi_disk_cache_choose(&environment, &chosen), rows[i].choice);
        assert_int_equal(chosen.makes_parent, rows[i].makes_parent);
        if (rows[i].folder == NULL)
            assert_null(chosen.folder);
        else
            assert_string_equal(chosen.folder, rows[i].folder);
        gi_disk_cache_finish(&chosen);
        assert_null(chosen.folder);
    }
}

TEST_CASE_WITH(a_home_that_is_not_the_users_is_none, make_folder, remove_folder)
{
    char *home = getenv("HOME"), expected[96];
    struct gi_disk_cache chosen;

    setenv("HOME", "/nonexistent", 1);
    gi_disk_cache_init(&chosen);
    assert_null(chosen.folder);
    setenv("HOME", folder, 1);
    gi_disk_cache_init(&chosen);
    snprintf(expected, sizeof expected, "%s/.cache/gpuinterop", folder);
    assert_string_equal(chosen.folder, expected);
    gi_disk_cache_finish(&chosen);
    setenv("XDG_CACHE_HOME", "/nonexistent/none", 1);      /* HOME is next */
    gi_disk_cache_init(&chosen);
    assert_string_equal(chosen.folder, expected);
    gi_disk_cache_finish(&chosen);
    if (geteuid() == 0) {
        setenv("XDG_CACHE_HOME", folder, 1);
        assert_int_equal(chown(folder, 65534, 65534), 0);
        gi_disk_cache_init(&chosen);
        assert_null(chosen.folder);
        assert_int_equal(chown(folder, 0, 0), 0);
        gi_disk_cache_init(&chosen);
        snprintf(expected, sizeof expected, "%s/gpuinterop", folder);
        assert_string_equal(chosen.folder, expected);
        gi_disk_cache_finish(&chosen);
    }
    unsetenv("XDG_CACHE_HOME");
    if (home != NULL)
        setenv("HOME", home, 1);
}

static bool is_there(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0;
}

TEST_CASE_WITH(a_missing_cache_folder_is_made_where_the_user_may, make_folder, remove_folder)
{
    char *home = getenv("HOME"), missing[96], expected[128];
    struct gi_disk_cache chosen;

    setenv("HOME", "/nonexistent", 1);
    snprintf(missing, sizeof missing, "%s/missing/", folder);
    snprintf(expected, sizeof expected, "%s/gpuinterop", missing);
    setenv("XDG_CACHE_HOME", missing, 1);
    gi_disk_cache_init(&chosen);
    assert_string_equal(chosen.folder, expected);
    if (geteuid() == 0) {                        /* it becomes another user's meanwhile */
        assert_int_equal(chown(folder, 65534, 65534), 0);
        assert_false(gi_disk_cache_write(&chosen, name, contents, sizeof contents));
        assert_false(is_there(missing));
        gi_disk_cache_finish(&chosen);
        gi_disk_cache_init(&chosen);
        assert_null(chosen.folder);
        assert_int_equal(chmod(folder, 01777), 0);       /* for all users */
        gi_disk_cache_init(&chosen);
        assert_string_equal(chosen.folder, expected);
    }
    assert_true(gi_disk_cache_write(&chosen, name, contents, sizeof contents));
    assert_true(is_there(expected));
    gi_disk_cache_finish(&chosen);
    unsetenv("XDG_CACHE_HOME");
    if (home != NULL)
        setenv("HOME", home, 1);
}

/* ---- headers --------------------------------------------------------------------------------- */

TEST_CASE_WITH(a_header_fits_its_contents_alone, make_folder, remove_folder)
{
    struct gi_disk_cache_header header = gi_disk_cache_header_of(contents, sizeof contents);
    unsigned char bytes[sizeof header];

    assert_int_equal(sizeof header, 32);
    assert_true(gi_disk_cache_header_fits(&header, contents, sizeof contents));
    assert_false(gi_disk_cache_header_fits(&header, contents, sizeof contents - 1));
    assert_false(gi_disk_cache_header_fits(&header, others, sizeof others));
    for (size_t i = 0; i < sizeof header; i++) {
        memcpy(bytes, &header, sizeof header);
        bytes[i] ^= 1;
        assert_false(gi_disk_cache_header_fits((const void *)bytes, contents, sizeof contents));
    }
}

TEST_CASE_WITH(a_checksum_sees_each_byte, make_folder, remove_folder)
{
    for (size_t size = 0; size < 40; size++) {
        uint64_t sum = gi_disk_cache_checksum(contents, size);

        for (size_t i = 0; i < size; i++) {
            contents[i] ^= 0x80;
            assert_true(gi_disk_cache_checksum(contents, size) != sum);
            contents[i] ^= 0x80;
        }
        for (size_t other = 0; other < size; other++)
            assert_true(gi_disk_cache_checksum(contents, other) != sum);
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

TEST_CASE_WITH(what_was_written_is_read, make_folder, remove_folder)
{
    struct stat status;

    assert_false(reads(contents, sizeof contents));
    assert_true(writes(contents, sizeof contents));
    assert_true(reads(contents, sizeof contents));
    assert_int_equal(stat(file, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    assert_int_equal(status.st_size, CONTENTS_BYTES + HEADER_BYTES);
    assert_true(writes(others, 17));
    assert_true(reads(others, 17));
    assert_int_equal(count_files(), 1);
    assert_false(writes(contents, 0));
    assert_true(reads(others, 17));
}

TEST_CASE_WITH(nothing_is_written_that_would_not_be_read, make_folder, remove_folder)
{
    void *large = malloc(GI_DISK_CACHE_MAX_BYTES + 1);

    assert_non_null(large);
    memset(large, 1, GI_DISK_CACHE_MAX_BYTES + 1);
    assert_false(writes(large, GI_DISK_CACHE_MAX_BYTES + 1));
    assert_int_equal(count_files(), 0);
    assert_true(writes(large, GI_DISK_CACHE_MAX_BYTES));
    assert_true(reads(large, GI_DISK_CACHE_MAX_BYTES));
    free(large);
}

/* Each leaves something in the file's place. */
static void be_cut_in_the_header(void) { assert_int_equal(truncate(file, HEADER_BYTES - 1), 0); }
static void be_a_header_alone(void) { assert_int_equal(truncate(file, HEADER_BYTES), 0); }
static void be_empty(void) { assert_int_equal(truncate(file, 0), 0); }
static void be_cut_at_the_end(void)
{
    assert_int_equal(truncate(file, HEADER_BYTES + CONTENTS_BYTES - 1), 0);
}
static void be_too_long(void)
{
    assert_int_equal(truncate(file, HEADER_BYTES + CONTENTS_BYTES + 1), 0);
}
static void be_huge(void) { assert_int_equal(truncate(file, (off_t)1 << 40), 0); }
static void be_anybodys(void) { assert_int_equal(chmod(file, 0602), 0); }
static void be_a_groups(void) { assert_int_equal(chmod(file, 0620), 0); }

static void be_damaged(void)
{
    int fd = open(file, O_WRONLY);

    assert_int_equal(pwrite(fd, "x", 1, HEADER_BYTES + 500), 1);
    close(fd);
}

static void be_garbage(void)
{
    int fd = open(file, O_WRONLY);

    for (int i = 0; i < 100; i++)
        assert_int_equal(pwrite(fd, "garbage", 7, i * 7), 7);
    close(fd);
}

static void be_a_link(void)
{
    char target[160];

    snprintf(target, sizeof target, "%s.target", file);
    assert_int_equal(rename(file, target), 0);
    assert_int_equal(symlink(target, file), 0);
}

static void be_a_device(void)
{
    assert_int_equal(unlink(file), 0);
    assert_int_equal(symlink("/dev/zero", file), 0);
}

static void be_a_pipe(void)
{
    assert_int_equal(unlink(file), 0);
    assert_int_equal(mkfifo(file, 0600), 0);
}

static void be_another_users(void)
{
    if (geteuid() == 0)
        assert_int_equal(chown(file, 65534, 65534), 0);
    else
        be_empty();
}

TEST_CASE_WITH(a_file_that_is_not_as_it_should_be_is_replaced, make_folder, remove_folder)
{
    static void (*const ways[])(void) = {
        be_cut_in_the_header, be_a_header_alone, be_empty, be_cut_at_the_end, be_too_long, be_huge,
        be_anybodys, be_a_groups, be_damaged, be_garbage, be_a_link, be_a_device, be_a_pipe,
        be_another_users,
    };
    struct stat status;

    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        assert_true(writes(contents, sizeof contents));
        ways[i]();
        assert_false(reads(contents, sizeof contents));
        assert_true(writes(others, sizeof others));
        assert_true(reads(others, sizeof others));
        assert_int_equal(lstat(file, &status), 0);
        assert_true(S_ISREG(status.st_mode));
        assert_int_equal(status.st_mode & 0777, 0600);
    }
}

TEST_CASE_WITH(a_folder_in_the_files_place_stays, make_folder, remove_folder)
{
    assert_int_equal(mkdir(file, 0700), 0);
    assert_false(reads(contents, sizeof contents));
    assert_false(writes(contents, sizeof contents));
    assert_int_equal(count_files(), 1);          /* nothing that is half done */
}

static void leave(const char *ending, int hours)
{
    const struct timespec times[2] = { { time(NULL) - hours * 3600 - 1, 0 },
                                       { time(NULL) - hours * 3600 - 1, 0 } };
    char path[160];
    int fd;

    snprintf(path, sizeof path, "%s%s", file, ending);
    fd = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(futimens(fd, times), 0);
    close(fd);
}

TEST_CASE_WITH(what_a_killed_process_left_is_removed, make_folder, remove_folder)
{
    char path[160];

    leave(".1.2.unfinished", 1);
    leave(".3.4.unfinished", 0);                 /* may be still written */
    leave(".5.6", 1000);                         /* somebody else's */
    assert_true(writes(contents, sizeof contents));
    assert_int_equal(count_files(), 3);
    snprintf(path, sizeof path, "%s.1.2.unfinished", file);
    assert_false(is_there(path));
}

/* Kills a process while it writes, as often as that takes for it to leave something. */
TEST_CASE_WITH(a_killed_process_leaves_a_name_that_is_removed, make_folder, remove_folder)
{
    static unsigned char large[8 << 20];

    for (int i = 0; i < 1000 && count_files() == 0; i++) {
        pid_t child = fork();

        assert_true(child >= 0);
        if (child == 0) {
            gi_disk_cache_write(&cache, name, large, sizeof large);
            _exit(0);
        }
        for (int k = 0; k < 100000 && count_files() == 0; k++)
            ;
        kill(child, SIGKILL);
        assert_int_equal(waitpid(child, NULL, 0), child);
        if (is_there(file))
            assert_int_equal(unlink(file), 0);
    }
    assert_int_equal(count_files(), 1);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] != '.')
            leave(entry->d_name + sizeof name - 1, 1);   /* makes it older */
    }
    closedir(dir);
    assert_true(writes(contents, sizeof contents));
    assert_int_equal(count_files(), 1);
}

/* ---- folders --------------------------------------------------------------------------------- */

static void use_folder(const char *path, bool makes_parent)
{
    static char copy[128];

    strcpy(copy, path);
    cache = (struct gi_disk_cache){ .folder = copy, .makes_parent = makes_parent };
}

TEST_CASE_WITH(a_missing_folder_is_made, make_folder, remove_folder)
{
    char path[128];
    struct stat status;

    snprintf(path, sizeof path, "%s/above/below", folder);
    use_folder(path, false);
    assert_false(writes(contents, sizeof contents));
    use_folder(path, true);
    assert_false(reads(contents, sizeof contents));
    assert_int_not_equal(stat(path, &status), 0);        /* nothing is made to read */
    assert_true(writes(contents, sizeof contents));
    assert_true(reads(contents, sizeof contents));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0700);
}

TEST_CASE_WITH(a_folder_that_cannot_be_used_is_none, make_folder, remove_folder)
{
    char path[128];

    use_folder("/proc/self/none", false);                /* where root may make none either */
    assert_false(writes(contents, sizeof contents));
    assert_false(reads(contents, sizeof contents));
    snprintf(path, sizeof path, "%s/link", folder);
    assert_int_equal(symlink(folder, path), 0);
    use_folder(path, true);
    assert_false(writes(contents, sizeof contents));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_false(writes(contents, sizeof contents));
    assert_false(reads(contents, sizeof contents));
    assert_int_equal(count_files(), 1);
    use_folder(folder, false);
    assert_true(writes(contents, sizeof contents));
    if (geteuid() == 0) {
        assert_int_equal(chown(folder, 65534, 65534), 0);
        assert_false(reads(contents, sizeof contents));
        assert_false(writes(contents, sizeof contents));
        assert_int_equal(chown(folder, 0, 0), 0);
    }
    cache = (struct gi_disk_cache){ 0 };                 /* off */
    assert_false(writes(contents, sizeof contents));
    assert_false(reads(contents, sizeof contents));
}

/* ---- processes ------------------------------------------------------------------------------- */

TEST_CASE_WITH(processes_see_whole_files_alone, make_folder, remove_folder)
{
    enum { WRITERS = 2, TIMES = 300 };
    const unsigned char *of[WRITERS] = { contents, others };
    pid_t children[WRITERS];
    size_t size_bytes;
    void *got;

    assert_true(writes(contents, sizeof contents));
    for (int i = 0; i < WRITERS; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            for (int k = 0; k < TIMES; k++)
                if (!gi_disk_cache_write(&cache, name, of[i], sizeof contents - (size_t)i))
                    _exit(1);
            _exit(0);
        }
    }
    for (int i = 0; i < TIMES; i++) {
        assert_true(gi_disk_cache_read(&cache, name, &got, &size_bytes));
        assert_true(size_bytes == sizeof contents || size_bytes == sizeof contents - 1);
        assert_memory_equal(got, of[sizeof contents - size_bytes], size_bytes);
        free(got);
    }
    for (int i = 0; i < WRITERS; i++) {
        int ending;

        assert_int_equal(waitpid(children[i], &ending, 0), children[i]);
        assert_true(WIFEXITED(ending) && WEXITSTATUS(ending) == 0);
    }
    assert_int_equal(count_files(), 1);
}

enum { IS_OFF = 0, IS_ON = 1, IS_NOT_SECURE = 2 };

/* This program once more, as a child that runs with another user's rights. */
static int choose_as_another(void)
{
    struct gi_disk_cache chosen;

    if (getauxval(AT_SECURE) == 0)
        return IS_NOT_SECURE;
    gi_disk_cache_init(&chosen);
    return chosen.folder == NULL ? IS_OFF : IS_ON;
}

TEST_CASE_WITH(another_users_rights_come_without_a_cache, make_folder, remove_folder)
{
    char command[512];
    int ending;

    if (geteuid() != 0)
        skip();
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(command, sizeof command, "cp /proc/%ld/exe %s/exe && chown 65534 %s/exe && "
             "chmod 4755 %s/exe && GPUINTEROP_CACHE_DIR=/tmp/any %s/exe child", (long)getpid(),
             folder, folder, folder, folder);
    ending = system(command);
    assert_true(WIFEXITED(ending));
    if (WEXITSTATUS(ending) == IS_NOT_SECURE)    /* the system has no such programs here */
        skip();
    assert_int_equal(WEXITSTATUS(ending), IS_OFF);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "child") == 0)
        _exit(choose_as_another());              /* no leak can be looked for there */
    unsetenv("GPUINTEROP_CACHE_DIR");
    unsetenv("XDG_CACHE_HOME");
    return run_test_cases(NULL);
}
