// The file driver with which HDF5 reads and writes our files: plain system calls, with three
// guarantees.
//
// * If the writer is killed, the file opens like one that was closed: its superblock on the disk
//   never says that a writer is active, and never that the file ends before a part that is in use.
// * If the disk is full, nothing more is written, and the library may close its objects without an
//   error. What is on the disk was written in the order of the library, which readers rely on.
// * sync() waits for the disk.
#pragma once

#include <hdf5.h>

namespace takt::io::hdf5 {

// File access properties: this driver, and the newest file layout.
// Takes the lock of a writer. Waits up to a second, because a reader that looks whether results are
// there already holds its lock for a moment. False, with errno: the file stays locked.
bool lock_to_write(int file) noexcept;

hid_t make_access();
hid_t make_creation();  // of a file that remembers the order in which its datasets were made

// For a file opened with it: 0, or the errno of the first call that failed.
int failure(hid_t file) noexcept;
void sync(hid_t file) noexcept;

}  // namespace takt::io::hdf5
