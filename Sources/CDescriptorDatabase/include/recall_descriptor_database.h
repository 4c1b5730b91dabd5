#pragma once

struct sqlite3;

/// Opens the SQLite database that is open as the descriptor `database`, for reading, with SQLite's defences against hostile
/// files. No file is opened: the descriptor `log` is its write-ahead log, or -1 if it has none. To be called once a process.
/// Returns SQLITE_OK and the connection, which is never closed: that would write to the log.
int recall_open_descriptor_database(int database, int log, struct sqlite3 *_Nullable *_Nonnull connection);
