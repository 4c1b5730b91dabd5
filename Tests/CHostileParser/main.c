// Usage: CHostileParser FOLDER confined|free landlock|no-landlock parser|program|forked
//
// Tries each escape and each system call in a process of its own, which confines itself first, and for `program` then
// executes this program again, as pdftotext is. For `forked` it is a child of a fork server, as most parsers are, and
// attacks that server too. Prints a line for each: the attempt, and its verdict.
#include "hostile.h"

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recall_confinement.h"
#include "recall_fork_server.h"

enum { NOT_CONFINED = 100 };

static uint64_t secret = 0x5EC2E7;
static char program[4096];
// The folder of Swift's library, which the package manager links to programs in C too; NULL if it does not.
static char *libraries;

typedef struct {
    bool is_confined, without_landlock, executes, is_forked;
} way;

static int judge(const target *target, unsigned attempt) {
    if (attempt < escape_count) return escapes[attempt].succeeds(target) ? SUCCEEDED : DENIED;
    unsigned rest = attempt - escape_count;
    return try_system_call(rest / ARGUMENT_SETS, rest % ARGUMENT_SETS);
}

static int as_program(char *arguments[]) {
    target target = {
        .parent = atoi(arguments[3]), .descriptor = atoi(arguments[4]),
        .memory = (uint64_t *)(uintptr_t)strtoull(arguments[5], NULL, 16), .folder = arguments[2],
    };
    return judge(&target, (unsigned)atoi(arguments[6]));
}

static void become_program(const target *target, unsigned attempt) {
    char parent[32], descriptor[32], memory[32], number[32];
    snprintf(parent, sizeof parent, "%d", target->parent);
    snprintf(descriptor, sizeof descriptor, "%d", target->descriptor);
    snprintf(memory, sizeof memory, "%llx", (unsigned long long)(uintptr_t)target->memory);
    snprintf(number, sizeof number, "%u", attempt);
    char *arguments[] = {program, "as-program", (char *)target->folder, parent, descriptor, memory, number, NULL};
    recall_execute(program, arguments);
    _exit(NOT_CONFINED);
}

static recall_confinement confinement(way way) {
    return (recall_confinement){
        .cpu_seconds = 5, .wall_seconds = 10, .memory = 1 << 30, .program = way.executes ? program : NULL,
        .libraries = libraries, .without_landlock = way.without_landlock,
    };
}

static int layers(way way) {
    int status = 0;
    pid_t process = fork();
    recall_confinement own = confinement(way);
    if (process == 0) _exit(recall_confine(&own));
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

// Computes without end, with a second of processor time and a minute of clock. Returns the signal that ends it.
static int signal_of_endless_work(way way) {
    int status = 0;
    pid_t process = fork();
    recall_confinement own = confinement(way);
    own.cpu_seconds = 1;
    own.wall_seconds = 60;
    if (process == 0) {
        if (recall_confine(&own) < 0) _exit(NOT_CONFINED);
        for (volatile unsigned count = 0;; count++) continue;
    }
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

// In a process of its own.
static void attack(const target *target, unsigned attempt, way way) {
    recall_confinement own = confinement(way);
    if (way.is_confined && recall_confine(&own) < 0) _exit(NOT_CONFINED);
    if (way.executes) become_program(target, attempt);
    _exit(judge(target, attempt));
}

static void find_libraries(void) {
    static char line[4096];
    FILE *maps = fopen("/proc/self/maps", "re");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        char *path = strchr(line, '/'), *name = strstr(line, "/libswiftCore.so");
        if (path == NULL || name == NULL) continue;
        *name = 0;
        libraries = path;
        break;
    }
    if (maps != NULL) fclose(maps);
}

// What a child of the server is asked to try. Addresses are those of its own memory, which is a copy of the server's.
typedef struct {
    way way;
    unsigned attempt;
    target target;
    char folder[4096];
} task;

static int server = -1;
static pid_t server_process;

// The process that serves; returns in each of its children.
static void serve(void) {
    task task;
    recall_protect_process(true);
    if (recall_fork_serve(&task, sizeof task) != sizeof task) _exit(NOT_CONFINED);
    task.target.folder = task.folder;
    if (task.target.parent == getppid()) task.target.memory = &secret;
    find_libraries();
    attack(&task.target, task.attempt, task.way);
}

static int start_server(void) {
    int sockets[2];
    if (recall_fork_sockets(sockets) != 0) return -1;
    server_process = fork();
    if (server_process == 0) {
        dup2(sockets[1], 0);
        char *arguments[] = {program, "serve", NULL};
        execv(program, arguments);
        _exit(NOT_CONFINED);
    }
    close(sockets[1]);
    server = sockets[0];
    return server_process;
}

// How a child of the server ends, as of a process that was waited for.
static int status_of_forked(const target *target, unsigned attempt, way way) {
    task task = {.way = way, .attempt = attempt, .target = *target};
    snprintf(task.folder, sizeof task.folder, "%s", target->folder);
    pid_t process;
    int output = recall_fork_start(server, &task, sizeof task, 0, -1, &process);
    recall_fork_answer answer;
    if (output < 0 || recall_fork_wait(server, &answer) != 0) return W_EXITCODE(NOT_CONFINED, 0);
    close(output);
    return answer.kind == RECALL_FORK_EXITED ? W_EXITCODE(answer.value, 0) : W_EXITCODE(0, answer.value);
}

static int status_of(const target *target, unsigned attempt, way way) {
    if (way.is_forked) return status_of_forked(target, attempt, way);
    int status;
    pid_t process = fork();
    if (process == 0) attack(target, attempt, way);
    while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

static const char *verdict_of(const target *target, unsigned attempt, way way) {
    int status = status_of(target, attempt, way);
    if (!WIFEXITED(status)) return "killed";
    switch (WEXITSTATUS(status)) {
    case DENIED: return "denied";
    case SUCCEEDED: return "succeeded";
    case ALLOWED: return "allowed";
    case ANOTHER_ERROR: return "another-error";
    default: return "not-confined";
    }
}

// The document on standard input: a file in memory, as of an attachment.
static void prepare_input(void) {
    int file = recall_memory_file();
    if (file < 0 || write(file, "x", 1) != 1 || recall_seal_memory_file(file) != 0) exit(2);
    lseek(file, 0, SEEK_SET);
    dup2(file, 0);
}

static void try_escapes(const target *target, way way) {
    for (unsigned index = 0; index < escape_count; index++) {
        printf("escape %s %s%s\n", escapes[index].name, verdict_of(target, index, way),
               escapes[index].needs_landlock ? " by-landlock" : "");
        fflush(stdout);
    }
}

static void try_system_calls(const target *target, way way) {
    for (unsigned number = 0; number < SYSTEM_CALLS; number++) {
        for (unsigned set = 0; set < ARGUMENT_SETS; set++) {
            unsigned attempt = escape_count + number * ARGUMENT_SETS + set;
            printf("call %u.%u %s\n", number, set, verdict_of(target, attempt, way));
            fflush(stdout);
        }
    }
}

int main(int count, char *arguments[]) {
    if (count == 7 && strcmp(arguments[1], "as-program") == 0) return as_program(arguments);
    if (count == 2 && strcmp(arguments[1], "serve") == 0) serve();
    if (count != 5 || readlink("/proc/self/exe", program, sizeof program - 1) < 0) return 64;
    way way = {strcmp(arguments[2], "confined") == 0, strcmp(arguments[3], "no-landlock") == 0,
               strcmp(arguments[4], "program") == 0, strcmp(arguments[4], "forked") == 0};
    find_libraries();
    // As the import and the server protect themselves.
    recall_protect_process(true);
    char library[4096];
    snprintf(library, sizeof library, "%s/library", arguments[1]);
    // Inherited on purpose: confinement has to close it.
    int descriptor = open(library, O_RDWR);
    if (descriptor < 0) return 2;
    prepare_input();
    if (way.is_forked && start_server() < 0) return 2;
    target target = {.parent = getpid(), .descriptor = descriptor, .memory = &secret, .folder = arguments[1]};
    printf("layers %d\n", layers(way));
    fflush(stdout);
    try_escapes(&target, way);
    if (way.is_forked) {
        // Its standard input is the socket on which it is asked.
        target.parent = server_process;
        target.descriptor = 0;
        try_escapes(&target, way);
    }
    // Unconfined, some of these would end the machine.
    if (way.is_confined) try_system_calls(&target, way);
    if (way.is_confined && !way.executes && !way.is_forked) printf("work %d\n", signal_of_endless_work(way));
    printf("parent %s\n", secret == 0x5EC2E7 ? "whole" : "changed");
    return 0;
}

#else

int main(void) { return 0; }

#endif
