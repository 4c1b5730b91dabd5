// Attention in 16-bit integers, for processors that multiply these faster than f32 and have no bfloat16. Part of drive.h.
//
// Queries, keys and values of a head are rounded with one scale each. A sum over a head's columns fits 32 bits, and so
// does one over all tokens, because their weights are 32767 in all. Also expected: tiles_s16, largest_magnitude,
// rounded_to_s16, probabilities.

// The memory of one head's attention.
struct integer_head {
    int16_t *queries, *rows, *weights;
    int32_t *keys, *values, *scores, *tile;
};

INLINE struct integer_head integer_head(const struct recall_attention *p) {
    size_t padded = round_up(p->length, RECALL_PANEL), size = p->head_size;
    struct integer_head h;
    h.queries = p->scratch;
    h.rows = h.queries + padded * size;
    h.keys = (int32_t *)(h.rows + padded * size);
    h.values = h.keys + padded * size / 2;
    h.scores = h.values + padded * round_up(size, RECALL_PANEL) / 2;
    h.tile = h.scores + TILE_ROWS * padded;
    h.weights = (int16_t *)(h.tile + TILE_ROWS * RECALL_PANEL);
    return h;
}

// The columns of a head at `x` as integers of up to `limit`, row after row. Returns their scale.
INLINE float round_head(const struct recall_attention *p, const float *x, float limit, int16_t *rows) {
    float largest = largest_magnitude(x, p->stride, p->length, p->head_size);
    float factor = largest > 0 ? limit / largest : 0;
    for (size_t i = 0; i < p->length; i++) rounded_to_s16(x + i * p->stride, p->head_size, factor, rows + i * p->head_size);
    return largest / limit;
}

// Attention of `rows` queries; `scale` of the scores, `value_scale` of the sums of values.
INLINE void attend_integers(const struct recall_attention *p, const struct integer_head *h, size_t column, size_t query,
                            size_t rows, float scale, float value_scale) {
    size_t padded = round_up(p->length, RECALL_PANEL), size = p->head_size / 2, cells = (p->length + 1) / 2;
    for (size_t key = 0; key < p->length; key += RECALL_PANEL) {
        const int16_t *q = h->queries + query * p->head_size;
        tiles_s16[rows]((const void *)q, size, h->keys + key * size, size, h->scores + key, padded);
    }
    for (size_t i = 0; i < rows; i++) {
        probabilities(h->scores + i * padded, p->length, padded, scale, h->weights + i * padded);
    }
    float factors[TILE_ROWS];
    for (size_t i = 0; i < rows; i++) factors[i] = value_scale;
    for (size_t start = 0; start < p->head_size; start += RECALL_PANEL) {
        size_t columns = p->head_size - start < RECALL_PANEL ? p->head_size - start : RECALL_PANEL;
        tiles_s16[rows]((const void *)h->weights, padded / 2, h->values + start * cells, cells, h->tile, RECALL_PANEL);
        for (size_t i = 0; i < rows * RECALL_PANEL; i++) {
            float sum = (float)h->tile[i];
            memcpy(h->tile + i, &sum, sizeof sum);
        }
        store_context(p, h->tile, query, rows, column + start, columns, factors);
    }
}

static void attention_s16(const struct recall_attention *p) {
    const struct integer_head h = integer_head(p);
    // A little less than 2^31 over the columns, for what rounding adds.
    float limit = floorf(sqrtf(0x7f000000 / (float)p->head_size));
    for (size_t column = 0; column < p->heads * p->head_size; column += p->head_size) {
        float scale = p->scale * LOG2E;
        scale *= round_head(p, (const float *)p->q + column, limit, h.queries);
        scale *= round_head(p, (const float *)p->k + column, limit, h.rows);
        pack_keys((const void *)h.rows, p->head_size / 2, p->length, p->head_size / 2, (void *)h.keys);
        float value_scale = round_head(p, (const float *)p->v + column, INT16_MAX, h.rows) / INT16_MAX;
        pack_values_16((const void *)h.rows, p->head_size, p->length, p->head_size, h.values);
        for (size_t query = 0, rows; query < p->length; query += rows) {
            rows = tile_rows(p->length - query);
            attend_integers(p, &h, column, query, rows, scale, value_scale);
        }
    }
}
