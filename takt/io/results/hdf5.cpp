#include "takt/io/results/hdf5.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>

#include "takt/base/error.hpp"
#include "takt/io/recording/buffered_writer.hpp"
#include "takt/io/results/hdf5/attribute.hpp"
#include "takt/io/results/hdf5/column.hpp"
#include "takt/io/results/hdf5/driver.hpp"
#include "takt/io/results/hdf5/read.hpp"
#include "takt/io/results/hdf5/stream.hpp"
#include "takt/io/results/stored_summary.hpp"

namespace takt::io {
namespace {

using Clock = std::chrono::steady_clock;

// Time between two flushes. It is longer if flushing takes more than a tenth of the time, as with
// thousands of columns or a slow disk, but a killed program never loses more than a second.
constexpr std::chrono::milliseconds flush_after{500}, flush_at_last{900};
constexpr int share_of_flushing = 10;

// If more rows than this are waiting, they are written at once (without sync), so that they are not
// lost if the disk becomes full.
constexpr std::size_t most_rows_waiting = 8 * hdf5::Column::chunk;

// Tries to open the file, because the error of the system tells more than that of the library.
void require_writable(const std::string& path, int flags) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0666);
  const int why = errno;
  struct stat about {};
  const bool regular = file >= 0 && ::fstat(file, &about) == 0 && S_ISREG(about.st_mode);
  const bool locked = regular && !hdf5::lock_to_write(file) && errno == EWOULDBLOCK;
  if (file >= 0) ::close(file);
  if (locked)
    throw Error("cannot write '" + path + "': another program has it open", "output",
                "close it there, or give another file", Fault::other);
  if (!regular)
    throw Error("cannot write '" + path + "': " + (file < 0 ? std::strerror(why) : "not a file"),
                "output", "give a file in a folder that exists and may be written to",
                Fault::other);
}

}  // namespace

struct Hdf5::Parts {
  std::string path;
  Columns columns;
  hdf5::FileHandle file;
  std::vector<hdf5::Column> data;  // [0] is t
  std::optional<hdf5::Stream> stream, summary;
  std::vector<double> row, times;  // `times`: of rows whose other columns are already in `data`
  std::int64_t rows = 0;
  bool shared = false;  // SWMR mode: others may read
  bool failed = false;
  Clock::time_point flushed = Clock::now();
  Clock::duration flushing{};

  Parts(std::string p, Columns c) : path(std::move(p)), columns(std::move(c)) {
    row.resize(columns.names().size());
  }
  ~Parts() {
    const auto lock = hdf5::enter();
    release();
  }

  // Calls the library. A failure there is thrown as Error.
  void call(auto&& what) {
    const auto lock = hdf5::enter();
    if (failed) fail(EIO);
    try {
      what();
    } catch (const hdf5::Failed&) {
      const int why = file < 0 ? 0 : hdf5::failure(file);
      fail(why == 0 ? EIO : why);
    }
    if (const int why = file < 0 ? 0 : hdf5::failure(file); why != 0) fail(why);
  }

  void create(const Provenance& from) {
    const hdf5::PropertyHandle access(hdf5::make_access());
    const hdf5::PropertyHandle order(hdf5::make_creation());  // columns keep theirs
    file = hdf5::FileHandle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, order, access));
    hdf5::put_attribute(file, "model", from.model);
    hdf5::put_attribute(file, "source", from.source);
    hdf5::put_attribute(file, "set", from.set);
    hdf5::put_attribute(file, "method", from.method);
    hdf5::put_attribute(file, "step", from.step);
    hdf5::put_attribute(file, "until", from.until);
    hdf5::put_attribute(file, "every", from.every);
    hdf5::put_attribute(file, "record", from.record);
    hdf5::put_attribute(file, "command", from.command);
    hdf5::put_attribute(file, "version", from.version);
    hdf5::put_attribute(file, "creator", std::string("takt"));
    hdf5::put_text(file, "model_text", from.model_text);
    summary.emplace(file, hdf5::Stream::summary, "summary of the run as JSON; empty until it ends");
    for (std::size_t k = 0; k < columns.names().size(); ++k)
      data.emplace_back(file, columns.names()[k], columns.units()[k], columns.descriptions()[k]);
  }

  void reopen(std::int64_t after) {
    const hdf5::PropertyHandle access(hdf5::make_access());
    file = hdf5::FileHandle(H5Fopen(path.c_str(), H5F_ACC_RDWR, access));
    for (const std::string& name : columns.names())  // check all columns before anything is cut off
      if (H5Lexists(file, name.c_str(), H5P_DEFAULT) <= 0) throw hdf5::Failed{};
    for (const std::string& name : columns.names())
      data.emplace_back(file, name, static_cast<hsize_t>(after));
    if (H5Lexists(file, hdf5::Stream::summary, H5P_DEFAULT) > 0)
      summary.emplace(file, hdf5::Stream::summary, 0);
    rows = after;
  }

  // After this call others may read while we write, and no dataset can be added.
  void share() {
    if (shared) return;
    hdf5::done(H5Fstart_swmr_write(file));
    shared = true;
  }

  void add(std::span<const double> values) {
    share();
    times.push_back(values[0]);
    for (std::size_t k = 1; k < data.size(); ++k) data[k].add(values[k]);
    ++rows;
    const auto now = Clock::now();
    if (now - flushed >=
        std::clamp<Clock::duration>(share_of_flushing * flushing, flush_after, flush_at_last))
      flush();
    else if (times.size() >= most_rows_waiting)
      flush(Then::go_on);
  }

  // All other columns are written before t: a reader that takes as many rows as t has finds them in
  // all columns.
  enum class Then { go_on, wait, close };
  void flush(Then then = Then::wait) {
    share();
    const auto write = [&](hdf5::Column& c) {
      then == Then::close ? c.write_last() : c.write_rest();
    };
    const auto begin = Clock::now();
    for (std::size_t k = 1; k < data.size(); ++k) write(data[k]);
    hdf5::done(H5Fflush(file, H5F_SCOPE_GLOBAL));
    for (double t : times) data[0].add(t);
    times.clear();
    write(data[0]);
    hdf5::done(H5Fflush(file, H5F_SCOPE_GLOBAL));
    if (then == Then::go_on) return;
    hdf5::sync(file);
    flushed = Clock::now();
    flushing = flushed - begin;
  }

  void release() {
    data.clear();
    stream.reset();
    summary.reset();
    file = {};
  }

  // The driver writes nothing after a failure, so that the file stays readable.
  [[noreturn]] void fail(int why) {
    failed = true;
    release();
    std::int64_t kept = 0;
    try {
      kept = hdf5::rows_in(path);
    } catch (const hdf5::Failed&) {  // no row had been written yet
    }
    rows = kept;
    throw Error("writing '" + path + "' failed: " + std::strerror(why) + "; " +
                    std::to_string(kept) + (kept == 1 ? " row is kept" : " rows are kept"),
                "output", "make room, write elsewhere, or write less with --every", Fault::other);
  }
};

class Hdf5::Recorder final : public BufferedWriter {
 public:
  Recorder(std::shared_ptr<Parts> parts, const RecordingHeader& header) : parts_(std::move(parts)) {
    parts_->call([&] {
      parts_->stream.emplace(parts_->file, hdf5::Stream::recording,
                             "recording of the run (inputs, decisions) and its checkpoints, as "
                             "blocks of bytes");
    });
    begin(header);
  }
  Recorder(std::shared_ptr<Parts> parts, std::uint64_t bytes) : parts_(std::move(parts)) {
    parts_->call([&] { parts_->stream.emplace(parts_->file, hdf5::Stream::recording, bytes); });
  }
  ~Recorder() override {
    try {
      if (!parts_->failed) flush();
    } catch (const Error&) {  // an earlier error is being reported already
    }
  }

 private:
  void write(std::span<const std::byte> bytes) override {
    parts_->call([&] { parts_->stream->append(bytes); });
  }
  void sync() override {
    parts_->call([&] { parts_->flush(); });
  }

  std::shared_ptr<Parts> parts_;
};

Hdf5::Hdf5(std::string path, Columns columns, const Provenance& from)
    : parts_(std::make_shared<Parts>(std::move(path), std::move(columns))) {
  require_writable(parts_->path, O_WRONLY | O_CREAT);
  parts_->call([&] { parts_->create(from); });
}

Hdf5::Hdf5(std::string path, Columns columns, std::int64_t rows)
    : parts_(std::make_shared<Parts>(std::move(path), std::move(columns))) {
  require_writable(parts_->path, O_WRONLY);
  const std::int64_t there = rows_of_hdf5(parts_->path);
  if (there < rows)
    throw Error("'" + parts_->path + "' has " + std::to_string(there) +
                    " rows, too few to go on after row " + std::to_string(rows),
                "output", "give the file of the run that is resumed, or a new one", Fault::other);
  const auto lock = hdf5::enter();
  try {
    parts_->reopen(rows);
  } catch (const hdf5::Failed&) {
    parts_->release();
    throw Error("'" + parts_->path + "' has other columns, or cannot be written to", "output",
                "give the file of the run that is resumed, or a new one", Fault::other);
  }
}

Hdf5::~Hdf5() {
  try {
    if (!parts_->failed && parts_->file >= 0) close();
  } catch (const Error&) {  // an earlier error is being reported already
  }
}

void Hdf5::take(const Sample& sample) {
  parts_->columns.fill(sample, parts_->row);
  add(parts_->row);
}
void Hdf5::add(std::span<const double> row) {
  parts_->call([&] { parts_->add(row); });
}
void Hdf5::end(const Summary& summary) {
  const std::string text = stored(summary);
  parts_->call([&] {
    parts_->share();
    if (parts_->summary) parts_->summary->append(std::as_bytes(std::span(text)));
  });
}
void Hdf5::flush() {
  parts_->call([&] { parts_->flush(); });
}

// The file itself is closed when no recorder uses it any more.
void Hdf5::close() {
  if (parts_->file < 0) return;
  parts_->call([&] { parts_->flush(Parts::Then::close); });
  if (parts_.use_count() > 1) return;
  const auto lock = hdf5::enter();
  parts_->release();
}

const std::string& Hdf5::path() const noexcept { return parts_->path; }
std::int64_t Hdf5::rows() const noexcept { return parts_->rows; }

std::unique_ptr<RecordingWriter> Hdf5::record(const RecordingHeader& header) {
  return std::make_unique<Recorder>(parts_, header);
}
std::unique_ptr<RecordingWriter> Hdf5::record_on(std::uint64_t bytes) {
  return std::make_unique<Recorder>(parts_, bytes);
}

}  // namespace takt::io
