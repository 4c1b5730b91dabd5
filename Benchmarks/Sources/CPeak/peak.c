#include "peak.h"

#include <stddef.h>
#include <string.h>

// Enough chains to hide the latency of 4 to 6 cycles at two a cycle, few enough for the registers.
enum { CHAINS_512 = 24, CHAINS_256 = 12, CHAINS_NEON = 24, STEPS = 64 };

// Keeps the compiler from knowing what is in a register.
#define HIDE(CONSTRAINT, X) __asm__ volatile("" : CONSTRAINT(X))
#define UNROLL _Pragma("clang loop unroll(full)")

// A function that runs COUNT chains of STEP(sum, x, w) over registers of TYPE.
#define DEFINE_CHAINS(NAME, TYPE, CONSTRAINT, COUNT, STEP)                                                             \
    static float NAME(uint64_t rounds) {                                                                              \
        TYPE sums[COUNT], x, w;                                                                                       \
        memset(sums, 0, sizeof sums);                                                                                 \
        memset(&x, 0, sizeof x);                                                                                      \
        memset(&w, 0, sizeof w);                                                                                      \
        HIDE(CONSTRAINT, x);                                                                                          \
        HIDE(CONSTRAINT, w);                                                                                          \
        for (uint64_t round = 0; round < rounds; round++) {                                                           \
            for (int step = 0; step < STEPS; step++) {                                                                \
                UNROLL for (int i = 0; i < COUNT; i++) sums[i] = STEP(sums[i], x, w);                                 \
                UNROLL for (int i = 0; i < COUNT; i++) HIDE(CONSTRAINT, sums[i]);                                     \
            }                                                                                                         \
        }                                                                                                             \
        float total = 0, first;                                                                                       \
        for (int i = 0; i < COUNT; i++) {                                                                             \
            memcpy(&first, &sums[i], sizeof first);                                                                   \
            total += first;                                                                                           \
        }                                                                                                             \
        return total;                                                                                                 \
    }

// One way to compute: a function and the operations of one of its rounds.
struct chains {
    const char *variant;
    int kind;
    float (*run)(uint64_t rounds);
    uint64_t operations;
};

#define OPERATIONS(CHAINS, PRODUCTS) ((uint64_t)STEPS * (CHAINS) * 2 * (PRODUCTS))

#if defined(__x86_64__)
#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni,avx512bf16"))), apply_to = function)
#define FMA_512(SUM, X, W) _mm512_fmadd_ps(X, W, SUM)
#define DPBF16_512(SUM, X, W) _mm512_dpbf16_ps(SUM, (__m512bh)(X), (__m512bh)(W))
#define DPBUSD_512(SUM, X, W) _mm512_dpbusd_epi32(SUM, X, W)
DEFINE_CHAINS(fma_512, __m512, "+v", CHAINS_512, FMA_512)
DEFINE_CHAINS(dpbf16_512, __m512, "+v", CHAINS_512, DPBF16_512)
DEFINE_CHAINS(dpbusd_512, __m512i, "+v", CHAINS_512, DPBUSD_512)
#pragma clang attribute pop

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define FMA_256(SUM, X, W) _mm256_fmadd_ps(X, W, SUM)
// The adding is left out: it need not cost the multipliers anything.
#define MADD_256(SUM, X, W) _mm256_madd_epi16(SUM, W)
DEFINE_CHAINS(fma_256, __m256, "+x", CHAINS_256, FMA_256)
DEFINE_CHAINS(madd_256, __m256i, "+x", CHAINS_256, MADD_256)
#pragma clang attribute pop

static const struct chains known[] = {
    {"avx512-bf16", PEAK_F32, fma_512, OPERATIONS(CHAINS_512, 16)},
    {"avx512-bf16", PEAK_BF16, dpbf16_512, OPERATIONS(CHAINS_512, 32)},
    {"avx512-bf16", PEAK_INT8, dpbusd_512, OPERATIONS(CHAINS_512, 64)},
    {"avx512", PEAK_F32, fma_512, OPERATIONS(CHAINS_512, 16)},
    {"avx512", PEAK_BF16, fma_512, OPERATIONS(CHAINS_512, 16)},
    {"avx512", PEAK_INT8, dpbusd_512, OPERATIONS(CHAINS_512, 64)},
    {"avx2", PEAK_F32, fma_256, OPERATIONS(CHAINS_256, 8)},
    {"avx2", PEAK_BF16, fma_256, OPERATIONS(CHAINS_256, 8)},
    {"avx2", PEAK_INT8, madd_256, OPERATIONS(CHAINS_256, 16)},
};
#elif defined(__aarch64__)
#include <arm_neon.h>

#define FMA_NEON(SUM, X, W) vfmaq_f32(SUM, X, W)
DEFINE_CHAINS(fma_neon, float32x4_t, "+w", CHAINS_NEON, FMA_NEON)

static const struct chains known[] = {
    {"neon", PEAK_F32, fma_neon, OPERATIONS(CHAINS_NEON, 4)},
    {"neon", PEAK_BF16, fma_neon, OPERATIONS(CHAINS_NEON, 4)},
};
#else
static const struct chains known[] = {{"", PEAK_F32, NULL, 0}};
#endif

static const struct chains *find(const char *variant, int kind) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (known[i].kind == kind && strcmp(known[i].variant, variant) == 0) return &known[i];
    }
    return NULL;
}

uint64_t peak_operations(const char *variant, int kind) {
    const struct chains *chains = find(variant, kind);
    return chains ? chains->operations : 0;
}

float peak_run(const char *variant, int kind, uint64_t rounds) {
    const struct chains *chains = find(variant, kind);
    return chains && chains->run ? chains->run(rounds) : 0;
}
