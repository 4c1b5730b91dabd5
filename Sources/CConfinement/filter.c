// The allow-list of system calls, as a seccomp filter. A call that is not listed fails, and does nothing.
#if defined(__linux__)

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "layers.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define RSEQ 334
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define RSEQ 293
#endif

#if defined(ARCHITECTURE)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

// Allowed whatever the arguments: they reach no further than this process, its descriptors, and names of files.
static const int allowed[] = {
    SYS_read, SYS_write, SYS_writev, SYS_readv, SYS_pread64, SYS_lseek, SYS_close, SYS_fstat, SYS_newfstatat,
    SYS_statx, SYS_getdents64, SYS_readlinkat, SYS_faccessat, 439 /* faccessat2 */, SYS_getcwd,
#if defined(__x86_64__)
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_time, SYS_getrlimit,
#endif
    SYS_brk, SYS_munmap, SYS_mremap, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigaction, SYS_sigaltstack,
    SYS_clock_gettime, SYS_clock_getres, SYS_gettimeofday, SYS_nanosleep, SYS_clock_nanosleep, SYS_restart_syscall,
    SYS_getpid, SYS_gettid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_getrandom, SYS_uname, SYS_sysinfo,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_set_tid_address, SYS_set_robust_list, RSEQ,
    SYS_exit, SYS_exit_group,
};

#define DENY (SECCOMP_RET_ERRNO | EPERM)

typedef struct {
    struct sock_filter code[320];
    unsigned short count;
} filter;

static void emit(filter *filter, unsigned short code, uint32_t value, unsigned char yes, unsigned char no) {
    filter->code[filter->count++] = (struct sock_filter){code, yes, no, value};
}

static void answer(filter *filter, uint32_t action) { emit(filter, BPF_RET | BPF_K, action, 0, 0); }

static void load(filter *filter, size_t offset) {
    emit(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

// The low half of an argument: the kernel reads no more of an int. All architectures here are little-endian.
static void load_argument(filter *filter, int index) { load(filter, offsetof(struct seccomp_data, args[index])); }

static void load_high_half(filter *filter, int index) { load(filter, offsetof(struct seccomp_data, args[index]) + 4); }

static void deny_unless(filter *filter, uint32_t value) {
    emit(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    answer(filter, DENY);
}

static void deny_if_any(filter *filter, uint32_t bits) {
    emit(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    answer(filter, DENY);
}

static void deny_above(filter *filter, uint32_t value) {
    emit(filter, BPF_JMP | BPF_JGT | BPF_K, value, 0, 1);
    answer(filter, DENY);
}

static void deny_unless_whole(filter *filter, int index, uint64_t value) {
    load_argument(filter, index);
    deny_unless(filter, (uint32_t)value);
    load_high_half(filter, index);
    deny_unless(filter, (uint32_t)(value >> 32));
}

// What follows, up to `end`, holds if the loaded value is `value`, or has one of `bits`.
static unsigned short begin_if(filter *filter, uint32_t value) {
    emit(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0);
    return filter->count;
}

static unsigned short begin_if_any(filter *filter, uint32_t bits) {
    emit(filter, BPF_JMP | BPF_JSET | BPF_K, bits, 0, 0);
    return filter->count;
}

static void end(filter *filter, unsigned short start) {
    filter->code[start - 1].jf = (unsigned char)(filter->count - start);
}

static void answer_if(filter *filter, uint32_t value, uint32_t action) {
    unsigned short start = begin_if(filter, value);
    answer(filter, action);
    end(filter, start);
}

// The end of what holds for one call: each of its ways ends with an answer, so the number stays loaded for the next.
static void allow_and_end(filter *filter, unsigned short call) {
    answer(filter, SECCOMP_RET_ALLOW);
    end(filter, call);
}

// Files are opened to be read; none is made, changed, or watched.
static void allow_open(filter *filter, int number, int flags) {
    // O_LARGEFILE, which glibc defines as 0 where it is implied.
    const uint32_t large_file = 0100000 | 0400000;
    unsigned short call = begin_if(filter, (uint32_t)number);
    load_argument(filter, flags);
    deny_if_any(filter, ~(O_CLOEXEC | O_NONBLOCK | O_DIRECTORY | O_NOFOLLOW | O_NOCTTY | large_file));
    allow_and_end(filter, call);
}

// Memory is shared with nobody for writing. Code is mapped from files alone, and is never writable: libraries, among
// them converters of charsets, which are loaded when a document needs them.
static void allow_mmap(filter *filter) {
    unsigned short call = begin_if(filter, SYS_mmap);
    load_argument(filter, 2);
    deny_above(filter, PROT_READ | PROT_WRITE | PROT_EXEC);
    unsigned short code = begin_if_any(filter, PROT_EXEC);
    deny_if_any(filter, PROT_WRITE);
    load_argument(filter, 3);
    deny_if_any(filter, MAP_ANONYMOUS);
    load_argument(filter, 2);
    end(filter, code);
    unsigned short data = begin_if_any(filter, PROT_WRITE);
    load_argument(filter, 3);
    emit(filter, BPF_ALU | BPF_AND | BPF_K, 0x0F /* MAP_TYPE */, 0, 0);
    deny_unless(filter, MAP_PRIVATE);
    end(filter, data);
    allow_and_end(filter, call);
}

// A call whose third argument is no greater than `most`.
static void allow_up_to(filter *filter, int number, uint32_t most) {
    unsigned short call = begin_if(filter, (uint32_t)number);
    load_argument(filter, 2);
    deny_above(filter, most);
    allow_and_end(filter, call);
}

// A call whose second argument, without the bits of `flags`, is one of `values`.
static void allow_one_of(filter *filter, int number, uint32_t flags, const uint32_t *values, size_t count) {
    unsigned short call = begin_if(filter, (uint32_t)number);
    load_argument(filter, 1);
    emit(filter, BPF_ALU | BPF_AND | BPF_K, ~flags, 0, 0);
    for (size_t index = 0; index < count; index++) answer_if(filter, values[index], SECCOMP_RET_ALLOW);
    answer(filter, DENY);
    end(filter, call);
}

// Waiting and waking; the others have had holes, and only need of them is in what is not used here.
static const uint32_t futex_operations[] = {FUTEX_WAIT, FUTEX_WAKE, FUTEX_WAIT_BITSET, FUTEX_WAKE_BITSET};

// Locks, owners, leases and the flags that an open file shares with other processes stay as they are.
static const uint32_t file_commands[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC};

// Its own limits can be read.
static void allow_prlimit(filter *filter) {
    unsigned short call = begin_if(filter, SYS_prlimit64);
    load_argument(filter, 0);
    deny_unless(filter, 0);
    deny_unless_whole(filter, 2, 0);
    allow_and_end(filter, call);
}

// A signal to itself, as abort sends it.
static void allow_own_signals(filter *filter) {
    unsigned short call = begin_if(filter, SYS_tgkill);
    load_argument(filter, 0);
    deny_unless(filter, (uint32_t)getpid());
    allow_and_end(filter, call);
}

static void allow_execution(filter *filter, const uint64_t key[3]) {
    unsigned short call = begin_if(filter, SYS_execve);
    for (int index = 0; index < 3; index++) deny_unless_whole(filter, 3 + index, key[index]);
    allow_and_end(filter, call);
}

// Call numbers differ by architecture: a call through another ABI would slip past a filter by number.
static void check_architecture(filter *filter) {
    load(filter, offsetof(struct seccomp_data, arch));
    deny_unless(filter, ARCHITECTURE);
    load(filter, offsetof(struct seccomp_data, nr));
    // Those of x32 have a bit of their own.
    deny_above(filter, 0x3FFFFFFF);
}

static void allow_with_arguments(filter *filter) {
    allow_mmap(filter);
    allow_up_to(filter, SYS_mprotect, PROT_READ | PROT_WRITE);
    // Without what is for administrators: memory said to be broken.
    allow_up_to(filter, SYS_madvise, MADV_DODUMP);
    allow_one_of(filter, SYS_futex, FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME, futex_operations, COUNT(futex_operations));
    allow_one_of(filter, SYS_fcntl, 0, file_commands, COUNT(file_commands));
    allow_prlimit(filter);
    allow_own_signals(filter);
    allow_open(filter, SYS_openat, 2);
#if defined(__x86_64__)
    allow_open(filter, SYS_open, 1);
    unsigned short call = begin_if(filter, SYS_arch_prctl);
    load_argument(filter, 0);
    deny_unless(filter, 0x1002 /* ARCH_SET_FS, for the loader */);
    allow_and_end(filter, call);
#endif
}

int recall_filter_calls(const uint64_t key[3]) {
    filter filter = {.count = 0};
    check_architecture(&filter);
    for (unsigned index = 0; index < COUNT(allowed); index++) {
        answer_if(&filter, (uint32_t)allowed[index], SECCOMP_RET_ALLOW);
    }
    allow_with_arguments(&filter);
    if (key != NULL) allow_execution(&filter, key);
    // The C library then does without.
    answer_if(&filter, 435 /* clone3 */, SECCOMP_RET_ERRNO | ENOSYS);
    answer(&filter, DENY);
    struct sock_fprog program = {filter.count, filter.code};
    long failed = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    return failed == 0 ? RECALL_SYSTEM_CALLS : -1;
}

#else

// An architecture whose call numbers are not known here: Landlock and the limits hold.
int recall_filter_calls(const uint64_t key[3]) {
    (void)key;
    return 0;
}

#endif
#endif
