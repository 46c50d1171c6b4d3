/** The picture of a window after some frames, for programs that run until they are ended.
 *  Threads: the one that draws. */
#ifndef TESTS_PROGRAMS_DRAW_PICTURE_H
#define TESTS_PROGRAMS_DRAW_PICTURE_H

/** Called at the end of each frame, before the window shows it. At frame DRAW_FRAMES it writes the
 *  picture to the file DRAW_PICTURE (PPM, RGB) and ends the process: with 0, or with 3 if the
 *  picture cannot be read or written. The file appears when it is whole; until then it has
 *  ".part" behind its name. Without these variables it does nothing. */
void draw_count_frame(void);

#endif
