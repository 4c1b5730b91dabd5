// Known ways out of a sandbox, by name.
#if defined(__linux__)

#include "hostile.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define ESCAPE(name) static bool name(const target *target)
#define UNUSED (void)target

static char path_text[2][4096];

static const char *path(const target *target, int slot, const char *name) {
    snprintf(path_text[slot], sizeof path_text[slot], "%s/%s", target->folder, name);
    return path_text[slot];
}

static const char *library(const target *target) { return path(target, 0, "library"); }

static const char *of_parent(const target *target, const char *name) {
    snprintf(path_text[0], sizeof path_text[0], "/proc/%d/%s", target->parent, name);
    return path_text[0];
}

static bool opens(const char *path, int flags) { return syscall(SYS_openat, AT_FDCWD, path, flags, 0600) >= 0; }

static bool ok(long result) { return result == 0; }

// The parent: its descriptors, its memory, its life.

ESCAPE(steal_descriptor) {
    long process = syscall(SYS_pidfd_open, target->parent, 0);
    long stolen = syscall(SYS_pidfd_getfd, process, target->descriptor, 0);
    return stolen >= 0 && write((int)stolen, "x", 1) == 1;
}

static bool opens_descriptor_of_parent(const target *target, int flags) {
    char name[32];
    snprintf(name, sizeof name, "fd/%d", target->descriptor);
    return opens(of_parent(target, name), flags);
}

ESCAPE(write_descriptor_of_parent) { return opens_descriptor_of_parent(target, O_RDWR); }
ESCAPE(read_descriptor_of_parent) { return opens_descriptor_of_parent(target, O_RDONLY); }

ESCAPE(read_memory_file_of_parent) {
    uint64_t value;
    int memory = open(of_parent(target, "mem"), O_RDONLY);
    return memory >= 0 && pread(memory, &value, sizeof value, (off_t)(uintptr_t)target->memory) == sizeof value;
}

ESCAPE(write_memory_file_of_parent) {
    uint64_t value = 0;
    int memory = open(of_parent(target, "mem"), O_RDWR);
    return memory >= 0 && pwrite(memory, &value, sizeof value, (off_t)(uintptr_t)target->memory) == sizeof value;
}

ESCAPE(read_environment_of_parent) {
    char value;
    int file = open(of_parent(target, "environ"), O_RDONLY);
    return file >= 0 && read(file, &value, 1) == 1;
}

static bool moves_memory(const target *target, long number) {
    uint64_t value = 0;
    struct iovec own = {&value, sizeof value}, theirs = {target->memory, sizeof value};
    return syscall(number, target->parent, &own, 1, &theirs, 1, 0) == sizeof value;
}

ESCAPE(read_memory_of_parent) { return moves_memory(target, SYS_process_vm_readv); }
ESCAPE(write_memory_of_parent) { return moves_memory(target, SYS_process_vm_writev); }
ESCAPE(trace_parent) { return ok(ptrace(PTRACE_SEIZE, target->parent, NULL, NULL)); }
ESCAPE(be_traced) { UNUSED; return ok(ptrace(PTRACE_TRACEME, 0, NULL, NULL)); }
ESCAPE(compare_descriptors) { return syscall(SYS_kcmp, target->parent, getpid(), 0, 0, 0) >= 0; }
ESCAPE(kill_parent) { return ok(syscall(SYS_kill, target->parent, 0)); }
ESCAPE(kill_group) { UNUSED; return ok(syscall(SYS_kill, 0, 0)); }
ESCAPE(kill_thread_of_parent) { return ok(syscall(SYS_tgkill, target->parent, target->parent, 0)); }
ESCAPE(kill_any_thread) { return ok(syscall(SYS_tkill, target->parent, 0)); }

ESCAPE(queue_signal_to_parent) {
    siginfo_t info = {.si_signo = SIGCONT, .si_code = SI_QUEUE};
    return ok(syscall(SYS_rt_sigqueueinfo, target->parent, SIGCONT, &info));
}

ESCAPE(signal_parent_by_descriptor) {
    long process = syscall(SYS_pidfd_open, target->parent, 0);
    return ok(syscall(424 /* pidfd_send_signal */, process, 0, NULL, 0));
}

ESCAPE(own_pipe_to_signal_parent) { return ok(fcntl(1, F_SETOWN, target->parent)); }
ESCAPE(limit_parent) {
    struct rlimit limit;
    return ok(syscall(SYS_prlimit64, target->parent, RLIMIT_NOFILE, NULL, &limit));
}
ESCAPE(slow_parent) { return ok(setpriority(PRIO_PROCESS, (id_t)target->parent, 19)); }
ESCAPE(pin_parent) {
    struct sched_param none = {0};
    return ok(sched_setscheduler(target->parent, SCHED_BATCH, &none));
}

// Programs and processes.

static bool executes(const char *program) {
    char *const arguments[] = {(char *)program, "-c", "exit 1", NULL}, *const none[] = {NULL};
    syscall(SYS_execve, program, arguments, none, 0, 0, 0);
    return false;
}

// What is executed ends with 1, as an escape that succeeded.
ESCAPE(execute_shell) { UNUSED; return executes("/bin/sh"); }
ESCAPE(execute_itself) { UNUSED; return executes("/proc/self/exe"); }

ESCAPE(execute_loader) {
    UNUSED;
    char *const arguments[] = {"loader", "/bin/sh", "-c", "exit 1", NULL}, *const none[] = {NULL};
    execve("/lib64/ld-linux-x86-64.so.2", arguments, none);
    execve("/lib/ld-linux-aarch64.so.1", arguments, none);
    return false;
}

ESCAPE(execute_by_descriptor) {
    UNUSED;
    char *const arguments[] = {"sh", "-c", "exit 1", NULL}, *const none[] = {NULL};
    int shell = open("/bin/sh", O_RDONLY);
    syscall(SYS_execveat, shell, "", arguments, none, AT_EMPTY_PATH);
    return false;
}

ESCAPE(execute_memory_file) {
    UNUSED;
    long file = syscall(SYS_memfd_create, "x", 0);
    return file >= 0 && write((int)file, "#!/bin/sh\nexit 1\n", 17) == 17
        && (syscall(SYS_execveat, file, "", (char *[]){"x", NULL}, (char *[]){NULL}, AT_EMPTY_PATH), true);
}

static bool starts(long flags) {
    long process = syscall(SYS_clone, flags, 0, 0, 0, 0);
    if (process == 0) _exit(0);
    return process > 0;
}

ESCAPE(fork_process) { UNUSED; return starts(SIGCHLD); }
ESCAPE(fork_for_ever) {
    UNUSED;
    long process = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (process == 0) _exit(setsid() < 0);
    return process > 0;
}
ESCAPE(fork_as_sibling) { UNUSED; return starts(SIGCHLD | CLONE_PARENT); }
ESCAPE(fork_new_style) {
    UNUSED;
    uint64_t arguments[8] = {0, 0, 0, 0, SIGCHLD};
    long process = syscall(435 /* clone3 */, arguments, sizeof arguments);
    if (process == 0) _exit(0);
    return process > 0;
}
ESCAPE(new_session) { UNUSED; return setsid() >= 0; }
ESCAPE(new_group) { UNUSED; return ok(setpgid(0, 0)); }
ESCAPE(new_user_namespace) { UNUSED; return ok(unshare(CLONE_NEWUSER)); }
ESCAPE(join_namespace) {
    int space = open(of_parent(target, "ns/ipc"), O_RDONLY);
    return space >= 0 && ok(setns(space, 0));
}
ESCAPE(new_root) { return ok(chroot(target->folder)); }

// Files.

ESCAPE(open_to_write) { return opens(library(target), O_WRONLY); }
ESCAPE(open_to_read_and_write) { return opens(library(target), O_RDWR); }
ESCAPE(open_truncating) { return opens(library(target), O_RDONLY | O_TRUNC); }
ESCAPE(open_creating) { return opens(path(target, 0, "new"), O_RDONLY | O_CREAT); }
ESCAPE(open_nameless) { return opens(target->folder, O_RDWR | O_TMPFILE); }
ESCAPE(open_path_only) { return opens(library(target), O_PATH); }
ESCAPE(open_new_style) {
    uint64_t how[3] = {O_RDWR, 0, 0};
    return syscall(437 /* openat2 */, AT_FDCWD, library(target), how, sizeof how) >= 0;
}
ESCAPE(truncate_library) { return ok(truncate(library(target), 0)); }
ESCAPE(truncate_input) { UNUSED; return ok(ftruncate(0, 0)); }
ESCAPE(write_input) { UNUSED; return pwrite(0, "x", 1, 0) == 1 || write(0, "x", 1) == 1; }
ESCAPE(grow_input) { UNUSED; return ok(fallocate(0, 0, 0, 1 << 20)); }
ESCAPE(map_input_shared) {
    UNUSED;
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, 0, 0) != MAP_FAILED;
}
ESCAPE(map_input_shared_later) {
    UNUSED;
    void *memory = mmap(NULL, 4096, PROT_READ, MAP_SHARED, 0, 0);
    return memory != MAP_FAILED && ok(mprotect(memory, 4096, PROT_READ | PROT_WRITE));
}
ESCAPE(map_library_shared) {
    int file = open(library(target), O_RDWR);
    return file >= 0 && mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0) != MAP_FAILED;
}
ESCAPE(rename_over_library) {
    return ok(syscall(SYS_renameat2, AT_FDCWD, path(target, 1, "library"), AT_FDCWD, path(target, 0, "moved"), 0));
}
ESCAPE(rename_at) {
    return ok(syscall(SYS_renameat, AT_FDCWD, path(target, 1, "library"), AT_FDCWD, path(target, 0, "moved")));
}
ESCAPE(link_library) { return ok(linkat(AT_FDCWD, path(target, 1, "library"), AT_FDCWD, path(target, 0, "link"), 0)); }
ESCAPE(make_symbolic_link) { return ok(symlinkat("/", AT_FDCWD, path(target, 0, "symbolic"))); }
ESCAPE(make_folder) { return ok(mkdirat(AT_FDCWD, path(target, 0, "folder"), 0700)); }
ESCAPE(make_pipe_file) { return ok(mknodat(AT_FDCWD, path(target, 0, "pipe"), S_IFIFO | 0600, 0)); }
ESCAPE(make_device) { return ok(mknodat(AT_FDCWD, path(target, 0, "device"), S_IFCHR | 0600, 259)); }
ESCAPE(remove_library) { return ok(unlinkat(AT_FDCWD, library(target), 0)); }
ESCAPE(remove_folder) { return ok(unlinkat(AT_FDCWD, target->folder, AT_REMOVEDIR)); }
ESCAPE(change_mode) { return ok(fchmodat(AT_FDCWD, library(target), 0777, 0)); }
ESCAPE(change_mode_new_style) { return ok(syscall(452 /* fchmodat2 */, AT_FDCWD, library(target), 0777, 0)); }
ESCAPE(change_mode_of_input) { UNUSED; return ok(fchmod(0, 0777)); }
ESCAPE(change_owner) { return ok(fchownat(AT_FDCWD, library(target), getuid(), getgid(), 0)); }
ESCAPE(change_time) { return ok(utimensat(AT_FDCWD, library(target), NULL, 0)); }
ESCAPE(set_attribute) { return ok(setxattr(library(target), "user.x", "x", 1, 0)); }
ESCAPE(set_attribute_of_input) { UNUSED; return ok(fsetxattr(0, "user.x", "x", 1, 0)); }
ESCAPE(lock_input) { UNUSED; return ok(syscall(SYS_flock, 0, 1)); }
ESCAPE(lock_input_by_range) {
    UNUSED;
    struct flock lock = {.l_type = F_RDLCK};
    return ok(fcntl(0, F_SETLK, &lock));
}
ESCAPE(change_flags_of_output) { UNUSED; return ok(fcntl(1, F_SETFL, O_NONBLOCK)); }
ESCAPE(watch_files) { UNUSED; return syscall(SYS_inotify_init1, 0) >= 0; }
ESCAPE(copy_into_output) { UNUSED; return syscall(SYS_sendfile, 1, 0, NULL, 1) >= 0; }
ESCAPE(splice_input) { UNUSED; loff_t start = 0; return syscall(SYS_splice, 0, &start, 1, NULL, 1, 0) >= 0; }
ESCAPE(read_library) { return opens(library(target), O_RDONLY); }
ESCAPE(list_folder) { return opens(target->folder, O_RDONLY | O_DIRECTORY); }
ESCAPE(read_system_file) { UNUSED; return opens("/etc/passwd", O_RDONLY); }
ESCAPE(read_device) { UNUSED; return opens("/dev/zero", O_RDONLY); }
ESCAPE(read_processes) { UNUSED; return opens("/proc/1/cmdline", O_RDONLY); }

ESCAPE(keep_descriptor) {
    UNUSED;
    for (int descriptor = 3; descriptor < 1024; descriptor++) {
        if (fcntl(descriptor, F_GETFD) >= 0) return true;
    }
    return false;
}

// Network, messages, terminals.

static bool makes_socket(int family, int type) { return socket(family, type, 0) >= 0; }

ESCAPE(socket_tcp) { UNUSED; return makes_socket(AF_INET, SOCK_STREAM); }
ESCAPE(socket_udp) { UNUSED; return makes_socket(AF_INET6, SOCK_DGRAM); }
ESCAPE(socket_unix) { UNUSED; return makes_socket(AF_UNIX, SOCK_STREAM); }
ESCAPE(socket_netlink) { UNUSED; return makes_socket(AF_NETLINK, SOCK_RAW); }
ESCAPE(socket_pair) { UNUSED; int pair[2]; return ok(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)); }
ESCAPE(abstract_socket) {
    UNUSED;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "hostile-%d", getpid());
    return listener >= 0 && ok(bind(listener, (struct sockaddr *)&address, sizeof address));
}
ESCAPE(shared_memory) { UNUSED; return shmget(IPC_PRIVATE, 4096, 0600) >= 0; }
ESCAPE(message_queue) { UNUSED; return syscall(SYS_msgget, IPC_PRIVATE, 0600) >= 0; }
ESCAPE(semaphores) { UNUSED; return syscall(SYS_semget, IPC_PRIVATE, 1, 0600) >= 0; }
ESCAPE(type_into_terminal) { UNUSED; return ok(ioctl(0, TIOCSTI, "x")); }
ESCAPE(control_device) { UNUSED; int count; return ok(ioctl(0, FIONREAD, &count)); }

// The kernel's own machines.

ESCAPE(ring_of_requests) {
    UNUSED;
    char parameters[120] = {0};
    return syscall(425 /* io_uring_setup */, 1, parameters) >= 0;
}
ESCAPE(asynchronous_input) { UNUSED; unsigned long context = 0; return ok(syscall(SYS_io_setup, 1, &context)); }
ESCAPE(kernel_program) { UNUSED; char attributes[128] = {0}; return syscall(SYS_bpf, 0, attributes, 64) >= 0; }
ESCAPE(performance_events) {
    UNUSED;
    uint32_t attributes[32] = {1, 112};
    return syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0) >= 0;
}
ESCAPE(keys) { UNUSED; return syscall(SYS_keyctl, 0, -3, 1) >= 0; }
ESCAPE(add_key) { UNUSED; return syscall(SYS_add_key, "user", "x", "x", 1, -2) >= 0; }
ESCAPE(page_faults) { UNUSED; return syscall(SYS_userfaultfd, 1) >= 0; }
ESCAPE(memory_file) { UNUSED; return syscall(SYS_memfd_create, "x", 0) >= 0; }

// Its own confinement.

ESCAPE(another_filter) { UNUSED; return ok(syscall(SYS_seccomp, 1, 0, NULL)) || errno == EFAULT; }
ESCAPE(become_dumpable) { UNUSED; return ok(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)); }
ESCAPE(regain_capabilities) {
    UNUSED;
    uint32_t header[2] = {0x20080522, 0}, data[6] = {~0U, ~0U, 0, ~0U, ~0U, 0};
    return ok(syscall(SYS_capset, header, data));
}
ESCAPE(raise_limit) {
    UNUSED;
    struct rlimit limit = {1, 1};
    return ok(syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, &limit, NULL)) || ok(syscall(SYS_setrlimit, RLIMIT_NOFILE, &limit));
}
ESCAPE(stop_clock) { UNUSED; struct { long values[4]; } none = {{0}}; return ok(syscall(SYS_setitimer, 0, &none, NULL)); }
ESCAPE(become_another_user) { UNUSED; return ok(syscall(SYS_setresuid, getuid(), getuid(), getuid())); }
ESCAPE(executable_stack) { UNUSED; return syscall(SYS_personality, 0x0400000) >= 0; }

// Code of its own.

static bool maps(int protection, int flags, int file) { return mmap(NULL, 4096, protection, flags, file, 0) != MAP_FAILED; }

ESCAPE(map_code) { UNUSED; return maps(PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1); }
ESCAPE(map_writable_code) { UNUSED; return maps(PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE, 0); }
ESCAPE(map_shared_anonymous) { UNUSED; return maps(PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1); }
ESCAPE(make_code_executable) {
    UNUSED;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return ok(mprotect(memory, 4096, PROT_READ | PROT_EXEC));
}
ESCAPE(break_memory) {
    UNUSED;
    void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return ok(madvise(memory, 4096, 101 /* MADV_SOFT_OFFLINE */));
}
ESCAPE(inherit_priority) {
    UNUSED;
    uint32_t word = 0;
    return ok(syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL, NULL, 0));
}

#if defined(__x86_64__)
// The 32-bit table: number 39 is mkdir, whose path has to lie below 4 GB.
ESCAPE(call_of_32_bit) {
    char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    if (low == MAP_FAILED) return false;
    snprintf(low, 4096, "%s/folder32", target->folder);
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(39L), "b"(low), "c"(0700L) : "memory", "r8", "r9", "r10", "r11");
    return result == 0;
}
// With the bit of x32, a number is another entry of the same table: getpid, which is allowed without it.
ESCAPE(call_of_x32) { UNUSED; return syscall(0x40000000 | SYS_getpid) > 0; }
ESCAPE(move_segments) { UNUSED; return ok(syscall(SYS_arch_prctl, 0x1001 /* ARCH_SET_GS */, 0)); }
#endif

#define NAMED(function) {#function, function, false}
#define BY_LANDLOCK(function) {#function, function, true}

const escape escapes[] = {
    NAMED(steal_descriptor), NAMED(write_descriptor_of_parent), NAMED(read_descriptor_of_parent),
    NAMED(read_memory_file_of_parent), NAMED(write_memory_file_of_parent), NAMED(read_environment_of_parent),
    NAMED(read_memory_of_parent), NAMED(write_memory_of_parent), NAMED(trace_parent), NAMED(be_traced),
    NAMED(compare_descriptors), NAMED(kill_parent), NAMED(kill_group), NAMED(kill_thread_of_parent),
    NAMED(kill_any_thread), NAMED(queue_signal_to_parent), NAMED(signal_parent_by_descriptor),
    NAMED(own_pipe_to_signal_parent), NAMED(limit_parent), NAMED(slow_parent), NAMED(pin_parent), NAMED(execute_shell),
    NAMED(execute_itself), NAMED(execute_loader), NAMED(execute_by_descriptor), NAMED(execute_memory_file),
    NAMED(fork_process), NAMED(fork_for_ever), NAMED(fork_as_sibling), NAMED(fork_new_style), NAMED(new_session),
    NAMED(new_group), NAMED(new_user_namespace), NAMED(join_namespace), NAMED(new_root), NAMED(open_to_write),
    NAMED(open_to_read_and_write), NAMED(open_truncating), NAMED(open_creating), NAMED(open_nameless),
    NAMED(open_path_only), NAMED(open_new_style), NAMED(truncate_library), NAMED(truncate_input), NAMED(write_input),
    NAMED(grow_input), NAMED(map_input_shared), NAMED(map_input_shared_later), NAMED(map_library_shared),
    NAMED(rename_over_library), NAMED(rename_at), NAMED(link_library), NAMED(make_symbolic_link), NAMED(make_folder),
    NAMED(make_pipe_file), NAMED(make_device), NAMED(remove_library), NAMED(remove_folder), NAMED(change_mode),
    NAMED(change_mode_new_style), NAMED(change_mode_of_input), NAMED(change_owner), NAMED(change_time),
    NAMED(set_attribute), NAMED(set_attribute_of_input), NAMED(lock_input), NAMED(lock_input_by_range),
    NAMED(change_flags_of_output), NAMED(watch_files), NAMED(copy_into_output), NAMED(splice_input),
    BY_LANDLOCK(read_library), BY_LANDLOCK(list_folder), BY_LANDLOCK(read_system_file), BY_LANDLOCK(read_device),
    BY_LANDLOCK(read_processes), NAMED(keep_descriptor), NAMED(socket_tcp), NAMED(socket_udp), NAMED(socket_unix),
    NAMED(socket_netlink), NAMED(socket_pair), NAMED(abstract_socket), NAMED(shared_memory), NAMED(message_queue),
    NAMED(semaphores), NAMED(type_into_terminal), NAMED(control_device), NAMED(ring_of_requests),
    NAMED(asynchronous_input), NAMED(kernel_program), NAMED(performance_events), NAMED(keys), NAMED(add_key),
    NAMED(page_faults), NAMED(memory_file), NAMED(another_filter), NAMED(become_dumpable), NAMED(regain_capabilities),
    NAMED(raise_limit), NAMED(stop_clock), NAMED(become_another_user), NAMED(executable_stack), NAMED(map_code),
    NAMED(map_writable_code), NAMED(map_shared_anonymous), NAMED(make_code_executable), NAMED(break_memory),
    NAMED(inherit_priority),
#if defined(__x86_64__)
    NAMED(call_of_32_bit), NAMED(call_of_x32), NAMED(move_segments),
#endif
};

const unsigned escape_count = sizeof escapes / sizeof escapes[0];

#endif
