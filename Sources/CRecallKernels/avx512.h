// The AVX-512 kernels (F, BW, DQ, VL, VNNI), compiled twice: with the bfloat16 instructions where AVX512_BF16_TARGET is
// defined, otherwise with bfloat16 widened to f32. The file that includes this one defines AVX512_TARGET.
//
// A product is built from tiles of up to 14 rows and one panel of 32 columns: 28 accumulators, two weights and one
// broadcast fill the 32 registers. A cell of weights or of a row is 4 bytes in every precision: one f32, two bf16 or four
// 8-bit integers. Each element is one chain of multiply-adds in the order of k, whatever the tile.

#include "variants.h"

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target(AVX512_TARGET))), apply_to = function)

enum { TILE_ROWS = 14 };
#define TILES_S16

#include "avx512_math.h"
#include "avx512_products.h"
#include "avx512_attention.h"
#include "avx512_rows.h"
#include "avx512_scan.h"
#include "drive.h"

#pragma clang attribute pop
