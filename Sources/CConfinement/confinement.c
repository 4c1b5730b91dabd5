// System calls that Swift cannot make: they are variadic, or their arguments are macros.
#if defined(__linux__)

#define _GNU_SOURCE
#include "recall_confinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define RECALL_AUDIT_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define RECALL_AUDIT_ARCH AUDIT_ARCH_AARCH64
#endif

#define RECALL_DENY BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES)
#define RECALL_DENY_CALL(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), RECALL_DENY
#define RECALL_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// Denies opening a file for writing. Another call jumps over the four instructions that follow.
// The low half of an argument: open's flags are an int. Both architectures are little-endian.
#define RECALL_DENY_OPEN(number, argument)                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), RECALL_LOAD(args[argument]),                  \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), RECALL_DENY, \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

int recall_confine(int may_execute) {
#if defined(RECALL_AUDIT_ARCH)
    struct sock_filter filter[] = {
        // Call numbers differ by architecture: a call through another ABI would slip past a filter by number.
        RECALL_LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, RECALL_AUDIT_ARCH, 1, 0),
        RECALL_DENY,
        RECALL_LOAD(nr),
#if defined(__x86_64__)
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),  // x32 calls
        RECALL_DENY,
        RECALL_DENY_CALL(SYS_creat),
        RECALL_DENY_CALL(SYS_unlink),
        RECALL_DENY_CALL(SYS_rename),
#endif
        RECALL_DENY_CALL(SYS_socket),
        RECALL_DENY_CALL(SYS_ptrace),
        RECALL_DENY_CALL(SYS_process_vm_readv),
        RECALL_DENY_CALL(SYS_process_vm_writev),
        RECALL_DENY_CALL(SYS_unlinkat),
        RECALL_DENY_CALL(SYS_renameat2),
        RECALL_DENY_CALL(SYS_execveat),
        RECALL_DENY_CALL(425),  // io_uring_setup, whose requests are not filtered
        RECALL_DENY_CALL(437),  // openat2, whose flags are behind a pointer
        // If a program may be executed, this repeats a call that is denied above.
        RECALL_DENY_CALL(may_execute ? 425 : SYS_execve),
#if defined(SYS_open)
        RECALL_DENY_OPEN(SYS_open, 1),
#endif
        RECALL_DENY_OPEN(SYS_openat, 2),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};
    // Without this, the kernel accepts a filter from a privileged process only.
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#else
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
}

int recall_close_from(unsigned first) { return (int)syscall(436 /* close_range */, first, ~0U, 0); }

int recall_memory_file(void) { return (int)syscall(SYS_memfd_create, "document", 1); }

#endif
