#include "variants.h"

#if defined(__x86_64__)
#include <cpuid.h>

// Bits of XCR0: the register state that the operating system saves and restores.
enum { STATE_AVX = 0x06, STATE_AVX512 = 0xe6 };

static uint64_t saved_register_state(void) {
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

// `a1`: EAX of leaf 7, subleaf 1.
static uint32_t avx512_features(uint32_t b, uint32_t c, uint32_t a1) {
    const uint32_t f = 1u << 16, dq = 1u << 17, bw = 1u << 30, vl = 1u << 31, needed = f | dq | bw | vl;
    if ((b & needed) != needed) return 0;
    uint32_t features = RECALL_AVX512;
    if (c & 1u << 11) features |= RECALL_AVX512_VNNI;
    if (a1 & 1u << 5) features |= RECALL_AVX512_BF16;
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
    uint32_t features = RECALL_AVX2, a1 = 0, b1, c1, d1;
    if (a >= 1) __get_cpuid_count(7, 1, &a1, &b1, &c1, &d1);
    if (a1 & 1u << 4) features |= RECALL_AVX_VNNI;
    if ((state & STATE_AVX512) == STATE_AVX512) features |= avx512_features(b, c, a1);
    return features;
}
#elif defined(__aarch64__)
#if defined(__linux__)
#include <sys/auxv.h>

// Bits of AT_HWCAP and AT_HWCAP2, part of the kernel's interface.
static uint32_t probe(void) {
    const unsigned long asimddp = 1ul << 20, i8mm = 1ul << 13, bf16 = 1ul << 14;
    unsigned long first = getauxval(AT_HWCAP), second = getauxval(AT_HWCAP2);
    return RECALL_NEON | (first & asimddp ? RECALL_NEON_DOTPROD : 0) | (second & i8mm ? RECALL_NEON_I8MM : 0)
        | (second & bf16 ? RECALL_NEON_BF16 : 0);
}
#elif defined(__APPLE__)
#include <sys/sysctl.h>

static uint32_t feature(const char *name, uint32_t bit) {
    int present = 0;
    size_t size = sizeof present;
    return sysctlbyname(name, &present, &size, NULL, 0) == 0 && present ? bit : 0;
}

static uint32_t probe(void) {
    return RECALL_NEON | feature("hw.optional.arm.FEAT_DotProd", RECALL_NEON_DOTPROD)
        | feature("hw.optional.arm.FEAT_I8MM", RECALL_NEON_I8MM)
        | feature("hw.optional.arm.FEAT_BF16", RECALL_NEON_BF16);
}
#else
static uint32_t probe(void) { return RECALL_NEON; }
#endif
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
    &recall_kernels_avx512_bf16, &recall_kernels_avx512, &recall_kernels_avx_vnni, &recall_kernels_avx2,
#elif defined(__aarch64__)
    &recall_kernels_neon_matrix, &recall_kernels_neon_dotprod, &recall_kernels_neon,
#endif
    &recall_kernels_scalar,
};

const struct recall_kernels *recall_kernels_runnable(size_t index) {
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        bool runs = (variants[i]->features & ~recall_cpu_features()) == 0;
        if (runs && index-- == 0) return variants[i];
    }
    return NULL;
}
