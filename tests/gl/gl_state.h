/** All that glGet answers, noted and compared. It is kept in one place, so there is one note.
 *
 *  Threads: that of the context. */
#ifndef TESTS_GL_STATE_H
#define TESTS_GL_STATE_H

/** Takes OpenGL's errors away, and notes each number that it has. */
void state_note(void);

/** Fails if a number is another than noted; when says behind what. */
void state_expect_same(const char *when);

#endif
