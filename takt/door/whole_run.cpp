#include "takt/door/whole_run.hpp"

#include "takt/analyse/solver_failure.hpp"
#include "takt/base/version.hpp"
#include "takt/door/parts.hpp"
#include "takt/door/source.hpp"
#include "takt/io/results/catalogue.hpp"
#include "takt/io/results/on_grid.hpp"

namespace takt::door {
namespace {

io::Record record_of(const LiveModel& p, const std::string& words) {
  return words.empty() ? io::Record{} : io::parse_record(words, p.open.mechanism != nullptr);
}

io::Provenance provenance_of(const Parts& parts, const AroundRun& how) {
  const LiveModel& p = *parts.live;
  io::Provenance from;
  from.model = p.open.name;
  from.source = parts.model.source().asked;
  from.set = parts.model.source().set;
  if (p.open.mechanism) from.model_text = p.open.mechanism->model().text;
  from.method = to_string(p.engine.composition().method);
  from.step = p.method.step;
  from.command = how.command;
  from.version = version_and_commit();
  from.until = parts.until;
  from.every = how.files.every;
  from.record = how.files.record;
  from.assembled = parts.options.assemble;
  return from;
}

}  // namespace

io::Columns columns_of(Simulation& simulation, const std::string& record) {
  const LiveModel& p = *door_of(simulation).live;
  return io::Columns(p.open.system->names(), record_of(p, record), p.open.system->observable());
}

WholeRun whole_run(Simulation& simulation, const AroundRun& how) {
  Parts& parts = door_of(simulation);
  LiveModel& p = *parts.live;
  if (!p.engine.composition().adaptive())
    io::require_on_grid(how.files.every, p.method.step, "step");
  WholeRun out;
  out.from = provenance_of(parts, how);
  const io::Columns columns = columns_of(simulation, how.files.record);
  std::vector<std::unique_ptr<io::ResultFile>> files;
  for (const std::string& path : how.files.files)
    files.push_back(io::format_of(path).open(path, columns, out.from));
  std::vector<Sink*> sinks;
  for (const auto& f : files) sinks.push_back(f.get());
  if (how.table != nullptr) sinks.push_back(how.table);
  RunOptions options;
  options.every = how.files.every;
  options.observe = record_of(p, how.files.record).observed();
  options.interrupt = how.interrupt;
  options.controller = how.controller;
  options.control_every = how.control_every;
  options.progress = how.progress;
  out.summary = takt::run(p.engine, options, sinks);
  out.summary.model = p.open.name;
  parts.status = out.summary.status;
  parts.forget();
  for (const auto& f : files) out.files.push_back({f->path(), f->rows()});
  return out;
}

std::string text_of(const WholeRun& run, Simulation& simulation) {
  const LiveModel& p = *door_of(simulation).live;
  io::ReportContext context;
  context.step = p.method.step;
  context.adaptive = p.engine.composition().adaptive();
  context.files = run.files;
  return io::report_text(run.summary, context, io::Style{});
}

Error why_stopped(const WholeRun& run, Simulation& simulation) {
  const LiveModel& p = *door_of(simulation).live;
  return analyse::stopped(run.summary, p.engine.composition().method, *p.open.system, run.files,
                          "");
}

}  // namespace takt::door
