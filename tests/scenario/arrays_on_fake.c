/** The scenarios of arrays on the fake driver, which is strict about what it is asked. An argument
 *  says that the host cannot reach the device's memory. */
#include "array_model.h"

#include "fake.h"

int main(int argument_count, char **arguments)
{
    struct gifake_device_config config;
    int failed = 0;

    (void)arguments;
    gifake_default_config(&config, 0);
    if (argument_count > 1)
        config.addresses = GIFAKE_ADDRESSES_UNMAPPED;
    gifake_configure(&config, 1);
    if (!arrays_are_supported())
        return 1;
    failed += run_arrays();
    failed += run_array_copies();
    failed += run_array_runs();
    return failed != 0;
}
