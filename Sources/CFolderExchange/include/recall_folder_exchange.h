#pragma once

/// Gives two folders of one file system each other's names, in one step: at every moment there is one under each name.
/// Returns 0, or -1 with the reason in errno: ENOSYS, ENOTSUP or EINVAL where the system or the file system cannot.
int recall_exchange(const char *_Nonnull one, const char *_Nonnull other);
