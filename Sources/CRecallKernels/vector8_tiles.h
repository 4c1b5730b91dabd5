// Tiles for AVX2, of up to 6 rows and half a panel: 12 accumulators of 8 lanes, two weights and one broadcast fill 15
// of the 16 registers. Each element is one chain of multiply-adds in the order of k, whatever the tile. The file that
// includes this one has included vector8.h and defined step_u8 and step_s16.

enum { TILE_ROWS = 6, ROW_ORIGIN = 0 };

INLINE words step_f32(words sum, uint32_t x, words w) {
    return words_of(fma8(floats_of(x), floats_of(w), floats_of(sum)));
}

INLINE words step_bf16(words sum, uint32_t x, words w) {
    return step_f32(step_f32(sum, x << 16, w << 16), x & 0xffff0000, w & 0xffff0000);
}

#define DEFINE_TILES(KIND)                                                                                         \
    INLINE void tile_##KIND(const int32_t *a, size_t stride, const int32_t *panel, size_t cells, int32_t *out,      \
                            size_t out_stride, const int rows) {                                                   \
        for (size_t half = 0; half < RECALL_PANEL; half += 2 * LANES) {                                             \
            words c[TILE_ROWS][2];                                                                                  \
            UNROLL for (int i = 0; i < rows; i++) c[i][0] = c[i][1] = 0;                                            \
            for (size_t k = 0; k < cells; k++) {                                                                    \
                words w[2];                                                                                         \
                memcpy(w, panel + k * RECALL_PANEL + half, sizeof w);                                               \
                prefetch_weights(panel + k * RECALL_PANEL + half);                                                  \
                UNROLL for (int i = 0; i < rows; i++) {                                                             \
                    uint32_t x = (uint32_t)load_cell(a + (size_t)i * stride + k);                                   \
                    c[i][0] = step_##KIND(c[i][0], x, w[0]);                                                        \
                    c[i][1] = step_##KIND(c[i][1], x, w[1]);                                                        \
                }                                                                                                   \
            }                                                                                                       \
            UNROLL for (int i = 0; i < rows; i++) memcpy(out + (size_t)i * out_stride + half, c[i], sizeof c[i]);    \
        }                                                                                                           \
    }                                                                                                               \
    TILES_BY_HEIGHT(KIND)

// The tile functions of a kind of cell, by their height.
#define TILES_BY_HEIGHT(KIND)                                                                                      \
    TILE(KIND, 1) TILE(KIND, 2) TILE(KIND, 3) TILE(KIND, 4) TILE(KIND, 5) TILE(KIND, 6)                             \
    static tile_function *const tiles_##KIND[] = {                                                                  \
        NULL, tile_##KIND##_1, tile_##KIND##_2, tile_##KIND##_3, tile_##KIND##_4, tile_##KIND##_5, tile_##KIND##_6, \
    };

#define TILE(KIND, N)                                                                                              \
    static void tile_##KIND##_##N(const void *a, size_t stride, const void *panel, size_t cells, void *out,         \
                                  size_t out_stride) {                                                             \
        tile_##KIND(a, stride, panel, cells, out, out_stride, N);                                                   \
    }

DEFINE_TILES(f32)
DEFINE_TILES(bf16)
DEFINE_TILES(u8)
DEFINE_TILES(s16)
#define TILES_S16
