#include "recall_checksum.h"

#include <string.h>

static const uint64_t factor = 0x9E3779B97F4A7C15; // 2^64 / golden ratio, odd: multiplying by it loses nothing

// Each step is reversible for a given word, so two inputs that differ in one word never meet again in their chain.
static inline uint64_t step(uint64_t sum, uint64_t word) {
    sum = (sum ^ word) * factor;
    return sum ^ (sum >> 29);
}

static inline uint64_t word_at(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

uint64_t recall_checksum(const void *input, size_t count, uint64_t seed) {
    const uint8_t *bytes = input;
    uint64_t a = seed ^ count, b = seed + 1, c = seed + 2, d = seed + 3;
    while (count >= 32) {
        a = step(a, word_at(bytes));
        b = step(b, word_at(bytes + 8));
        c = step(c, word_at(bytes + 16));
        d = step(d, word_at(bytes + 24));
        bytes += 32;
        count -= 32;
    }
    while (count >= 8) {
        a = step(a, word_at(bytes));
        bytes += 8;
        count -= 8;
    }
    if (count > 0) {
        uint8_t rest[8] = {0};
        memcpy(rest, bytes, count);
        a = step(a, word_at(rest));
    }
    return step(step(step(a, b), c), d);
}
