// Runs every kernel of every variant that this CPU has against the plain one. For instruction sets that the machine at
// hand lacks, under an emulator: Scripts/check-arm.
//
// check-kernels [NAME]: with a name, also checks that this variant is the fastest one here.

#include "check.h"

#include <stdarg.h>
#include <stdio.h>

static size_t passed, failed;

static void count(bool ok, const char *format, va_list arguments) {
    if (ok) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED: ");
    vprintf(format, arguments);
    printf("\n");
}

void check(bool ok, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    count(ok, format, arguments);
    va_end(arguments);
}

void check_close(const float *values, const float *expected, size_t n, float bound, const char *format, ...) {
    float largest = FLT_MIN, difference = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmaxf(largest, fabsf(expected[i]));
        difference = isfinite(values[i]) ? fmaxf(difference, fabsf(values[i] - expected[i])) : INFINITY;
        if (difference == INFINITY) break;
    }
    va_list arguments;
    va_start(arguments, format);
    count(difference <= bound * largest, format, arguments);
    va_end(arguments);
}

// SplitMix64 (Steele, Lea and Flood 2014).
uint64_t random_bits(void) {
    static uint64_t state = 81;
    uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

size_t random_size(size_t least, size_t largest) { return least + random_bits() % (largest - least + 1); }

static void *kept[64];
static size_t kept_count;

void *memory(size_t n, size_t element_size, size_t offset) {
    void *start;
    if (kept_count == COUNT(kept) || posix_memalign(&start, 64, (n + offset) * element_size + 1) != 0) abort();
    kept[kept_count++] = start;
    return (char *)start + offset * element_size;
}

void release_all(void) {
    while (kept_count > 0) free(kept[--kept_count]);
}

float *random_floats(size_t n, float limit, size_t offset) {
    float *x = memory(n, sizeof *x, offset);
    for (size_t i = 0; i < n; i++) x[i] = ((float)(random_bits() >> 40) / 0x1p23f - 1) * limit;
    return x;
}

float *blank_floats(size_t n, size_t offset) {
    float *x = memory(n, sizeof *x, offset);
    for (size_t i = 0; i < n; i++) x[i] = NAN;
    return x;
}

variant scalar(void) {
    size_t last = 0;
    while (recall_kernels_runnable(last + 1)) last++;
    return recall_kernels_runnable(last);
}

int main(int count, char **arguments) {
    variant best = recall_kernels_runnable(0), v;
    if (count > 1) check(strcmp(best->name, arguments[1]) == 0, "the fastest is %s, not %s", best->name, arguments[1]);
    printf("variants:");
    for (size_t i = 0; (v = recall_kernels_runnable(i)) != scalar(); i++) {
        printf(" %s", v->name);
        fflush(stdout);
        check_products(v);
        check_attention(v);
        check_rows(v);
        check_half_precision(v);
        check_scan(v);
    }
    printf("; %zu passed, %zu failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
