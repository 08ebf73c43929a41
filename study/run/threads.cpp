#include "study/run/threads.hpp"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>

#include "study/run/log.hpp"
#include "study/run/merge.hpp"
#include "takt/base/error.hpp"

namespace takt::study {

std::string name_of_process() {
  char host[256] = "host";
  ::gethostname(host, sizeof host - 1);
  std::string name(host);
  for (char& c : name)
    if (c == '/' || c == '.') c = '-';
  return name + "-" + std::to_string(::getpid());
}

Worker::Worker(const CaseTable& table, CaseRunner& runner, const std::string& folder,
               const std::string& name, const StudyKey64& key)
    : table_(table), runner_(runner), shard_(folder, name, key),
      log_(std::make_unique<TimeLog>(shard_.path(), name)) {}

Worker::~Worker() = default;

bool Worker::run(std::int64_t index, const std::atomic<bool>& stop, bool& failed) {
  const Outcome o = runner_.run(index, stop);
  if (o.interrupted) return false;
  shard_.add(row_of(table_, table_.at(index), o));
  log_->add(index, o);
  failed = o.status != "ok";
  return true;
}

Progressed execute(const CaseTable& table, const StudyKey64& key, const Shards& before,
                   const std::string& folder, const ExecuteOptions& options) {
  CaseRunner runner(table, folder, options.jobs);
  std::atomic<std::int64_t> next = options.shard, done = 0, failed = 0;
  std::atomic<bool> stop = false;
  std::mutex mutex;
  std::condition_variable ended;
  std::exception_ptr error;
  int running = options.jobs;
  Progressed p;
  for (std::int64_t i = options.shard; i < table.count(); i += options.shards)
    p.total += before.has(i) ? 0 : 1;

  const auto work = [&](int number) {
    try {
      Worker worker(table, runner, folder, name_of_process() + "-" + std::to_string(number), key);
      while (!stop.load(std::memory_order_relaxed)) {
        const std::int64_t index = next.fetch_add(options.shards, std::memory_order_relaxed);
        if (index >= table.count()) break;
        if (before.has(index)) continue;
        bool bad = false;
        if (!worker.run(index, stop, bad)) break;
        done.fetch_add(1, std::memory_order_relaxed);
        if (bad) failed.fetch_add(1, std::memory_order_relaxed);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      stop = true;
    }
    const std::lock_guard lock(mutex);
    if (--running == 0) ended.notify_all();
  };

  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(options.jobs));
  for (int k = 0; k < options.jobs; ++k) threads.emplace_back(work, k);
  {
    std::unique_lock lock(mutex);
    while (running > 0) {
      ended.wait_for(lock, std::chrono::milliseconds(100));
      if (options.interrupt != nullptr && options.interrupt->load()) stop = true;
      p.done = done;
      p.failed = failed;
      if (options.progress) options.progress(p);
    }
  }
  for (std::thread& t : threads) t.join();
  p.done = done;
  p.failed = failed;
  if (error) std::rethrow_exception(error);
  return p;
}

}  // namespace takt::study
