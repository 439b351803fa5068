/* Two copies of the library in one process, each with a solver of its own, which agree: one linked
 * from an archive, whose functions may have a prefix, one loaded or linked from a shared library. */
#include <string.h>

#include "check.h"
#include "two_copies.h"

int main(int count, char **words) {
    answer one, other;
    CHECK(solve_in_archive(&one) == 0);
    CHECK(solve_in_shared(count > 1 ? words[1] : NULL, &other) == 0);
    CHECK(one.outcome == 1 && one.nodes > 0 && one.length == 11);
    CHECK(memcmp(&one, &other, sizeof one) == 0);
    printf("both copies: %llu nodes\n", (unsigned long long)one.nodes);
    return 0;
}
