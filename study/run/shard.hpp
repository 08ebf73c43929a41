// Shards: the rows that one worker has computed, in a file that only grows. Whatever kills the worker, the rows
// written before are kept.
//
//   takt-shard 1 <key of the study> <number of cases> <version>
//   <CRC-32C of the row, 8 hexadecimal digits> <row of the table>
//
// The key is a hash of the study, of its model and of the files with inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "study/design/case_table.hpp"

namespace takt::study {

struct StudyKey64 {
  std::uint64_t hash = 0;
  std::int64_t cases = 0;
};
StudyKey64 key_of(const CaseTable&);

class ShardWriter {
 public:
  // A new file in folder/shards. Throws Error if it cannot be written.
  ShardWriter(const std::string& folder, const std::string& name, const StudyKey64&);
  ~ShardWriter();
  ShardWriter(const ShardWriter&) = delete;
  ShardWriter& operator=(const ShardWriter&) = delete;

  // The row is in the file when it returns. Throws Error, with what to do, if the disk is full; then the file
  // ends with the row before.
  void add(std::string_view row);
  const std::string& path() const noexcept { return path_; }

 private:
  void write(std::string_view text);
  std::string path_, line_;
  int file_ = -1;
  std::int64_t good_ = 0;  // bytes of whole rows
};

// Where a row stands.
struct RowPlace {
  std::uint32_t shard = 0;
  std::uint32_t bytes = 0;  // 0: there is none
  std::uint64_t at = 0;
};

struct Shards {
  std::vector<std::string> files;
  std::vector<RowPlace> rows;  // of each case
  std::int64_t done = 0, failed = 0, twice = 0;
  std::vector<std::string> remarks;  // on what is damaged, one line each

  bool has(std::int64_t index) const noexcept { return rows[static_cast<std::size_t>(index)].bytes > 0; }
};

// Reads all shards of a folder. Rows that are cut off or damaged are left out, with a remark. Throws Error: a
// shard of another study, or of another version of the program.
Shards read_shards(const std::string& folder, const CaseTable&, const StudyKey64&);
// Calls `row` for each row of the table in the order of the cases. Throws Error: a file cannot be read.
void for_each_row(const Shards&, const std::function<void(std::string_view)>& row);

// Whether the status of a row is `ok`.
bool is_ok(std::string_view row, std::size_t cells_before_status);
std::size_t cells_before_status(const CaseTable&);  // case and its columns

}  // namespace takt::study
