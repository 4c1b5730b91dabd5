// Checks CConfinement under sanitizers: see Scripts/sanitize. What confined processes can do is tried by CHostileParser; here
// they are confined in every way, do what a parser does, and fail in what it must not do.
#include <stdio.h>

#if defined(__linux__)

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "recall_confinement.h"

static int parse(recall_confinement confinement) {
    int layers = recall_confine(&confinement);
    if (layers < 0 || !(layers & RECALL_LIMITS) || !(layers & RECALL_SYSTEM_CALLS)) return 10;
    if ((layers & RECALL_FILES) != 0 && confinement.without_landlock) return 11;
    for (size_t size = 1; size < 1 << 22; size *= 2) {
        char *memory = malloc(size);
        if (memory == NULL) return 12;
        memset(memory, 1, size);
        free(memory);
    }
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0) return 13;
    if (fork() >= 0) return 14;
    if (open("made", O_WRONLY | O_CREAT, 0600) >= 0) return 15;
    if ((layers & RECALL_FILES) != 0 && open("/etc/passwd", O_RDONLY) >= 0) return 16;
    if (write(STDOUT_FILENO, "", 0) != 0) return 17;
    if (confinement.program == NULL) return 0;
    char *arguments[] = {"true", NULL};
    recall_execute(confinement.program, arguments);
    return 18;
}

static int in_process(recall_confinement confinement) {
    int status = -1;
    pid_t process = fork();
    if (process == 0) _exit(parse(confinement));
    return waitpid(process, &status, 0) == process && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int is_sealed(void) {
    int file = recall_memory_file();
    return file >= 0 && write(file, "x", 1) == 1 && recall_seal_memory_file(file) == 0 && write(file, "y", 1) < 0;
}

int main(void) {
    // A sanitizer needs more address space than a parser may have.
    recall_confinement way = {.cpu_seconds = 5, .wall_seconds = 10, .memory = UINT64_MAX};
    unsigned checks = 0;
    for (int has_program = 0; has_program < 2; has_program++) {
        for (int without_landlock = 0; without_landlock < 2; without_landlock++, checks++) {
            way.program = has_program ? "/usr/bin/true" : NULL;
            way.without_landlock = without_landlock;
            int result = in_process(way);
            if (result == 0) continue;
            fprintf(stderr, "Not so: program %d, without Landlock %d: %d\n", has_program, without_landlock, result);
            return 1;
        }
    }
    if (!is_sealed()) return 2;
    printf("Confinement: %u ways\n", checks);
    return 0;
}

#else

int main(void) { return 0; }

#endif
