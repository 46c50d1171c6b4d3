/* What it costs to translate the PTX that stands in the tree of the tests. The library does not
 * export its translator, so that a program of its own measures it, see translate.c. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

extern char **environ;

static void read_samples(int fd, struct bench_samples *out_samples)
{
    FILE *lines = fdopen(fd, "r");
    char line[64];
    BENCH_REQUIRE(lines);
    while (fgets(line, sizeof line, lines) != NULL)
        bench_sample(out_samples, strtod(line, NULL));
    fclose(lines);
}

void bench_translation(void)
{
    char count[16], program[] = BENCH_TRANSLATE, folder[] = BENCH_TRANSLATE_FOLDER;
    char samples_word[] = "--samples";
    char *arguments[] = {program, samples_word, count, folder, NULL};
    struct bench_samples samples = {0};
    posix_spawn_file_actions_t actions;
    int ends[2], status;
    pid_t child;
    bench_progress("translation");
    snprintf(count, sizeof count, "%d", bench_setting.repeats > 1 ? bench_setting.repeats : 1);
    BENCH_REQUIRE(pipe(ends) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_init(&actions) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0);
    BENCH_REQUIRE(posix_spawn_file_actions_addclose(&actions, ends[0]) == 0);
    BENCH_REQUIRE(posix_spawn(&child, program, &actions, NULL, arguments, environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    read_samples(ends[0], &samples);
    BENCH_REQUIRE(waitpid(child, &status, 0) == child);
    BENCH_REQUIRE(WIFEXITED(status) && WEXITSTATUS(status) == 0 && samples.count > 0);
    bench_add_row(&(struct bench_row){
        .what = "translation, us a line of PTX",
        .unit = BENCH_MICROSECONDS,
        .ours = &samples,
        .rule = BENCH_OURS_AT_MOST,
        .target = 1,
    });
}
