// A process that is asked to become others: a fork of it costs a tenth of a new process, whose libraries have to be loaded.
// It is asked on a socket of packets, and serves one child at a time. Linux.
#ifndef RECALL_FORK_SERVER_H
#define RECALL_FORK_SERVER_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// What the server answers: first with `started` and the child's number, or `not_started`; when the child has ended, with how
// (`exited` and its code, or `killed` and the signal). The child's number stays its own until the next request.
typedef struct {
    int32_t kind;
    int32_t value;
} recall_fork_answer;

enum { RECALL_FORK_STARTED = 1, RECALL_FORK_NOT_STARTED = 2, RECALL_FORK_EXITED = 3, RECALL_FORK_KILLED = 4 };

// Makes two connected sockets, closed at exec. Returns 0, or -1.
int recall_fork_sockets(int sockets[2]);

// Asks the server for a child with `words`, whose standard input is `input`. `second` is in place of its standard error, if it is
// not negative; else its errors go nowhere. Returns a descriptor of what it writes, or -1 if the server cannot start one, or is
// none.
int recall_fork_start(int socket, const void *words, size_t length, int input, int second, pid_t *child);

// Waits for how the child has ended. Returns 0, or -1 if the server has ended.
int recall_fork_wait(int socket, recall_fork_answer *answer);

// Serves at standard input until nobody asks any more, and ends the process then. Returns in each child, whose descriptors are
// those of the request, with the length of its words.
size_t recall_fork_serve(void *words, size_t capacity);

// Ends a child that the server has not been asked for another after, and what it might have started.
void recall_fork_kill(pid_t child);

#endif
#endif
