/* What drivers are known to do wrong. A row goes as soon as its case passes: then the suite fails
 * until it is taken out. */
#include "conformance.h"

const struct conf_expectation conf_expectations[] = {
    { NULL, NULL, NULL },
};
