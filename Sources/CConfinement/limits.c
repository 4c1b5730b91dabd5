#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "layers.h"

static rlim_t lower(rlim_t first, rlim_t second) { return first < second ? first : second; }

// A limit that is lower already stays.
static bool limit(int resource, rlim_t value, rlim_t grace) {
    struct rlimit both;
    if (getrlimit(resource, &both) != 0) return false;
    both.rlim_max = lower(both.rlim_max, value + grace);
    both.rlim_cur = lower(both.rlim_max, value);
    return setrlimit(resource, &both) == 0;
}

// A thread that starts a process may leave it signals that are blocked or ignored: those of the limits would not end it.
static bool admit_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    return signal(SIGXCPU, SIG_DFL) != SIG_ERR && signal(SIGALRM, SIG_DFL) != SIG_ERR
        && sigprocmask(SIG_SETMASK, &none, NULL) == 0;
}

int recall_limit(const recall_confinement *confinement) {
    umask(077);
    // At the limit SIGXCPU, which tells why; a process that withstands it is killed a second later.
    bool holds = admit_signals() && limit(RLIMIT_CPU, confinement->cpu_seconds, 1);
    // macOS accepts no limit of address space; there the parent's clock is left.
    bool has_memory = limit(RLIMIT_AS, confinement->memory, 0);
#if defined(__linux__)
    holds = holds && has_memory && limit(RLIMIT_MEMLOCK, 0, 0) && limit(RLIMIT_MSGQUEUE, 0, 0);
#else
    (void)has_memory;
#endif
    // No files are written, none are dumped, and nothing is forked.
    holds = holds && limit(RLIMIT_FSIZE, 0, 0) && limit(RLIMIT_CORE, 0, 0) && limit(RLIMIT_NPROC, 0, 0);
    holds = holds && limit(RLIMIT_NOFILE, 32, 0);
    alarm(confinement->wall_seconds);
    return holds ? RECALL_LIMITS : -1;
}
