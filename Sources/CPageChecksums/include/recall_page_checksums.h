#pragma once

#include <stdint.h>

/// Makes SQLite keep a checksum at the end of each page of databases that reserve eight bytes there, and verify it whenever a
/// page is read from the file. A page that differs is SQLITE_IOERR_DATA. Other databases are read and written as ever.
///
/// Returns SQLITE_OK, also if it is called again. Connections that are open before are not checked.
int recall_register_page_checksums(void);

/// The bytes that a database reserves on each page for its checksum.
enum { RECALL_CHECKSUM_BYTES = 8 };

/// The opcode of sqlite3_file_control for the main database that writes to an int: 1 if pages carry checksums.
enum { RECALL_HAS_PAGE_CHECKSUMS = 0x52434B01 };

/// True if a page as it is in the file carries the checksum of its content. `number` counts from 1.
int recall_page_is_whole(const void *_Nonnull page, int size, int64_t number);

/// Finds the one byte that makes the checksum of a damaged page right, and changes it. Returns 0, with the page as it was, if
/// there is none. A wrong byte is taken for a right one with a chance of 2^-43.
///
/// About a tenth of a second for a flipped bit, a second or two for a byte.
int recall_mend_page(void *_Nonnull page, int size, int64_t number);
