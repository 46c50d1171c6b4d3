/** The differences of the two languages of device code, as far as clang and the headers go. */
#ifndef GI_CLANG_LANGUAGE_H
#define GI_CLANG_LANGUAGE_H

struct gi_language {
    const char *folder;             /* of the headers, below that of all headers */
    const char *prelude;            /* the header that every source begins with, within folder */
    const char *const *device_words;    /* more words of the device pass; NULL: none */
};

#endif
