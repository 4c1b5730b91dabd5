// All system calls by number.
#if defined(__linux__)

#include "hostile.h"

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

// Those that a parser needs. Written down here again, so that the filter cannot allow another unnoticed.
static const unsigned needed[] = {
    SYS_read, SYS_write, SYS_writev, SYS_readv, SYS_pread64, SYS_lseek, SYS_close, SYS_fstat, SYS_newfstatat, SYS_statx,
    SYS_getdents64, SYS_readlinkat, SYS_faccessat, 439, SYS_getcwd, SYS_brk, SYS_munmap, SYS_mremap, SYS_rt_sigprocmask,
    SYS_rt_sigreturn, SYS_rt_sigaction, SYS_sigaltstack, SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday,
    SYS_nanosleep, SYS_clock_nanosleep, SYS_restart_syscall, SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid,
    SYS_getegid, SYS_getrandom, SYS_uname, SYS_sysinfo, SYS_sched_yield, SYS_sched_getaffinity, SYS_set_tid_address,
    SYS_set_robust_list, SYS_exit, SYS_exit_group,
#if defined(__x86_64__)
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_time, SYS_getrlimit, 334 /* rseq */,
    // The ends of probes, which the kernel exempts from all filters: without a probe they fail, or end the process.
    335 /* uretprobe */, 336 /* uprobe */,
    // Allowed with arguments that `escapes` tries to get around.
    SYS_open, SYS_arch_prctl,
#else
    293 /* rseq */,
#endif
    SYS_openat, SYS_mmap, SYS_mprotect, SYS_madvise, SYS_futex, SYS_fcntl, SYS_prlimit64, SYS_tgkill,
};

static bool is_needed(unsigned number) {
    for (unsigned index = 0; index < sizeof needed / sizeof needed[0]; index++) {
        if (needed[index] == number) return true;
    }
    return false;
}

static long call(unsigned number, unsigned arguments) {
    static char room[65536];
    long memory = (long)room;
    switch (arguments) {
    case 0: return syscall(number, 0, 0, 0, 0, 0, 0);
    case 1: return syscall(number, -1, -1, -1, -1, -1, -1);
    default: return syscall(number, memory, memory, sizeof room, memory, memory, memory);
    }
}

verdict try_system_call(unsigned number, unsigned arguments) {
    if (is_needed(number)) return ALLOWED;
    errno = 0;
    if (call(number, arguments) != -1) return SUCCEEDED;
    // The C library does without clone3.
    return errno == EPERM || (number == 435 && errno == ENOSYS) ? DENIED : ANOTHER_ERROR;
}

#endif
