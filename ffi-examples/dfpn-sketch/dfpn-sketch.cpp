// dfpn-sketch: a program that was written around a recursive dfpn_traverse over its own Node class,
// with the depth and the limits in file-level statics. The function's body is gone; one include
// stands in its place, and neither Node nor the caller knows.
//
//   dfpn-sketch SFEN DEPTH      is there a mate within DEPTH plies? (even: the attacker is to move)
//   dfpn-sketch -               the same for lines of standard input: SFEN, a tab, DEPTH
//
// Exit status: 0 where all are mates, 1 where one is refuted, 2 where one is undecided, 64 for bad
// input; the highest of them.

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "node.hpp"

#define INFINITE INT_MAX

static int depth = 256;         // plies that may be played
static int prf_max = INFINITE;  // limit of the proof number
static int dis_max = INFINITE;  // limit of the disproof number

#include <yomikiri/dfpn_sketch.hpp>

static int bad_input(const char *what, const char *text) {
    fprintf(stderr, "dfpn-sketch: %s: %s\n", what, text);
    return 64;
}

// Asks for one mate and prints the answer; returns the exit status.
static int ask(const char *sfen, const char *plies) {
    char *end = NULL;
    const long number = strtol(plies, &end, 10);
    if (end == plies || *end != '\0' || number < 0 || number > 256 || number % 2 != 0) {
        return bad_input("the depth must be even, from 0 to 256", plies);
    }
    yomikiri::sfen_error error;
    if (!Node::SetRoot(sfen, error)) {
        return bad_input(sfen, error.message);
    }
    depth = (int)number;

    int prf, dis;
    dfpn_traverse(Node::Root(), prf, dis);

    if (Node::Alive() != 0) {
        fprintf(stderr, "dfpn-sketch: %zu nodes were not disposed of\n", Node::Alive());
        abort();
    }
    if (prf == 0 && dis == INFINITE) {
        printf("mate within %d plies\n", depth);
        return 0;
    }
    if (prf == INFINITE && dis == 0) {
        printf("refuted within %d plies\n", depth);
        return 1;
    }
    printf("undecided within %d plies (proof %d, disproof %d)\n", depth, prf, dis);
    return 2;
}

int main(int argc, char **argv) {
    if (argc == 3) {
        return ask(argv[1], argv[2]);
    }
    if (argc != 2 || strcmp(argv[1], "-") != 0) {
        return bad_input("usage", "dfpn-sketch SFEN DEPTH | -");
    }
    int status = 0;
    char line[1024];
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        char *tab = strchr(line, '\t');
        if (tab == NULL) {
            return bad_input("no tab in the line", line);
        }
        *tab = '\0';
        const int answer = ask(line, tab + 1);
        status = answer > status ? answer : status;
    }
    return status;
}
