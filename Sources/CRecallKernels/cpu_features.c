#include "recall_kernels.h"

#include "variants.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

// Bits of XCR0: the register state that the operating system saves and restores.
enum { STATE_AVX = 0x06, STATE_AVX512 = 0xe6 };

static uint64_t saved_register_state(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

static uint32_t avx512_features(uint32_t b, uint32_t c) {
    const uint32_t f = 1u << 16, dq = 1u << 17, bw = 1u << 30, vl = 1u << 31, needed = f | dq | bw | vl;
    if ((b & needed) != needed) return 0;
    uint32_t features = RECALL_AVX512;
    if (c & 1u << 11) features |= RECALL_AVX512_VNNI;
    uint32_t a1, b1, c1, d1;
    if (__get_cpuid_count(7, 1, &a1, &b1, &c1, &d1) && (a1 & 1u << 5)) features |= RECALL_AVX512_BF16;
    return features;
}

static uint32_t probe(void) {
    uint32_t a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return 0;
    const uint32_t fma = 1u << 12, osxsave = 1u << 27, avx = 1u << 28, f16c = 1u << 29;
    if ((c & (fma | osxsave | avx | f16c)) != (fma | osxsave | avx | f16c)) return 0;
    uint64_t state = saved_register_state();
    if ((state & STATE_AVX) != STATE_AVX) return 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & 1u << 5)) return 0;
    uint32_t features = RECALL_AVX2;
    if ((state & STATE_AVX512) == STATE_AVX512) features |= avx512_features(b, c);
    return features;
}
#elif defined(__aarch64__)
static uint32_t probe(void) { return RECALL_NEON; }
#else
static uint32_t probe(void) { return 0; }
#endif

uint32_t recall_cpu_features(void) {
    // Racing threads store the same value.
    static _Atomic uint32_t known;
    const uint32_t probed = 1u << 31;
    uint32_t features = known;
    if (!features) known = features = probe() | probed;
    return features & ~probed;
}

// Fastest first.
static const struct recall_kernels *const variants[] = {
#if defined(__x86_64__)
    &recall_kernels_avx512_bf16, &recall_kernels_avx512, &recall_kernels_avx2,
#elif defined(__aarch64__)
    &recall_kernels_neon,
#endif
    &recall_kernels_scalar,
};

static bool runs(const struct recall_kernels *variant) {
    return (variant->features & ~recall_cpu_features()) == 0;
}

const struct recall_kernels *recall_kernels_best(void) {
    size_t i = 0;
    while (!runs(variants[i])) i++;
    return variants[i];
}

const struct recall_kernels *recall_kernels_named(const char *name) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        if (strcmp(variants[i]->name, name) == 0) return runs(variants[i]) ? variants[i] : NULL;
    }
    return NULL;
}
