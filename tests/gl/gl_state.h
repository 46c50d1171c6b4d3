/** All that glGet answers, before a call and after it.
 *  Threads: one at a time, with a current context. */
#ifndef TESTS_GL_STATE_H
#define TESTS_GL_STATE_H

/** Keeps what glGet answers to each number. Takes the errors away that are there. */
void gl_state_keep(void);

/** Fails the test if an answer is another one than the kept one. */
void gl_state_expect(const char *when);

#endif
