#pragma once

#include <stdint.h>

/// Overwrites with zeros what a page of a tree does not use: the bytes between the offsets of its cells and the cells, and
/// its free blocks. SQLite leaves there what it moved to another page. `usable` is the page without its reserved bytes.
///
/// Other pages begin with the number of a page, or a 0 in its place, so they stay as they are if the database has fewer than
/// 2^25 pages and no pointer maps (auto-vacuum). The caller makes sure of that. A page whose numbers do not fit is left alone.
/// Returns 1 if the page is one of a tree.
int recall_erase_unused_bytes(uint8_t *_Nonnull page, int usable, int64_t number);
