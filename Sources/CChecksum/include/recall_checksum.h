#pragma once

#include <stddef.h>
#include <stdint.h>

/// A checksum of `count` bytes: against damage, not against malice. Any change within eight bytes that begin at a multiple of
/// eight gives another one; other damage is missed with a chance of 2^-64. Bytes are read as little-endian words.
///
/// About 10 GB/s on one core of 2020: four independent chains of xor and multiplication.
uint64_t recall_checksum(const void *_Nullable bytes, size_t count, uint64_t seed);
