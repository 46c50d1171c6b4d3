/** Results of the library's tests of a device, for gpuinterop-info. It runs none: it shows those
 *  that earlier processes have kept. */
#ifndef INFO_TESTS_H
#define INFO_TESTS_H

struct gi_device_info;

/** Prints lines for people; none for a device that runs no kernels. */
void info_print_tests(const struct gi_device_info *info);

/** Prints the fields "matrices" and "barriers" of a device. */
void info_json_tests(const struct gi_device_info *info);

#endif
