/** Threads of low priority for work that nobody waits for yet. They start with the first work, and
 *  end when nothing is left to do.
 *
 *  There are as many as GPUINTEROP_COMPILE_AHEAD says; without it one less than the process has
 *  processors, and at most 4. At exit they finish the step that they are in, and take no other: the
 *  exit waits for that before any exit handler runs, as far as exit_wait.h has it.
 *  Threads: any. */
#ifndef GI_BACKGROUND_H
#define GI_BACKGROUND_H

#include <stdbool.h>

/** Work in steps. The first member of a struct of the caller. */
struct gi_background {
    struct gi_background *next;          /* background.c has this and the next two */
    unsigned inside;                     /* threads in a step */
    bool is_over;                        /* no step is left to begin */
    /** Does the next step. Returns false if there was none.
     *  Threads: several at once. */
    bool (*step)(struct gi_background *work);
    /** Frees the work, after its last step. Not called at exit. */
    void (*end)(struct gi_background *work);
};

/** The most threads that there are at once; 0: there is no background, so add nothing. */
unsigned gi_background_most_threads(void);

/** Hands work over. It comes before that of earlier calls, for it is needed sooner. steps is about
 *  how many steps it has.
 *  Owner: the work goes to the background, which ends it, now if no thread can start. */
void gi_background_add(struct gi_background *work, unsigned steps);

/** Whether the exit has begun to wait for the steps. Nobody needs the rest of a long step then. */
bool gi_background_is_stopping(void);

/** Waits until all work is done. For tests. */
void gi_background_wait(void);

/** How many threads a value of GPUINTEROP_COMPILE_AHEAD, which may be NULL, and a number of
 *  processors come to. Pure. */
unsigned gi_background_choose(const char *value, unsigned processors);

#endif
