// How HDF5 reads and writes our files: plain calls of the system, with three promises more.
//
// * Whenever the writer is killed, the file opens like one that was closed: its superblock on the
//   disk never says that somebody writes, and never that the file ends before something that is used.
// * When the disk is full, nothing is written any more, and the library is left to tidy up in peace:
//   what is on the disk stays in the order the library wrote it, which is the order readers need.
// * sync() waits for the disk.
#pragma once

#include <hdf5.h>

namespace takt::io::hdf5 {

// Properties of file access: this driver, and the newest layout of files.
hid_t make_access();

// Of a file opened with it: 0, or the errno of the call that failed first.
int failure(hid_t file) noexcept;
void sync(hid_t file) noexcept;

}  // namespace takt::io::hdf5
