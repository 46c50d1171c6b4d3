/* The main of programs whose cases register themselves. */
#include "harness.h"

int main(int argc, char **argv)
{
    return sched_run(argc, argv);
}
