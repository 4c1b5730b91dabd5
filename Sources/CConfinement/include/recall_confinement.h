// Takes away from this process, for good, what a parser of documents does not need. Linux and macOS.
#ifndef RECALL_CONFINEMENT_H
#define RECALL_CONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    unsigned cpu_seconds;
    unsigned wall_seconds;
    uint64_t memory;
    // The one program that may be executed, by `recall_execute`; NULL for none.
    const char *program;
    // For tests: a folder of libraries that may be read besides the system's; NULL for none.
    const char *libraries;
    // For tests: leaves Landlock out, as on a kernel before 5.13.
    bool without_landlock;
} recall_confinement;

// The layers that hold.
enum {
    RECALL_LIMITS = 1,          // processor time, memory, files, processes
    RECALL_SYSTEM_CALLS = 2,    // seccomp: the calls of an allow-list
    RECALL_FILES = 4,           // Landlock: only libraries, fonts and time zones are read, nothing is written
    RECALL_NETWORK = 8,         // Landlock, ABI 4
    RECALL_SIGNALS = 16,        // Landlock, ABI 6
    RECALL_SANDBOX = 32,        // macOS: the sandbox profile
};

// Confines this process, which must have one thread, and all that it executes. Returns the layers that hold, or -1 if
// the system refuses one that it has; then nothing is to be parsed.
int recall_confine(const recall_confinement *confinement);

// Executes the `program` of `recall_confine`, once: what it becomes can execute nothing. Returns only on failure.
void recall_execute(const char *program, char *const arguments[]);

// Closes all descriptors from `first` on.
void recall_close_from(int first);

// Keeps other processes of this user from reading this process's memory, and takes dumps of it away.
// `no_new_privileges`: nothing that it starts gains rights from its file, as setuid programs do.
void recall_protect_process(bool no_new_privileges);

#if defined(__linux__)
// A file in memory that is closed at exec, or -1.
int recall_memory_file(void);

// Makes a file in memory unchangeable. Returns 0, or -1.
int recall_seal_memory_file(int descriptor);
#endif

#endif
