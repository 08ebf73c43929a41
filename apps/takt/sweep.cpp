// takt sweep STUDY: runs a model many times, with other parameters, methods and steps each time.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "apps/takt/pages/sweep_page.hpp"
#include "command.hpp"
#include "complaint.hpp"
#include "interrupt.hpp"
#include "page_file.hpp"
#include "sibling.hpp"
#include "study/file/read_study.hpp"
#include "study/run/check.hpp"
#include "study/run/slurm.hpp"
#include "study/run/summary.hpp"
#include "study/run/threads.hpp"
#include "takt/base/text.hpp"
#include "takt/io/results/line_file.hpp"
#include "terminal.hpp"

namespace takt::app {
namespace {

struct SweepWords {
  std::string study, out, shard, report;
  int jobs = 0, tasks = 100;
  bool resume = false, merge = false, slurm = false, list = false, json = false, quiet = false;
};

struct Part {
  std::int64_t number = 0, of = 1;  // number counts from 0
};

Part part_of(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t slash = text.find('/');
  double i = 0, n = 0;
  const bool numbers = slash != std::string::npos && parse_number(text.substr(0, slash), i) &&
                       parse_number(text.substr(slash + 1), n);
  if (!numbers || i != static_cast<int>(i) || n != static_cast<int>(n) || i < 1 || n < 1 || i > n)
    throw Error("--shard is '" + text + "', not i/N", "--shard",
                "write --shard 3/16 for the third of 16 parts", Fault::usage);
  return {static_cast<std::int64_t>(i) - 1, static_cast<std::int64_t>(n)};
}

void require_words(const SweepWords& w) {
  const auto together = [](bool a, bool b, const char* one, const char* other) {
    if (a && b)
      throw Error(std::string(one) + " and " + other + " exclude each other", one,
                  "keep one of them", Fault::usage);
  };
  together(w.merge, !w.shard.empty(), "--merge", "--shard");
  together(w.merge, w.resume, "--merge", "--resume");
  together(w.list, w.merge || w.slurm || !w.report.empty(), "--list", "others that write");
  together(w.slurm, w.merge, "--slurm", "--merge");
  together(w.slurm, !w.shard.empty(), "--slurm", "--shard");
  together(!w.report.empty(), !w.shard.empty(), "--report", "--shard");
  if (w.jobs < 0 || w.jobs > 1024)
    throw Error("--jobs is " + std::to_string(w.jobs), "--jobs", "write 1 to 1024", Fault::usage);
  if (w.tasks < 1 || w.tasks > 100'000)
    throw Error("--tasks is " + std::to_string(w.tasks), "--tasks", "write 1 to 100000",
                Fault::usage);
}

class Sweep {
 public:
  Sweep(const SweepWords& w, const Context& context)
      : w_(w), context_(context), part_(part_of(w.shard)), study_(study::read_study_file(w.study)),
        table_(study_) {
    if (study_.metrics.empty() && study_.keep.signals.empty() && study_.keep.results.empty())
      throw Error("nothing is kept of the cases", study_.file,
                  "this study is for takt fit; add metrics: {highest: {max: energy.total}}");
    folder_ = !w.out.empty() ? w.out : std::filesystem::path(w.study).stem().string() + ".sweep";
    study::check(table_);
    key_ = study::key_of(table_);
  }

  int list() const {
    std::string line = "case";
    for (const std::string& name : table_.columns()) line += "," + name;
    std::puts((line + ",command").c_str());
    for (std::int64_t i = 0; i < table_.count(); ++i) {
      const study::Case c = table_.at(i);
      line = std::to_string(i);
      for (const std::string& cell : table_.cells(c)) line += "," + io::csv_cell(cell);
      std::puts((line + "," + io::csv_cell(study::command_of(study_, c))).c_str());
    }
    return done;
  }

  int slurm() const {
    const std::string path = std::filesystem::path(w_.study).stem().string() + ".slurm";
    const auto tasks = std::min<std::int64_t>(w_.tasks, table_.count());
    study::write_slurm_script(path, w_.study, folder_, tasks);
    if (!w_.quiet)
      std::printf("%s  %s cases in %s tasks; run it with: sbatch %s\n", path.c_str(),
                  io::grouped(table_.count()).c_str(), io::grouped(tasks).c_str(), path.c_str());
    return done;
  }

  int go() {
    study::Shards before = study::read_shards(folder_, table_, key_);
    for (const std::string& remark : before.remarks) note(remark);
    if (w_.merge) return finish(before, before, {});
    require_new(before);
    const std::atomic<bool>& interrupt = watch_for_interrupt();
    study::ExecuteOptions o;
    o.jobs =
        w_.jobs > 0 ? w_.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    o.jobs =
        static_cast<int>(std::min<std::int64_t>(o.jobs, std::max<std::int64_t>(1, table_.count())));
    o.shard = part_.number;
    o.shards = part_.of;
    o.interrupt = &interrupt;
    Progress progress(1, !w_.quiet, "cases", "");
    o.progress = [&](const study::Progressed& p) {
      progress.show(static_cast<double>(p.done), static_cast<double>(p.total),
                    p.failed > 0 ? ", " + io::grouped(p.failed) + " failed" : "");
    };
    const study::Progressed p = study::execute(table_, key_, before, folder_, o);
    progress.clear();
    const study::Shards after = study::read_shards(folder_, table_, key_);
    if (interrupt.load() && p.done < p.total) {
      complain(Error("interrupted: " + io::grouped(after.done) + " of " +
                         io::grouped(table_.count()) + " cases are done",
                     folder_, "go on with: " + context_.command + (w_.resume ? "" : " --resume"),
                     Fault::other));
      return interrupted;
    }
    return finish(before, after, p);
  }

 private:
  void note(const std::string& text) const {
    if (!w_.quiet) std::fprintf(stderr, "note: %s\n", text.c_str());
  }

  // Without --resume, results of an earlier run are neither used nor mixed with new ones.
  void require_new(const study::Shards& before) const {
    if (w_.resume) return;
    std::int64_t there = 0, all = 0;
    for (std::int64_t i = part_.number; i < table_.count(); i += part_.of, ++all)
      there += before.has(i) ? 1 : 0;
    if (there > 0)
      throw Error("'" + folder_ + "' holds " + io::grouped(there) + " of " + io::grouped(all) +
                      " cases already",
                  "--out",
                  "go on with --resume, remove the folder, or give another one: --out FOLDER",
                  Fault::other);
  }

  int finish(const study::Shards& before, const study::Shards& after, const study::Progressed& p) {
    study::SweepSummary s;
    s.study = study_.name;
    s.model = study_.model;
    s.cases = table_.count();
    s.done = after.done;
    s.failed = after.failed;
    s.computed = p.done;
    s.were_there = before.done;
    s.times = study::read_times(folder_);
    s.folder = folder_;
    if (part_.of == 1) {
      s.written = study::merge(table_, after, folder_);
      s.status = study::count_status(table_, after);
    }
    if (!w_.report.empty()) write_page_file(w_.report, sweep_page(table_, after, s), context_);
    s.report = w_.report;
    if (w_.json)
      std::puts(study::to_json(s).dump(2).c_str());
    else if (!w_.quiet)
      std::fputs(study::in_words(s, context_.style).c_str(), stdout);
    if (part_.of == 1 && s.failed == s.cases)
      throw Error("all cases failed; the first: " + study::first_error(table_, after), folder_,
                  "look at the column `error` of the table", Fault::other);
    return done;
  }

  const SweepWords& w_;
  const Context& context_;
  Part part_;
  study::Study study_;
  study::CaseTable table_;
  std::string folder_;
  study::StudyKey64 key_;
};

int sweep(const SweepWords& w, const Context& context) {
  require_words(w);
  if (!w.report.empty()) require_page(w.report, "--report");
  if (under_mpi() && !w.merge && !w.slurm && !w.list) {
    if (w.jobs > 0 || !w.shard.empty())
      throw Error("--jobs and --shard have no meaning under mpirun", "mpirun",
                  "mpirun -n N says how many processes there are", Fault::usage);
    std::vector<std::string> words{w.study,
                                   w.out,
                                   w.report,
                                   w.resume ? "resume" : "",
                                   w.quiet ? "quiet" : w.json ? "json" : "",
                                   context.command};
    become_sibling("takt-mpi", words, "this takt was built without MPI (Debian: libopenmpi-dev)",
                   "install it and build again: cmake --build build --target takt-mpi; or install "
                   "the package takt-mpi; or run takt sweep --jobs N without mpirun");
  }
  Sweep one(w, context);
  return w.list ? one.list() : w.slurm ? one.slurm() : one.go();
}

void add_sweep(CLI::App& app, Context& context) {
  auto w = std::make_shared<SweepWords>();
  add_word(app, "STUDY", "", w->study, "a study file: which model, which values, what is kept")
      ->required();
  add_word(app, "--jobs", "N", w->jobs, "threads (as many as there are processors)");
  add_word(app, "--out", "FOLDER", w->out, "for shards and tables (STUDY.sweep)");
  app.add_flag("--resume", w->resume, "go on with the cases that FOLDER does not hold yet");
  add_word(app, "--shard", "i/N", w->shard,
           "compute every N-th case only, for machines that share FOLDER; then --merge");
  app.add_flag("--merge", w->merge, "write the table from the shards of FOLDER, compute nothing");
  app.add_flag("--slurm", w->slurm,
               "write STUDY.slurm, an array job of such shards, and run nothing");
  add_word(app, "--tasks", "N", w->tasks, "of --slurm (100)");
  app.add_flag("--list", w->list, "print the cases and the command that runs each, run nothing");
  add_report_option(app, w->report, "what the study shows: scatter, sensitivity, failed cases");
  app.add_flag("--json", w->json, "the summary as one JSON object");
  app.add_flag("--quiet", w->quiet, "no summary, no progress");
  app.callback([w, &context] { context.exit_code = sweep(*w, context); });
}

}  // namespace

Command sweep_command() {
  return {"sweep", "run a study: a model with many parameters, methods and steps", add_sweep};
}

}  // namespace takt::app
