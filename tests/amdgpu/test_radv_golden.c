/* This driver's packets against those that Mesa's RADV made, which golden_radv.txt holds for each
 * generation of the copy engine; test_radv_live.c has recorded them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "radv_record.h"

static const char *golden_path;

static void packets_are_those_of_radv(void **state)
{
    static struct record record;
    bool seen[8][RECORD_KINDS] = { { false } };
    char line[8192];
    FILE *file = fopen(golden_path, "r");

    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof(line), file) != NULL) {
        if (line[0] == '#')
            continue;
        assert_non_null(strchr(line, '\n'));
        record_read(&record, line);
        record_check(&record);
        assert_true(record.major < 8);
        seen[record.major][record.kind] = true;
    }
    fclose(file);
    for (unsigned major = 4; major < 8; major++)
        for (unsigned kind = 0; kind < RECORD_KINDS; kind++)
            assert_true(seen[major][kind] || (major == 4 && kind == RECORD_BETWEEN));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(packets_are_those_of_radv) };

    if (argc != 2) {
        fprintf(stderr, "usage: %s GOLDEN_FILE\n", argv[0]);
        return 2;
    }
    golden_path = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
