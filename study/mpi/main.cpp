// takt-mpi STUDY FOLDER REPORT [resume] [quiet|json] COMMAND: the cases of a study on the processes that mpirun has
// started. `takt sweep` becomes this program under mpirun. The first process hands out cases and computes too; it
// ends as `takt sweep --merge`.
#define OMPI_SKIP_MPICXX 1
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <list>
#include <thread>

#include "study/file/read_study.hpp"
#include "study/mpi/hand_out.hpp"
#include "study/run/check.hpp"
#include "study/run/threads.hpp"
#include "takt/base/error.hpp"
#include "takt/io/terminal/style.hpp"

namespace takt::study {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

enum Tag : int { request = 1, work, ended, failure };
constexpr int done = 0, failed = 1, interrupted = 130;

std::atomic<bool> asked_to_stop{false};

void watch_signals() {
  struct sigaction action {};
  action.sa_handler = [](int) { asked_to_stop.store(true, std::memory_order_relaxed); };
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

void complain(const std::string& what, const std::string& at, const std::string& hint) {
  std::fprintf(stderr, "takt: %s\n", what.c_str());
  if (!at.empty()) std::fprintf(stderr, "  at: %s\n", at.c_str());
  if (!hint.empty()) std::fprintf(stderr, "  try: %s\n", hint.c_str());
}

// Waits without taking the processor from those who compute: the waits of MPI spin.
class Patience {
 public:
  void wait() {
    std::this_thread::sleep_for(time_);
    time_ = std::min(2 * time_, longest);
  }
  void reset() { time_ = shortest; }

 private:
  static constexpr std::chrono::microseconds shortest{20}, longest{1000};
  std::chrono::microseconds time_ = shortest;
};

struct Words {
  std::string study, folder, report, command;
  bool resume = false, quiet = false, json = false;
};

// What a worker tells with every message.
struct Told {
  std::int64_t done = 0, failed = 0;
};

// A process that asks for cases. It asks for the next portion before it computes the present one.
class Asker {
 public:
  Asker(const CaseTable& table, const StudyKey64& key, const std::string& folder)
      : runner_(table, folder, 1), worker_(table, runner_, folder, name_of_process(), key) {}

  void run() {
    ask();
    for (;;) {
      const std::vector<std::int64_t> portion = receive();
      if (portion.empty() || asked_to_stop) break;
      ask();
      told_ = {};
      for (const std::int64_t index : portion) {
        bool bad = false;
        if (!worker_.run(index, asked_to_stop, bad)) break;
        ++told_.done;
        told_.failed += bad ? 1 : 0;
      }
    }
    if (asking_) receive();
    MPI_Send(&told_, 2, MPI_INT64_T, 0, ended, MPI_COMM_WORLD);
  }

 private:
  void ask() {
    portion_.resize(HandOut::most);
    MPI_Irecv(portion_.data(), static_cast<int>(HandOut::most), MPI_INT64_T, 0, work, MPI_COMM_WORLD,
              &receiving_);
    sending_ = told_;
    MPI_Isend(&sending_, 2, MPI_INT64_T, 0, request, MPI_COMM_WORLD, &request_);
    told_ = {};
    asking_ = true;
  }

  std::vector<std::int64_t> receive() {
    Patience patience;
    MPI_Status status;
    for (int there = 0; MPI_Test(&receiving_, &there, &status), there == 0;) patience.wait();
    MPI_Wait(&request_, MPI_STATUS_IGNORE);  // it was answered
    int count = 0;
    MPI_Get_count(&status, MPI_INT64_T, &count);
    asking_ = false;
    return {portion_.begin(), portion_.begin() + count};
  }

  CaseRunner runner_;
  Worker worker_;
  std::vector<std::int64_t> portion_;
  MPI_Request receiving_ = MPI_REQUEST_NULL, request_ = MPI_REQUEST_NULL;
  bool asking_ = false;
  Told told_, sending_;
};

// The first process: a thread computes, this one answers the others.
class Server {
 public:
  Server(const CaseTable& table, const StudyKey64& key, const Shards& before, const Words& w, int size)
      : table_(table), key_(key), w_(w), others_(size - 1), left_(table.count() - before.done),
        cases_(before, table.count(), size) {}

  void run() {
    std::thread computing([this] { compute(); });
    Patience patience;
    while (others_ > 0 || !computed_) {
      if (answer())
        patience.reset();
      else
        patience.wait();
      forget_what_arrived();
      if (asked_to_stop) cases_.end();
      say();
    }
    computing.join();
  }

  std::string what, where, hint;  // of the first error; empty: there is none
  Told sum;

 private:
  void compute() {
    try {
      CaseRunner runner(table_, w_.folder, 1);
      Worker worker(table_, runner, w_.folder, name_of_process(), key_);
      for (auto portion = cases_.next(); !portion.empty() && !asked_to_stop; portion = cases_.next())
        for (const std::int64_t index : portion) {
          bool bad = false;
          if (!worker.run(index, asked_to_stop, bad)) break;
          ++own_done_;
          own_failed_ += bad ? 1 : 0;
        }
    } catch (const Error& e) {
      const std::lock_guard lock(mutex_);
      note(e.what(), e.where, e.hint);
    }
    computed_ = true;
  }

  void note(const std::string& w, const std::string& at, const std::string& h) {
    if (what.empty()) what = w, where = at, hint = h;
    cases_.end();
  }

  bool answer() {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    sum = {others_sum_.done + own_done_, others_sum_.failed + own_failed_};
    if (there == 0) return false;
    if (status.MPI_TAG == failure) {
      int bytes = 0;
      MPI_Get_count(&status, MPI_CHAR, &bytes);
      std::string text(static_cast<std::size_t>(bytes), '\0');
      MPI_Recv(text.data(), bytes, MPI_CHAR, status.MPI_SOURCE, failure, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      const std::size_t a = text.find('\0'), b = text.find('\0', a + 1);
      const std::lock_guard lock(mutex_);
      note(text.substr(0, a), text.substr(a + 1, b - a - 1), text.substr(b + 1));
      --others_;
      return true;
    }
    Told told;
    MPI_Recv(&told, 2, MPI_INT64_T, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    others_sum_.done += told.done;
    others_sum_.failed += told.failed;
    if (status.MPI_TAG == ended) {
      --others_;
      return true;
    }
    // Not waited for: while the other computes, a wait would spin.
    Sent& sent = sent_.emplace_back(Sent{cases_.next(), MPI_REQUEST_NULL});
    MPI_Isend(sent.portion.data(), static_cast<int>(sent.portion.size()), MPI_INT64_T, status.MPI_SOURCE,
              work, MPI_COMM_WORLD, &sent.request);
    return true;
  }

  void forget_what_arrived() {
    sent_.remove_if([](Sent& s) {
      int there = 0;
      MPI_Test(&s.request, &there, MPI_STATUS_IGNORE);
      return there != 0;
    });
  }

  // mpirun passes on what its processes write, so there is no terminal: a line now and then.
  void say() {
    const auto now = Clock::now();
    if (w_.quiet || w_.json || now - said_ < 10s || sum.done == 0) return;
    said_ = now;
    const double spent = std::chrono::duration<double>(now - begin_).count();
    std::fprintf(stderr, "takt: %s of %s cases, %s failed, about %.0f s left\n",
                 io::grouped(sum.done).c_str(), io::grouped(left_).c_str(),
                 io::grouped(sum.failed).c_str(),
                 spent * static_cast<double>(left_ - sum.done) / static_cast<double>(sum.done));
  }

  struct Sent {
    std::vector<std::int64_t> portion;
    MPI_Request request;
  };

  const CaseTable& table_;
  const StudyKey64& key_;
  const Words& w_;
  std::list<Sent> sent_;
  int others_;
  std::int64_t left_;
  HandOut cases_;
  std::mutex mutex_;
  Told others_sum_;
  std::atomic<std::int64_t> own_done_ = 0, own_failed_ = 0;
  std::atomic<bool> computed_ = false;
  Clock::time_point begin_ = Clock::now(), said_ = begin_;
};

void require_new(const Shards& before, const Words& w, const CaseTable& table) {
  if (w.resume || before.done == 0) return;
  throw Error("'" + w.folder + "' holds " + io::grouped(before.done) + " of " +
                  io::grouped(table.count()) + " cases already",
              "--out", "go on with --resume, remove the folder, or give another one: --out FOLDER",
              Fault::other);
}

int code_of(const Error& e) { return e.fault == Fault::usage ? 2 : e.fault == Fault::model ? 3 : 1; }

int serve(const Words& w, int size) {
  int go = 1, code = done;
  try {
    const Study study = read_study_file(w.study);
    const CaseTable table(study);
    check(table);
    const StudyKey64 key = key_of(table);
    const Shards before = read_shards(w.folder, table, key);
    for (const std::string& remark : before.remarks)
      if (!w.quiet) std::fprintf(stderr, "note: %s\n", remark.c_str());
    require_new(before, w, table);
    MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
    Server server(table, key, before, w, size);
    server.run();
    if (!server.what.empty()) {
      complain(server.what, server.where, server.hint);
      code = failed;
    } else if (asked_to_stop) {
      complain("interrupted: " + io::grouped(before.done + server.sum.done) + " of " +
                   io::grouped(table.count()) + " cases are done",
               w.folder, "go on with --resume");
      code = interrupted;
    }
  } catch (const Error& e) {
    complain(e.what(), e.where, e.hint);
    code = code_of(e);
    go = 0;
    MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  return code;
}

void ask(const Words& w) {
  int go = 0;
  MPI_Bcast(&go, 1, MPI_INT, 0, MPI_COMM_WORLD);
  if (go == 0) return;
  try {
    const Study study = read_study_file(w.study);
    const CaseTable table(study);
    Asker(table, key_of(table), w.folder).run();
  } catch (const Error& e) {
    const std::string text = std::string(e.what()) + '\0' + e.where + '\0' + e.hint;
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_CHAR, 0, failure, MPI_COMM_WORLD);
  }
}

// The table and the page, by the program that has all commands.
int merge_by_takt(const Words& w) {
  std::error_code none;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", none);
  std::vector<std::string> words{(self.parent_path() / "takt").string(), "sweep", w.study, "--merge",
                                 "--out", w.folder};
  if (!w.report.empty()) words.insert(words.end(), {"--report", w.report});
  if (w.quiet) words.emplace_back("--quiet");
  if (w.json) words.emplace_back("--json");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::setenv("NO_COLOR", "1", 1);  // mpirun gives its processes a terminal, wherever their output goes
  ::execv(pointers[0], pointers.data());
  complain("cannot start '" + words[0] + "'", "", "takt sweep " + w.study + " --merge writes the table");
  return failed;
}

}  // namespace

int run_on_mpi(int count, char** words) {
  int provided = 0, rank = 0, size = 1;
  MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  watch_signals();
  Words w;
  if (count < 7) {
    if (rank == 0) complain("this program is started by takt sweep under mpirun", "", "mpirun -n 4 takt sweep STUDY");
    MPI_Finalize();
    return rank == 0 ? 2 : 0;
  }
  w.study = words[1];
  w.folder = words[2];
  w.report = words[3];
  w.resume = std::string_view(words[4]) == "resume";
  w.quiet = std::string_view(words[5]) == "quiet";
  w.json = std::string_view(words[5]) == "json";
  w.command = words[6];
  if (w.folder.empty()) w.folder = std::filesystem::path(w.study).stem().string() + ".sweep";
  int code = done;
  if (rank == 0)
    code = serve(w, size);
  else
    ask(w);
  MPI_Finalize();
  return rank == 0 && code == done ? merge_by_takt(w) : code;
}

}  // namespace takt::study

int main(int count, char** words) { return takt::study::run_on_mpi(count, words); }
