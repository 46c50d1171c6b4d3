#include "qualifiers.c"
