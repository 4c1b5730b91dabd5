// Products and attention in terms of a variant's own tiles, epilogues and exponentials; included at the end of its file.
//
// Expected: TILE_ROWS; tiles_f32, tiles_bf16, tiles_u8; finish_tile, widen, largest_of, exponentials, exponentials_bf16,
// pack_keys, pack_values_f32, pack_values_16, store_context; for wide
// rows tiles_wide where TILES_WIDE is defined.

// MARK: products

// Rows of the next tile, so that `left` rows are cut into tiles of nearly the same height.
INLINE size_t tile_rows(size_t left) {
    // A last tile of one row would load every weight for a single product: 7 rows are 4 and 3, not 6 and 1.
    size_t tiles = (left + TILE_ROWS - 1) / TILE_ROWS;
    return (left + tiles - 1) / tiles;
}

// `cells`: of a column of the panels; `stride`: cells from row to row; `element_size`: 1 for sums of integers.
INLINE void multiply(const struct recall_matmul *p, tile_function *const *tiles, size_t cells, size_t stride,
                     const size_t element_size) {
    _Alignas(64) int32_t tile[TILE_ROWS * RECALL_PANEL];
    const int32_t *panel = p->panels;
    for (size_t column = 0; column < p->columns; column += RECALL_PANEL, panel += RECALL_PANEL * cells) {
        for (size_t row = 0, rows; row < p->rows; row += rows) {
            rows = tile_rows(p->rows - row);
            tiles[rows]((const int32_t *)p->a + row * stride, stride, panel, cells, tile, RECALL_PANEL);
            finish_tile(p, row, rows, column, tile, element_size);
        }
    }
}

static void matmul_f32(const struct recall_matmul *p) { multiply(p, tiles_f32, p->depth, p->a_stride, 4); }
static void matmul_bf16(const struct recall_matmul *p) { multiply(p, tiles_bf16, p->depth / 2, p->a_stride / 2, 2); }
static void matmul_u8(const struct recall_matmul *p) { multiply(p, tiles_u8, p->depth / 4, p->a_stride / 4, 1); }

#ifdef TILES_WIDE
static void matmul_wide(const struct recall_matmul *p) { multiply(p, tiles_wide, p->depth / 4, p->a_stride / 2, 1); }
#else
// The high bytes of a row, then the low ones: two products of bytes with the same weights.
static void matmul_wide(const struct recall_matmul *p) {
    _Alignas(64) uint32_t high[TILE_ROWS * RECALL_PANEL], low[TILE_ROWS * RECALL_PANEL];
    size_t cells = p->depth / 4, stride = p->a_stride / 2;
    const int32_t *panel = p->panels;
    for (size_t column = 0; column < p->columns; column += RECALL_PANEL, panel += RECALL_PANEL * cells) {
        for (size_t row = 0, rows; row < p->rows; row += rows) {
            rows = tile_rows(p->rows - row);
            const int32_t *a = (const int32_t *)p->a + row * stride;
            tiles_u8[rows](a, stride, panel, cells, high, RECALL_PANEL);
            tiles_u8[rows](a + cells, stride, panel, cells, low, RECALL_PANEL);
            for (size_t i = 0; i < rows * RECALL_PANEL; i++) low[i] += high[i] << 8;
            finish_tile(p, row, rows, column, (const int32_t *)low, 1);
        }
    }
}
#endif

// MARK: attention

// The memory of one head's attention. Sizes in cells of 4 bytes: one f32 or two bf16.
struct head {
    void *keys, *values;
    float *scores;
    uint16_t *rounded;   // the exponentials of the scores, for bf16
    int32_t *tile;
};

// Attention of `rows` queries of one head, whose columns begin at `column`.
INLINE void attend_tile(const struct recall_attention *p, const struct head *h, size_t column, size_t query, size_t rows,
                        tile_function *const *tiles, const size_t element_size) {
    size_t padded = round_up(p->length, RECALL_PANEL), size = p->head_size * element_size / 4;
    const char *q = (const char *)p->q + (query * p->stride + column) * element_size;
    for (size_t key = 0; key < p->length; key += RECALL_PANEL) {
        const int32_t *keys = (const int32_t *)h->keys + key * size;
        tiles[rows](q, p->stride * element_size / 4, keys, size, h->scores + key, padded);
    }
    // All maxima first: a row's exponentials wait for its maximum, but not for another row.
    float largest[TILE_ROWS], inverse[TILE_ROWS], scale = p->scale * LOG2E;
    for (size_t i = 0; i < rows; i++) largest[i] = largest_of(h->scores + i * padded, p->length);
    for (size_t i = 0; i < rows; i++) {
        float *x = h->scores + i * padded;
        uint16_t *y = h->rounded + i * padded;
        float sum = element_size == 4 ? exponentials(x, p->length, largest[i], scale)
                                      : exponentials_bf16(x, p->length, padded, largest[i], scale, y);
        inverse[i] = 1 / sum;
    }
    // Dividing by the sum is left to store_context: head_size divisions a row instead of length.
    const void *weights = element_size == 4 ? (const void *)h->scores : h->rounded;
    size_t cells = (p->length * element_size + 3) / 4;
    for (size_t start = 0; start < p->head_size; start += RECALL_PANEL) {
        size_t columns = p->head_size - start < RECALL_PANEL ? p->head_size - start : RECALL_PANEL;
        tiles[rows](weights, padded * element_size / 4, (int32_t *)h->values + start * cells, cells, h->tile, RECALL_PANEL);
        store_context(p, h->tile, query, rows, column + start, columns, inverse);
    }
}

INLINE void attend(const struct recall_attention *p, tile_function *const *tiles, const size_t element_size) {
    size_t padded = round_up(p->length, RECALL_PANEL), size = p->head_size * element_size / 4;
    int32_t *keys = p->scratch, *values = keys + padded * size;
    int32_t *scores = values + padded * round_up(p->head_size, RECALL_PANEL) * element_size / 4;
    int32_t *rounded = scores + TILE_ROWS * padded, *tile = rounded + TILE_ROWS * padded / 2;
    const struct head h = {keys, values, (float *)scores, (uint16_t *)rounded, tile};
    for (size_t head = 0; head < p->heads; head++) {
        size_t column = head * p->head_size, offset = column * element_size;
        pack_keys((const float *)((const char *)p->k + offset), p->stride * element_size / 4, p->length, size, h.keys);
        const void *v = (const char *)p->v + offset;
        if (element_size == 4) pack_values_f32(v, p->stride, p->length, p->head_size, h.values);
        else pack_values_16(v, p->stride, p->length, p->head_size, h.values);
        for (size_t query = 0, rows; query < p->length; query += rows) {
            rows = tile_rows(p->length - query);
            attend_tile(p, &h, column, query, rows, tiles, element_size);
        }
    }
}

static void attention_f32(const struct recall_attention *p) { attend(p, tiles_f32, 4); }

#if defined(AVX512_BF16_TARGET) || defined(NEON_MATRIX)
static void attention_bf16(const struct recall_attention *p) { attend(p, tiles_bf16, 2); }
#else
// Without instructions for bfloat16 it is cheaper to widen a head once than for each product.
static void attention_bf16(const struct recall_attention *p) {
    size_t size = p->head_size, room = round_up(p->length, RECALL_PANEL) * size;
    float *q = p->scratch, *k = q + room, *v = k + room;
    for (size_t head = 0; head < p->heads; head++) {
        size_t column = head * size;
        for (size_t token = 0; token < p->length; token++) {
            size_t i = token * p->stride + column;
            widen((const uint16_t *)p->q + i, size, q + token * size);
            widen((const uint16_t *)p->k + i, size, k + token * size);
            widen((const uint16_t *)p->v + i, size, v + token * size);
        }
        struct recall_attention one = *p;
        one.q = q, one.k = k, one.v = v;
        one.stride = size;
        one.heads = 1;
        one.out = p->out + column;
        one.scratch = v + room;
        attention_f32(&one);
    }
}
#endif

#ifdef TILES_S16
#include "integer_attention.h"
#else
static void attention_s16(const struct recall_attention *p) { attention_f32(p); }
#endif
