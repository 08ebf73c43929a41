#include "study/run/shard.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "takt/base/error.hpp"
#include "takt/base/version.hpp"
#include "takt/io/model_file/source.hpp"
#include "takt/io/recording/crc32c.hpp"
#include "takt/io/results/provenance.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::study {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".shard";

std::string head_of(const StudyKey64& key, const std::string& version) {
  char text[80];
  std::snprintf(text, sizeof text, "takt-shard 1 %016llx %lld ",
                static_cast<unsigned long long>(key.hash), static_cast<long long>(key.cases));
  return text + version;
}

// FNV-1a of 64 bits.
void mix(std::uint64_t& hash, std::string_view text) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  hash = (hash ^ 0xff) * 0x100000001b3u;  // so that texts cannot be moved between each other
}

// The files that a model file includes, from the places of its entries.
void mix_includes(std::uint64_t& hash, const std::string& model) {
  if (!model.ends_with(".yaml") && !model.ends_with(".yml")) return;
  const io::model_file::Source s = io::model_file::load_source(
      io::model_file::read_text_file(model, model), model);
  std::set<std::string> files;
  const auto note = [&](const std::vector<io::YamlNode::Entry>& entries) {
    for (const io::YamlNode::Entry& e : entries)
      if (e.mark.file) files.insert(*e.mark.file);
  };
  const io::model_file::Block& b = s.block;
  for (const auto* part : {&b.parameters, &b.bodies, &b.joints, &b.constraints, &b.forces, &b.signals,
                           &b.outputs, &b.instances, &s.templates, &s.roads})
    note(*part);
  for (const std::string& file : files)
    if (file != model) mix(hash, io::model_file::read_text_file(file, file));
}

std::uint32_t checksum(std::string_view text) {
  return io::crc32c(std::as_bytes(std::span(text.data(), text.size())));
}

}  // namespace

StudyKey64 key_of(const CaseTable& table) {
  const Study& s = table.study();
  StudyKey64 key{0xcbf29ce484222325u, table.count()};
  mix(key.hash, s.text);
  mix(key.hash, io::text_of_model(s.model));
  mix_includes(key.hash, s.model);
  for (const std::string& file : s.inputs)
    mix(key.hash, io::model_file::read_text_file(file, file));
  return key;
}

ShardWriter::ShardWriter(const std::string& folder, const std::string& name, const StudyKey64& key) {
  const fs::path in = fs::path(folder) / "shards";
  std::error_code failed;
  fs::create_directories(in, failed);
  for (int k = 0; file_ < 0; ++k) {  // names are taken by earlier runs of the same process number
    path_ = (in / (name + (k > 0 ? "-" + std::to_string(k) : "") + std::string(ending))).string();
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
    if (file_ < 0 && errno != EEXIST)
      throw Error("cannot write '" + path_ + "': " + std::strerror(errno), "shard",
                  "give a folder that may be written to: --out FOLDER", Fault::other);
  }
  write(head_of(key, version_and_commit()) + "\n");
}

ShardWriter::~ShardWriter() {
  if (file_ >= 0) ::close(file_);
}

void ShardWriter::add(std::string_view row) {
  char crc[10];
  std::snprintf(crc, sizeof crc, "%08x ", checksum(row));
  line_ = crc;
  line_ += row;
  line_ += '\n';
  write(line_);
}

void ShardWriter::write(std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(file_, text.data() + done, text.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
      continue;
    }
    if (errno == EINTR) continue;
    const int why = errno;
    (void)!::ftruncate(file_, good_);
    throw Error("writing '" + path_ + "' failed: " + std::strerror(why), "shard",
                "all cases before are kept: make room, then go on with --resume", Fault::other);
  }
  good_ += static_cast<std::int64_t>(text.size());
}

namespace {

// Reads one shard into `all`.
class ShardReader {
 public:
  ShardReader(const std::string& path, const StudyKey64& key, std::size_t before, Shards& all)
      : path_(path), name_(fs::path(path).filename().string()), key_(key), before_(before),
        all_(all), number_(static_cast<std::uint32_t>(all.files.size() - 1)) {}

  void read() {
    std::ifstream in(path_, std::ios::binary);
    std::string line;
    if (!in)
      throw Error("cannot read '" + path_ + "': " + std::strerror(errno), "shard",
                  "see whether you may read it", Fault::other);
    if (!std::getline(in, line) || in.eof()) {
      remark("it is cut off in its first line");
      return;
    }
    check_head(line);
    std::uint64_t at = line.size() + 1;
    for (std::int64_t n = 2; std::getline(in, line); ++n) {
      if (in.eof()) {
        remark("its last row is cut off");
        return;
      }
      if (!take(line, at))
        remark("line " + std::to_string(n) + " is damaged, and left out: its case is computed again");
      at += line.size() + 1;
    }
  }

 private:
  void remark(const std::string& what) { all_.remarks.push_back(name_ + ": " + what); }

  void check_head(const std::string& line) const {
    const std::string wanted = head_of(key_, version_and_commit());
    if (line == wanted) return;
    if (!line.starts_with("takt-shard "))
      throw Error("'" + path_ + "' is no shard", "shard", "take it out of the folder", Fault::other);
    const std::string same_study = head_of(key_, "");
    if (line.starts_with(same_study))
      throw Error("'" + path_ + "' was written by takt " + line.substr(same_study.size()) +
                      ", this is takt " + version_and_commit(),
                  "shard",
                  "one table holds results of one version: go on with that one, or give another folder "
                  "with --out",
                  Fault::other);
    throw Error("'" + path_ + "' belongs to another study", "shard",
                "the study, its model or its inputs were changed since, or the shard was copied from "
                "elsewhere: give another folder with --out, or take the shard away",
                Fault::other);
  }

  bool take(std::string_view line, std::uint64_t at) {
    std::uint32_t crc = 0;
    if (line.size() < 10 || line[8] != ' ') return false;
    if (std::from_chars(line.data(), line.data() + 8, crc, 16).ptr != line.data() + 8) return false;
    const std::string_view row = line.substr(9);
    if (checksum(row) != crc) return false;
    std::int64_t index = -1;
    std::from_chars(row.data(), row.data() + row.size(), index);
    if (index < 0 || index >= key_.cases) return false;
    RowPlace& place = all_.rows[static_cast<std::size_t>(index)];
    if (place.bytes > 0) {
      ++all_.twice;
      return true;
    }
    place = {number_, static_cast<std::uint32_t>(row.size()), at + 9};
    ++all_.done;
    if (!is_ok(row, before_)) ++all_.failed;
    return true;
  }

  const std::string& path_;
  std::string name_;
  const StudyKey64& key_;
  std::size_t before_;
  Shards& all_;
  std::uint32_t number_;
};

}  // namespace

bool is_ok(std::string_view row, std::size_t before) {
  bool quoted = false;
  std::size_t k = 0;
  for (; k < row.size() && before > 0; ++k) {
    if (row[k] == '"') quoted = !quoted;
    if (row[k] == ',' && !quoted) --before;
  }
  return row.substr(k).starts_with("ok,");
}

std::size_t cells_before_status(const CaseTable& table) { return table.columns().size() + 1; }

Shards read_shards(const std::string& folder, const CaseTable& table, const StudyKey64& key) {
  Shards all;
  all.rows.resize(static_cast<std::size_t>(key.cases));
  std::vector<std::string> paths;
  std::error_code none;
  for (const fs::directory_entry& e : fs::directory_iterator(fs::path(folder) / "shards", none))
    if (e.path().string().ends_with(ending)) paths.push_back(e.path().string());
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    all.files.push_back(path);
    ShardReader(path, key, cells_before_status(table), all).read();
  }
  return all;
}

void for_each_row(const Shards& shards, const std::function<void(std::string_view)>& row) {
  std::vector<int> open(shards.files.size(), -1);
  std::string text;
  const auto close_all = [&] {
    for (const int file : open)
      if (file >= 0) ::close(file);
  };
  try {
    for (const RowPlace& place : shards.rows) {
      if (place.bytes == 0) continue;
      int& file = open[place.shard];
      const std::string& path = shards.files[place.shard];
      if (file < 0) file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
      text.resize(place.bytes);
      if (file < 0 || ::pread(file, text.data(), text.size(), static_cast<off_t>(place.at)) !=
                          static_cast<ssize_t>(text.size()))
        throw Error("cannot read '" + path + "' again", "shard", "was it taken away meanwhile?",
                    Fault::other);
      row(text);
    }
  } catch (...) {
    close_all();
    throw;
  }
  close_all();
}

}  // namespace takt::study
