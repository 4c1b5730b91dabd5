// Landlock by its system calls: the kernel's headers may be older than the kernel.
// https://docs.kernel.org/userspace-api/landlock.html
#if defined(__linux__)

#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "layers.h"

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { VERSION_FLAG = 1, PATH_BENEATH = 1 };

// Rights to files. All that the kernel knows are handled, and so forbidden, but those that a rule gives.
enum { EXECUTE = 1 << 0, READ_FILE = 1 << 2, READ_FOLDER = 1 << 3 };
enum { READ = READ_FILE | READ_FOLDER };

typedef struct {
    uint64_t files;
    uint64_t network;  // ABI 4
    uint64_t scoped;   // ABI 6
} ruleset_attributes;

typedef struct {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed)) path_rule;

static uint64_t all_file_rights(long abi) {
    int bits = abi >= 5 ? 16 /* ioctl of devices */ : abi >= 3 ? 15 /* truncate */ : abi == 2 ? 14 /* refer */ : 13;
    return (1ULL << bits) - 1;
}

static void allow(int ruleset, const char *path, uint64_t rights) {
    int file = open(path, O_PATH | O_CLOEXEC);
    struct stat status;
    if (file < 0) return;  // not on this system
    if (fstat(file, &status) == 0) {
        // The kernel refuses a folder's rights to a file.
        uint64_t possible = S_ISDIR(status.st_mode) ? READ : EXECUTE | READ_FILE;
        path_rule rule = {rights & possible, file};
        syscall(ADD_RULE, ruleset, PATH_BENEATH, &rule, 0);
    }
    close(file);
}

// What libraries read while a document is parsed: libraries (converters of charsets), locales, time zones, fonts.
static const char *const readable[] = {
    "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/lib", "/lib32", "/lib64", "/usr/local/lib", "/usr/share",
    "/usr/local/share", "/etc/locale.alias", "/etc/ld.so.cache", "/etc/localtime", "/etc/fonts", "/var/cache/fontconfig", "/nix/store",
    "/gnu/store",
};

// Executing a program opens its loader for that too.
static const char *const loaders[] = {
    "/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void allow_reading(int ruleset) {
    for (unsigned index = 0; index < COUNT(readable); index++) allow(ruleset, readable[index], READ);
}

static void allow_executing(int ruleset, const char *program) {
    allow(ruleset, program, EXECUTE | READ_FILE);
    for (unsigned index = 0; index < COUNT(loaders); index++) allow(ruleset, loaders[index], EXECUTE | READ_FILE);
}

int recall_restrict_files(const char *program, const char *libraries) {
    long abi = syscall(CREATE_RULESET, NULL, 0, VERSION_FLAG);
    // An old kernel, one that was started without it, or a container that does not let it through.
    if (abi < 0) return 0;
    ruleset_attributes attributes = {all_file_rights(abi), abi >= 4 ? 3 : 0, abi >= 6 ? 3 : 0};
    unsigned long size = abi >= 6 ? 24 : abi >= 4 ? 16 : 8;
    int ruleset = (int)syscall(CREATE_RULESET, &attributes, size, 0);
    if (ruleset < 0) return -1;
    allow_reading(ruleset);
    if (libraries != NULL) allow(ruleset, libraries, READ);
    if (program != NULL) allow_executing(ruleset, program);
    long failed = syscall(RESTRICT_SELF, ruleset, 0);
    close(ruleset);
    if (failed != 0) return -1;
    return RECALL_FILES | (abi >= 4 ? RECALL_NETWORK : 0) | (abi >= 6 ? RECALL_SIGNALS : 0);
}

#endif
