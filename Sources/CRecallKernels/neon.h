// The NEON kernels, compiled three times: for Armv8.0, with NEON_DOTPROD for the dot products of Armv8.4, and with
// NEON_MATRIX for the matrix instructions of Armv8.6, i8mm and bf16. The file that includes this one defines
// NEON_TARGET.

#include "variants.h"

#include <arm_neon.h>

#pragma clang attribute push(__attribute__((target(NEON_TARGET))), apply_to = function)

#include "neon_tiles.h"

DEFINE_TILES(f32, tile_by_lanes, 4)
#ifdef NEON_MATRIX
#include "neon_matrix_tiles.h"
enum { ROW_ORIGIN = 0 };
DEFINE_TILES(bf16, tile_of_pairs, 2)
DEFINE_TILES(u8, tile_of_pairs, 1)
#else
enum { ROW_ORIGIN = 128 };
DEFINE_TILES(bf16, tile_by_lanes, 2)
DEFINE_TILES(u8, tile_by_lanes, 1)
#endif

#include "neon_scan.h"
#include "vector8.h"
#include "vector8_kernels.h"

#pragma clang attribute pop
