// Weight packing, done once at install, and the sizes that callers allocate by.

#include "variants.h"

static size_t cell_depth(int precision) { return precision == RECALL_INT8 ? 4 : precision == RECALL_BF16 ? 2 : 1; }

size_t recall_panel_bytes(int precision, size_t depth, size_t columns) {
    // A cell is 4 bytes in every precision: one f32, two bf16 or four s8.
    size_t cells = (depth + cell_depth(precision) - 1) / cell_depth(precision);
    return round_up(columns, RECALL_PANEL) * cells * 4;
}

size_t recall_attention_scratch(size_t length, size_t head_size) {
    size_t keys = round_up(length, RECALL_PANEL);
    size_t head = round_up(head_size, RECALL_PANEL);
    return (5 * keys * head + 2 * 16 * keys + 16 * head) * sizeof(float) + 64;
}

static float largest_magnitude(const float *x, size_t count) {
    float largest = 0;
    for (size_t i = 0; i < count; i++) largest = fabsf(x[i]) > largest ? fabsf(x[i]) : largest;
    return largest;
}

static int8_t quantized(float w, float inverse) {
    float q = rintf(w * inverse);
    return (int8_t)(q < -127 ? -127 : q > 127 ? 127 : q);
}

static void pack_column_int8(const float *w, size_t depth, int8_t *cell, float *scale, float *sum) {
    float largest = largest_magnitude(w, depth), inverse = largest > 0 ? 127 / largest : 0;
    int32_t total = 0;
    for (size_t k = 0; k < depth; k++) {
        int8_t q = quantized(w[k], inverse);
        cell[k / 4 * RECALL_PANEL * 4 + k % 4] = q;
        total += q;
    }
    *scale = largest / 127;
    *sum = *scale * (float)total;
}

void recall_pack(int precision, const float *weights, size_t depth, size_t columns, void *panels,
                 float *column_scale, float *column_sum) {
    size_t panel_bytes = recall_panel_bytes(precision, depth, RECALL_PANEL);
    memset(panels, 0, recall_panel_bytes(precision, depth, columns));
    for (size_t j = 0; j < columns; j++) {
        const float *w = weights + j * depth;
        char *first = (char *)panels + j / RECALL_PANEL * panel_bytes + j % RECALL_PANEL * 4;
        if (precision == RECALL_INT8) {
            pack_column_int8(w, depth, (int8_t *)first, column_scale + j, column_sum + j);
        } else if (precision == RECALL_BF16) {
            uint16_t *cell = (uint16_t *)first;
            for (size_t k = 0; k < depth; k++) cell[k / 2 * RECALL_PANEL * 2 + k % 2] = bf16_bits(w[k]);
        } else {
            float *cell = (float *)first;
            for (size_t k = 0; k < depth; k++) cell[k * RECALL_PANEL] = w[k];
        }
    }
}
