// A parser that its document has taken over: it confines itself as parsers do, and then tries to get out.
#ifndef HOSTILE_H
#define HOSTILE_H

#if defined(__linux__)

#define _GNU_SOURCE
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// What it attacks: the process that started it, as an import is for a parser.
typedef struct {
    pid_t parent;
    // A file that the parent has open for reading and writing, as it has the library.
    int descriptor;
    // A value in the parent's memory.
    uint64_t *memory;
    // A folder with the file "library", a byte long, and nothing else.
    const char *folder;
} target;

enum { SYSTEM_CALLS = 480, ARGUMENT_SETS = 3 };

typedef enum { DENIED, SUCCEEDED, ALLOWED, ANOTHER_ERROR } verdict;

typedef struct {
    const char *name;
    bool (*succeeds)(const target *);
    // True if only Landlock forbids it.
    bool needs_landlock;
} escape;

extern const escape escapes[];
extern const unsigned escape_count;

// Calls the system call of a number with one of the sets of arguments.
verdict try_system_call(unsigned number, unsigned arguments);

#endif
#endif
