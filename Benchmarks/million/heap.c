// Counts the bytes that a process has allocated, for LD_PRELOAD. SIGUSR1 sets the peak to what is allocated now; SIGUSR2 writes
// "allocated now, peak since" to the file named by HEAP_REPORT.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_long now, peak;

static void add(void *pointer) {
    if (!pointer) return;
    long total = atomic_fetch_add(&now, (long)malloc_usable_size(pointer)) + (long)malloc_usable_size(pointer);
    long highest = atomic_load(&peak);
    while (total > highest && !atomic_compare_exchange_weak(&peak, &highest, total)) {}
}

static void drop(void *pointer) {
    if (pointer) atomic_fetch_sub(&now, (long)malloc_usable_size(pointer));
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

void *malloc(size_t size) { void *p = __libc_malloc(size); add(p); return p; }
void *calloc(size_t count, size_t size) { void *p = __libc_calloc(count, size); add(p); return p; }
void *realloc(void *old, size_t size) {
    drop(old);
    void *p = __libc_realloc(old, size);
    add(p ? p : old);
    return p;
}
void *memalign(size_t alignment, size_t size) { void *p = __libc_memalign(alignment, size); add(p); return p; }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **out, size_t alignment, size_t size) {
    *out = memalign(alignment, size);
    return *out ? 0 : 12;
}
void free(void *pointer) { drop(pointer); __libc_free(pointer); }

static void reset(int signal) { atomic_store(&peak, atomic_load(&now)); }
static void report(int signal) {
    char line[64];
    int length = snprintf(line, sizeof line, "%ld %ld\n", atomic_load(&now), atomic_load(&peak));
    int file = open(getenv("HEAP_REPORT"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file >= 0 && write(file, line, length) < 0) {}
    if (file >= 0) close(file);
}

__attribute__((constructor)) static void begin(void) {
    if (!getenv("HEAP_REPORT")) return;
    signal(SIGUSR1, reset);
    signal(SIGUSR2, report);
}
