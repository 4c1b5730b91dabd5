#ifndef RECALL_KERNELS_H
#define RECALL_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The instruction sets that a CPU and its operating system support, as a set of bits.
enum {
    RECALL_AVX2 = 1 << 0,          // AVX2, FMA, F16C
    RECALL_AVX_VNNI = 1 << 1,      // 8-bit dot products in registers of 256 bits, without AVX-512
    RECALL_AVX512 = 1 << 2,        // AVX-512 F, BW, DQ, VL
    RECALL_AVX512_VNNI = 1 << 3,   // 8-bit dot products
    RECALL_AVX512_BF16 = 1 << 4,   // bfloat16 dot products
    RECALL_NEON = 1 << 5,          // AArch64 Advanced SIMD
    RECALL_NEON_DOTPROD = 1 << 6,  // 8-bit dot products
    RECALL_NEON_I8MM = 1 << 7,     // 8-bit matrix products
    RECALL_NEON_BF16 = 1 << 8,     // bfloat16 matrix products
};

/// The features of this machine, probed once: the instruction set and the register state that the OS saves.
uint32_t recall_cpu_features(void);

/// Columns in a panel of packed weights, the same for every variant so that a packed file fits every machine.
#define RECALL_PANEL 32

/// The operation applied to a product before it is stored.
enum recall_epilogue {
    RECALL_BIAS = 0,            // + bias
    RECALL_BIAS_GELU = 1,       // gelu(. + bias), exact (erf)
    RECALL_BIAS_RESIDUAL = 2,   // + bias + residual
};

/// One product C[rows x columns] = epilogue(A[rows x depth] * W), W packed into panels of RECALL_PANEL columns.
///
/// Every row is computed by the same sequence of operations wherever it stands: results are bit-equal for any batch.
/// Strides are in elements. `c` may be `residual` (same stride).
struct recall_matmul {
    const void *a;                // f32, bf16, u8 or the variant's own 16 bits, by the function called
    size_t a_stride;
    const void *panels;           // 64-byte aligned; f32 [k][32], bf16 [k/2][32][2], s8 [k/4][32][4]
    size_t rows, depth, columns;  // depth and a_stride even for bf16, multiples of 4 for s8 panels
    const float *bias;            // columns
    const float *residual;        // f32, for RECALL_BIAS_RESIDUAL
    size_t residual_stride;
    void *c;                      // f32, or bf16 when `c_bf16`
    size_t c_stride;
    int epilogue;
    bool c_bf16;
    const float *row_scale;       // of integers only: a = row_scale * (q - row_zero)
    const float *row_zero;
    const float *column_scale;    // of integers only: w = column_scale * q
    const float *column_sum;      // of integers only: column_scale * sum of the column's q
};

/// Self-attention of one sequence: out = softmax(scale * Q K^T) V for each head, Q, K and V being columns of one row.
struct recall_attention {
    const void *q, *k, *v;        // element [token * stride + head * head_size + i]; f32, or bf16 in attention_bf16
    size_t stride;
    size_t length, heads, head_size;   // stride and head_size even
    float scale;
    float *out;                   // [token * out_stride + head * head_size + i]
    size_t out_stride;
    void *scratch;                // recall_attention_scratch(length, head_size) bytes, 64-byte aligned
};

/// Bytes of scratch that attention over `length` tokens needs, for any variant and precision.
size_t recall_attention_scratch(size_t length, size_t head_size);

/// Vectors in a block of sketches.
#define RECALL_SCAN_BLOCK 32

/// Estimates of products of a query with vectors of which the signs of the components are known, from a table of what
/// each four signs contribute (Andre, Kermarrec and Le Scouarnec 2015, "fast scan"; Gao and Long 2024, RaBitQ).
///
/// estimates[i] = factors[i] * (offset + scale * sum of the table's entries for the signs of vector i).
struct recall_scan {
    const uint8_t *sketches;      // [block][column][32]: the signs of 8 components, lowest bit first
    const float *factors;         // of each vector; NaN where there is none
    const uint8_t *table;         // [column][2][16]: for the low and the high four bits, entries up to 127 whose sums
                                  // over all columns stay below 65,536
    size_t columns;               // even
    size_t blocks;
    float scale, offset;
    float threshold;
    float *estimates;             // [block][32]
    uint32_t *passing;            // a bit for each vector of a block: the estimate is greater than `threshold`
};

/// The functions of one variant. All of them are pure; none keeps state.
struct recall_kernels {
    const char *name;
    uint32_t features;            // bits that must be there to call them
    bool favours_wide;            // products of s8 with 16 bits take no longer than with 8

    void (*matmul_f32)(const struct recall_matmul *);
    void (*matmul_bf16)(const struct recall_matmul *);
    void (*matmul_u8)(const struct recall_matmul *);
    /// s8 panels and rows of 16 bits, as `quantize_wide` of the same variant wrote them.
    void (*matmul_wide)(const struct recall_matmul *);
    void (*attention_f32)(const struct recall_attention *);
    void (*attention_bf16)(const struct recall_attention *);
    /// Of f32, in 16-bit integers where these are faster: off by a thousandth of the largest value.
    void (*attention_s16)(const struct recall_attention *);

    /// y = (x - mean) / sqrt(variance + epsilon) * gamma + beta for each row; y may be x.
    void (*layer_norm)(const float *x, size_t rows, size_t columns, const float *gamma, const float *beta,
                       float epsilon, float *y);
    /// x = softmax(scale * x), in place, over `count` values.
    void (*softmax)(float *x, size_t count, float scale);
    /// x = gelu(x), in place.
    void (*gelu)(float *x, size_t count);
    /// out = a + b.
    void (*add)(const float *a, const float *b, size_t count, float *out);
    /// out = the mean of `rows` rows, divided by its Euclidean norm (left 0 where the norm is 0).
    void (*mean_pool)(const float *x, size_t rows, size_t columns, float *out);
    /// Each row of f32 to u8: x = scale * (q - zero), scale and zero by the row's own range (0 included).
    void (*quantize_rows)(const float *x, size_t rows, size_t columns, uint8_t *q, float *scale, float *zero);
    /// The same to 15 bits, fewer if sums of `columns` products with s8 would not fit 32 bits. In an order of the
    /// variant's own: `q` is 2 * columns bytes a row.
    void (*quantize_wide)(const float *x, size_t rows, size_t columns, void *q, float *scale, float *zero);
    void (*scan_sketches)(const struct recall_scan *);
    /// products[i] = query . rows[i]; rows `stride` bytes apart. No sum of products may pass 2^31.
    void (*dot_s8)(const int16_t *query, const int8_t *rows, size_t stride, size_t count, size_t dimension,
                   int32_t *products);
    void (*f32_to_f16)(const float *x, size_t count, uint16_t *y);
    void (*f16_to_f32)(const uint16_t *x, size_t count, float *y);
    void (*f32_to_bf16)(const float *x, size_t count, uint16_t *y);
};

/// The variants that this machine runs, fastest first; null past the last one, "scalar", which runs everywhere.
const struct recall_kernels *recall_kernels_runnable(size_t index);

// Packing of a weight matrix given as PyTorch stores it, [columns][depth] (out features x in features), at install.

enum recall_precision { RECALL_F32 = 0, RECALL_BF16 = 1, RECALL_INT8 = 2 };

/// Bytes of the panels of a depth x columns matrix.
size_t recall_panel_bytes(int precision, size_t depth, size_t columns);
/// Writes the panels; columns past the last are zero. For int8 also the scale of each column and scale * sum
/// (null otherwise).
void recall_pack(int precision, const float *weights, size_t depth, size_t columns, void *panels,
                 float *column_scale, float *column_sum);

#endif
