// Every kernel in vectors of 8 lanes. The file that includes this one has included vector8.h and defined its tiles:
// TILE_ROWS, tiles_f32, tiles_bf16 and tiles_u8, and ROW_ORIGIN, which tiles_u8 take off every byte of a row.

#include "vector8_epilogues.h"
#include "vector8_attention.h"
#include "vector8_rows.h"
#include "drive.h"
