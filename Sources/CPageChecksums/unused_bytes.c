#include "unused_bytes.h"

#include <string.h>

// A page of a tree, as https://www.sqlite.org/fileformat2.html#b_tree_pages defines it: a header, an array of offsets of the
// cells, unallocated bytes, and the cells with free blocks between them.

enum { interior_index = 2, interior_table = 5, leaf_index = 10, leaf_table = 13 };

static int number_at(const uint8_t *bytes) { return bytes[0] << 8 | bytes[1]; }

// Every free block lies among the cells, after the one before it.
static int has_sound_free_blocks(const uint8_t *page, int first, int cells, int end) {
    int least = cells;
    for (int block = first; block != 0; block = number_at(page + block)) {
        if (block < least || block > end - 4) return 0;
        int size = number_at(page + block + 2);
        if (size < 4 || size > end - block) return 0;
        least = block + size;
    }
    return 1;
}

int recall_erase_unused_bytes(uint8_t *page, int usable, int64_t number) {
    int header = number == 1 ? 100 : 0;
    int type = page[header], is_interior = type == interior_index || type == interior_table;
    if (!is_interior && type != leaf_index && type != leaf_table) return 0;
    int unallocated = header + (is_interior ? 12 : 8) + 2 * number_at(page + header + 3);
    int cells = number_at(page + header + 5), first = number_at(page + header + 1);
    if (cells == 0) cells = 65536;
    if (unallocated > cells || cells > usable || !has_sound_free_blocks(page, first, cells, usable)) return 0;
    memset(page + unallocated, 0, (size_t)(cells - unallocated));
    for (int block = first; block != 0; block = number_at(page + block)) {
        memset(page + block + 4, 0, (size_t)(number_at(page + block + 2) - 4));
    }
    return 1;
}
