// How an HDF5 file of results is laid out, for the reference page.
#pragma once

#include "takt/io/results/catalogue.hpp"

namespace takt::io {

inline constexpr std::string_view hdf5_layout =
    "Others may read while the file grows: `h5py.File(path, 'r', swmr=True)`, and `refresh()` of a "
    "dataset. `/t` grows last, so that no column is shorter; rows are on the disk after half a "
    "second. After a crash the file opens as any other.";

inline constexpr FormatPart hdf5_parts[] = {
    {"/<column>",
     "one dataset for each column of CSV files, of the same name: doubles, one for each row, in "
     "chunks of 512, shuffled and deflated where that gains something. Attributes `unit` (SI; `1` "
     "of "
     "pure numbers, empty where it is not known) and `description`"},
    {"/model_text", "the model file as it was read; empty for problems written by hand"},
    {"/summary",
     "the summary as `--json` prints it, and what `takt report` needs beside it: bytes of UTF-8, "
     "empty until the run ends"},
    {"/recording", "checkpoints, or what a run in a loop lived through: the bytes of a recording"},
    {"attributes of /",
     "`model`, `source` (the model as it was typed), `set` (list), `method`, `step`, `until`, "
     "`every` (s; 0: every step), `record`, "
     "`command` as it was typed, `version`, `creator`"},
};

}  // namespace takt::io
