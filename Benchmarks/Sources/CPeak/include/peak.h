#ifndef PEAK_H
#define PEAK_H

#include <stdint.h>

// What one core can multiply and add at most: independent chains of one instruction in registers, with no memory.

enum peak_kind { PEAK_F32 = 0, PEAK_BF16 = 1, PEAK_INT8 = 2 };

/// Operations (a multiplication and an addition are two) of one round, with the best instruction that the variant of
/// the kernels of that name ("avx512-bf16", "avx512", "avx2", "neon") may use; 0 where none is known.
///
/// Where a variant has no instruction for a kind, its peak is that of what it has to do instead.
uint64_t peak_operations(const char *variant, int kind);

/// Runs `rounds` rounds. Only for a variant that this machine runs and a kind of which `peak_operations` is not 0.
/// Returns a value that depends on all of them.
float peak_run(const char *variant, int kind, uint64_t rounds);

#endif
