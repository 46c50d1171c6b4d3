/** Device code that a program registers before main, as its compiler makes it do. */
#ifndef DEVICE_CODE_H
#define DEVICE_CODE_H

/** True if it was registered, and what is none was refused or taken without a crash. */
int device_code_is_registered(void);

#endif
