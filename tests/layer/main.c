#include "harness.h"

#include <stdio.h>

int main(int argc, char **argv)
{
    if (argc > 1)
        return play_role(argv[1], 3);
    if (!gpu_exists()) {
        printf("skipped: no Vulkan device\n");
        return 77;
    }
    if (!layers_exist()) {
        printf("skipped: a layer that VK_INSTANCE_LAYERS names is not installed\n");
        return 77;
    }
    int failed = run_property_tests() + run_share_tests() + run_submit_tests() +
                 run_wait_tests() + run_process_tests();
    return failed != 0;
}
