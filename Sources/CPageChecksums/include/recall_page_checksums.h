#pragma once

#include <stdint.h>

/// The name of a file system layer for SQLite that keeps a checksum at the end of each page of databases that reserve eight
/// bytes there, and verifies it whenever a page is read from the file. A page that differs is SQLITE_IOERR_DATA. Other
/// databases are read and written as ever. The URI parameter `accepts_missing=1` lets pages pass that have no checksum.
#define RECALL_CHECKED_VFS "recall-checked"

/// Registers the layer under its name; the default stays as it is. Returns SQLITE_OK, also if it is called again.
int recall_register_page_checksums(void);

/// The bytes that a database reserves on each page for its checksum.
enum { RECALL_CHECKSUM_BYTES = 8 };

/// Opcodes of sqlite3_file_control for the main database. Each writes to an int.
enum {
    /// 1 if pages carry checksums.
    RECALL_HAS_PAGE_CHECKSUMS = 0x52434B01,
    /// 1 once this connection has read a page that is not as it was written.
    RECALL_HAS_SEEN_DAMAGE = 0x52434B02,
};

/// True if a page as it is in the file carries the checksum of its content. `number` counts from 1.
int recall_page_is_whole(const void *_Nonnull page, int size, int64_t number);

/// True if a page has content and no checksum, or not all of it: a program without the layer wrote it, from a log that a
/// killed process left, and maybe a repair was killed while it wrote the checksum.
int recall_page_lacks_checksum(const void *_Nonnull page, int size, int64_t number);

/// Writes the checksum of a page's content at its end.
void recall_write_checksum(void *_Nonnull page, int size, int64_t number);

/// Finds the one bit that makes the checksum of a damaged page right, and changes it. Returns 0, with the page as it was, if
/// there is none. Takes about a tenth of a second.
int recall_mend_bit(void *_Nonnull page, int size, int64_t number);

/// The same for one byte, in a second or two. A wrong one is taken for a right one with a chance of 2^-43.
int recall_mend_byte(void *_Nonnull page, int size, int64_t number);
