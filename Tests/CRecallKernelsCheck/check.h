#ifndef RECALL_KERNELS_CHECK_H
#define RECALL_KERNELS_CHECK_H

#include "recall_kernels.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef const struct recall_kernels *variant;

// The plain variant, the oracle of the others.
variant scalar(void);

// Checks of one variant against the plain one, by subject.
void check_products(variant v);
void check_attention(variant v);
void check_rows(variant v);
void check_half_precision(variant v);
void check_scan(variant v);

// Counts a check; says what failed.
void check(bool passed, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Counts as passed where the largest difference is at most `bound` times the largest magnitude of `expected`.
void check_close(const float *values, const float *expected, size_t count, float bound, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

// The same values in every run.
uint64_t random_bits(void);
size_t random_size(size_t least, size_t largest);

// Memory of exactly that size, `offset` elements after a 64-byte boundary, kept until `release_all`.
void *memory(size_t count, size_t element_size, size_t offset);
// Uniform in -limit ..< limit.
float *random_floats(size_t count, float limit, size_t offset);
// To be written: not a number, so that what is left out shows.
float *blank_floats(size_t count, size_t offset);
void release_all(void);

#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof *(ARRAY))

#endif
