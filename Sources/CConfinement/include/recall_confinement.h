// Takes away from this process, and from what it starts, what a parser of documents does not need. Linux only.
#ifndef RECALL_CONFINEMENT_H
#define RECALL_CONFINEMENT_H

#if defined(__linux__)

// Forbids sockets, starting programs (unless `may_execute`), looking into other processes, and opening files to write.
// Returns 0, or -1 where the system cannot do it.
int recall_confine(int may_execute);

// Closes all descriptors from `first` on. Returns 0, or -1 where the kernel cannot do it (before Linux 5.9).
int recall_close_from(unsigned first);

// A file in memory that is closed at exec, or -1.
int recall_memory_file(void);

#endif
#endif
