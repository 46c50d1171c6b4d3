/* The same heap for the modules of two files. */
#include "either.h"

/* Frees what another module has allocated, and says of each piece whether its word is right. */
void second_frees(int **pieces, int count, int *wrong);
