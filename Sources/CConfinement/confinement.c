#if defined(__linux__)
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#endif

#include <stddef.h>
#include <sys/resource.h>
#include <unistd.h>

#include "layers.h"

// Tesseract would start threads otherwise, which it may not.
static char *const environment[] = {"LANG=C.UTF-8", "OMP_THREAD_LIMIT=1", NULL};

#if defined(__linux__)

// Execve ignores its last three registers, and clears them. The filter lets it through with this in them alone: what is
// executed cannot know it.
static uint64_t key[3];

// A filter and Landlock's rules are a thread's own: others would stay free.
static bool has_one_thread(void) {
    struct stat tasks;
    // Without /proc it cannot be told.
    return stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink == 3;
}

// For root: without capabilities, other users' files and root's other processes are out of reach too.
static void drop_capabilities(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}};
    syscall(SYS_capset, &header, none);
}

// Nothing is parsed for nobody. Whoever reads the output may have ended before the kernel was asked to tell.
static bool end_with_parent(void) {
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return false;
    struct pollfd output = {.fd = STDOUT_FILENO};
    return poll(&output, 1, 0) <= 0 || (output.revents & POLLERR) == 0;
}

static int harden(const recall_confinement *confinement) {
    bool executes = confinement->program != NULL;
    if (!has_one_thread() || !end_with_parent()) return -1;
    if (executes && getrandom(key, sizeof key, 0) != sizeof key) return -1;
    recall_protect_process(true);
    drop_capabilities();
    int files = confinement->without_landlock
        ? 0 : recall_restrict_files(confinement->program, confinement->libraries);
    if (files < 0) return -1;
    int calls = recall_filter_calls(executes ? key : NULL);
    return calls < 0 ? -1 : files | calls;
}

void recall_execute(const char *program, char *const arguments[]) {
    syscall(SYS_execve, program, arguments, environment, key[0], key[1], key[2]);
}

void recall_protect_process(bool no_new_privileges) {
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    if (no_new_privileges) prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int recall_memory_file(void) { return memfd_create("document", MFD_CLOEXEC | MFD_ALLOW_SEALING); }

int recall_seal_memory_file(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}

#else

static int harden(const recall_confinement *confinement) { return recall_enter_sandbox(confinement->program); }

void recall_execute(const char *program, char *const arguments[]) { execve(program, arguments, environment); }

void recall_protect_process(bool no_new_privileges) {
    (void)no_new_privileges;
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

#endif

void recall_close_from(int first) {
#if defined(__linux__)
    if (syscall(436 /* close_range, Linux 5.9 */, first, ~0U, 0) == 0) return;
#endif
    int limit = getdtablesize();
    for (int descriptor = first; descriptor < limit; descriptor++) close(descriptor);
}

int recall_confine(const recall_confinement *confinement) {
    recall_close_from(3);
    int limits = recall_limit(confinement);
    if (limits < 0) return -1;
    int rest = harden(confinement);
    return rest < 0 ? -1 : limits | rest;
}
