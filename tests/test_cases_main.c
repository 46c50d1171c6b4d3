/* The main of programs whose cases register themselves. */
#include "test_cases.h"

int main(void)
{
    return run_test_cases_of(NULL, NULL);
}
