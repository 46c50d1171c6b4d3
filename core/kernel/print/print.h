/** printf of kernels: texts from records. Pure. Format strings and arguments come from programs and
 *  are not trusted.
 *
 *  Threads: any, for all functions here. */
#ifndef GI_KERNEL_PRINT_H
#define GI_KERNEL_PRINT_H

#include <stddef.h>
#include <stdint.h>

#include "kernel/print/report.h"

/** Widths and precisions are cut to so much. */
enum { GI_KERNEL_PRINT_WIDTH = 4096 };

/** The contents of a module's variables, where %s and formats lie. */
struct gi_kernel_texts {
    const uint8_t *bytes;
    uint64_t count;
    uint64_t address;               /* device address of the first */
};

/** The text at a device address; *out_length excludes its end, which is a zero or the last byte of
 *  the variables. NULL where the address is not of the variables. */
const char *gi_kernel_text_at(const struct gi_kernel_texts *texts, uint64_t address,
                              size_t *out_length);

/** Bytes and number of the arguments that a format takes. */
size_t gi_kernel_print_arguments(const char *format, size_t length, uint32_t *out_count);

/** Writes a record as text, with a zero at its end if there is room for any. Arguments that the
 *  record lacks are zeros.
 *  \return  the bytes that the whole text has, without the zero, as snprintf does. */
size_t gi_kernel_print(const struct gi_kernel_texts *texts, const struct gi_kernel_record *record,
                       char *out_text, size_t room);

/** The record at a place of a report's records, or the one behind it; NULL at the end. used_bytes
 *  is the report's record_bytes, or its room if that is less. */
const struct gi_kernel_record *gi_kernel_record_at(const uint8_t *records, uint64_t used_bytes,
                                                   uint64_t at);

#endif
