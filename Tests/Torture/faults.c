// Faults at the numbered writes of one process, by LD_PRELOAD: it ends there, or the disk is full or broken from there.
//
// FAULT_ROOT   only files below this folder count
// FAULT_COUNT  a file of eight bytes, mapped, that holds the number of calls so far
// FAULT_AT     the number of the call at which the fault happens; none without it
// FAULT_MODE   exit: ends before the call; torn: ends in the middle of a write; full: ENOSPC from there on;
//              broken: EIO, once
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

enum mode { off, ends, torn, full, broken };

static enum mode mode = off;
static uint64_t fault_at = 0;
static const char *root = NULL;
static _Atomic uint64_t *count = NULL;
static pid_t owner = 0;

__attribute__((constructor)) static void begin(void) {
    // Children of the process have no faults of their own.
    if (getenv("FAULT_OWNER") != NULL || getenv("FAULT_ROOT") == NULL) return;
    char text[32];
    snprintf(text, sizeof text, "%d", getpid());
    setenv("FAULT_OWNER", text, 1);
    int file = open(getenv("FAULT_COUNT"), O_RDWR | O_CLOEXEC);
    void *map = mmap(NULL, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) _exit(99);
    close(file);
    count = map;
    owner = getpid();
    const char *at = getenv("FAULT_AT"), *name = getenv("FAULT_MODE");
    if (at != NULL && name != NULL) {
        fault_at = strtoull(at, NULL, 10);
        mode = !strcmp(name, "exit") ? ends : !strcmp(name, "torn") ? torn : !strcmp(name, "full") ? full : broken;
    }
    root = getenv("FAULT_ROOT");
}

static int counts(const char *path) { return path != NULL && strncmp(path, root, strlen(root)) == 0; }

static int counts_descriptor(int descriptor) {
    if (root == NULL || getpid() != owner) return 0;
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return counts(path);
}

// True if the call is to fail, with errno set.
static int fails(int is_counted, int grows) {
    if (!is_counted) return 0;
    uint64_t number = atomic_fetch_add(count, 1) + 1;
    if (mode == off || number < fault_at) return 0;
    if (mode == ends || mode == torn) {
        if (number == fault_at) _exit(137);
        return 0;
    }
    if (mode == full) {
        if (grows) errno = ENOSPC;
        return grows;
    }
    if (number == fault_at) errno = EIO;
    return number == fault_at;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

// In the mode torn, half of the bytes are written before the end.
#define TORN(descriptor, call)                                                                                        \
    if (mode == torn && counts_descriptor(descriptor) && atomic_load(count) + 1 == fault_at) { (void)!(call); }

ssize_t write(int descriptor, const void *bytes, size_t size) {
    TORN(descriptor, NEXT(write)(descriptor, bytes, size / 2))
    return fails(counts_descriptor(descriptor), 1) ? -1 : NEXT(write)(descriptor, bytes, size);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
    TORN(descriptor, NEXT(pwrite)(descriptor, bytes, size / 2, offset))
    return fails(counts_descriptor(descriptor), 1) ? -1 : NEXT(pwrite)(descriptor, bytes, size, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off64_t offset) {
    TORN(descriptor, NEXT(pwrite64)(descriptor, bytes, size / 2, offset))
    return fails(counts_descriptor(descriptor), 1) ? -1 : NEXT(pwrite64)(descriptor, bytes, size, offset);
}

ssize_t writev(int descriptor, const struct iovec *parts, int number) {
    return fails(counts_descriptor(descriptor), 1) ? -1 : NEXT(writev)(descriptor, parts, number);
}

int fsync(int descriptor) { return fails(counts_descriptor(descriptor), 0) ? -1 : NEXT(fsync)(descriptor); }

int fdatasync(int descriptor) { return fails(counts_descriptor(descriptor), 0) ? -1 : NEXT(fdatasync)(descriptor); }

int ftruncate(int descriptor, off_t size) {
    return fails(counts_descriptor(descriptor), 1) ? -1 : NEXT(ftruncate)(descriptor, size);
}

int ftruncate64(int descriptor, off64_t size) {
    return fails(counts_descriptor(descriptor), 1) ? -1 : NEXT(ftruncate64)(descriptor, size);
}

int rename(const char *from, const char *to) {
    return fails(root != NULL && getpid() == owner && counts(to), 0) ? -1 : NEXT(rename)(from, to);
}

int unlink(const char *path) {
    return fails(root != NULL && getpid() == owner && counts(path), 0) ? -1 : NEXT(unlink)(path);
}
