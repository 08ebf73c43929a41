#include "takt/realtime/loop.hpp"

#include <algorithm>

namespace takt::realtime {
namespace {

using Flags = io::PeriodEntry::Flags;

// in mean execution times: a rehearsal must not make a period late
constexpr double time_to_rehearse = 2;

std::size_t number_of(PeriodPart p) { return static_cast<std::size_t>(p); }

}  // namespace

Loop::Loop(Clock& clock, Stepper& stepper, InputStage& inputs, std::vector<Channel*> to,
           Journal& journal, Requests& requests, const LoopOptions& o)
    : clock_(clock), stepper_(stepper), inputs_(inputs), channels_(std::move(to)),
      journal_(journal), requests_(requests), o_(o), schedule_(o.schedule) {}

bool Loop::finish(End end) noexcept {
  end_ = end;
  return false;
}

bool Loop::ask() noexcept {
  if (requests_.interrupt != nullptr && requests_.interrupt->load(std::memory_order_relaxed))
    return finish(End::interrupted);
  if (requests_.stop.load(std::memory_order_relaxed)) return finish(End::asked);
  return true;
}

std::uint8_t Loop::follow_requests() noexcept {
  std::uint8_t flags = 0;
  // One after the other: a change that found no room in the journal is reported before the next
  // one.
  Change* const change = unreported_ == nullptr
                             ? requests_.change.exchange(nullptr, std::memory_order_acq_rel)
                             : nullptr;
  if (change != nullptr) {
    stepper_.exchange(change->plant);
    unreported_ = change;
    flags |= Flags::changed;
    ++s_.changes;
  }
  if (requests_.reset.exchange(false, std::memory_order_acq_rel)) {
    stepper_.reset();
    flags |= Flags::reset;
    ++s_.resets;
  }
  return flags;
}

void Loop::wait_for(std::int64_t release) noexcept {
  const auto awake = static_cast<std::int64_t>(o_.schedule.awake * 1e9);
  clock_.sleep_until(release - awake);
  if (awake == 0) return;
  // Other processes may empty the caches within a period; a rehearsal of a period fills them again.
  if (static_cast<double>(release - clock_.now()) > time_to_rehearse * s_.execution.mean()) {
    stepper_.rehearse(inputs_);
    ++s_.rehearsed;
  }
  clock_.stay_awake_until(release);
}

bool Loop::period() noexcept {
  if (end_ != End::running || !ask()) return false;
  PlannedPeriod planned;
  if (!schedule_.next(planned)) {
    if (planned.skipped > 0) close(planned);
    return finish(End::time);
  }
  if (planned.waits) {
    wait_for(planned.release);
    if (!ask()) return false;
  }
  const std::int64_t begin = clock_.now();
  const std::int64_t before = StageClock::ticks();
  std::uint8_t flags = follow_requests();
  if (planned.degraded) flags |= Flags::degraded;
  if (!planned.waits) flags |= Flags::caught_up;
  const bool goes_on = inputs_.next(planned.period);
  stages_.start();
  input_ticks_ = StageClock::ticks() - before;
  if (!goes_on) return finish(End::silent);
  StageScope::current = &stages_;
  status_ = stepper_.period(inputs_, planned.degraded);
  StageScope::current = nullptr;
  stages_.stop();
  const std::int64_t stepped = StageClock::ticks();
  if (!channels_.empty()) {
    const std::span<const double> outputs = stepper_.outputs();
    for (Channel* c : channels_) c->give(planned.period, stepper_.state().t, outputs);
  }
  Entry* entry = journal_.open();
  leave_entry(planned, entry, flags);
  output_ticks_ = StageClock::ticks() - stepped;
  const std::int64_t end = clock_.now();
  const bool late = schedule_.ended(planned, end);
  if (late) flags |= Flags::late;
  if (entry != nullptr) {
    entry->flags = flags;
    journal_.publish(entry);
  }
  account(planned, begin, end, late);
  s_.degraded += planned.degraded;
  period_.store(planned.period + 1, std::memory_order_relaxed);
  if (status_ != Status::ok) return finish(End::failed);
  if (schedule_.must_stop()) return finish(End::late);
  return true;
}

void Loop::leave_entry(const PlannedPeriod& planned, Entry* e, std::uint8_t flags) noexcept {
  checkpoint_due_ = checkpoint_due_ ||
                    (o_.checkpoint_every > 0 && (planned.period + 1) % o_.checkpoint_every == 0);
  if (e == nullptr) return;
  e->period = planned.period;
  e->skipped = planned.skipped;
  e->flags = flags;
  e->steps = static_cast<std::uint16_t>(stepper_.taken());
  std::copy(inputs_.values().begin(), inputs_.values().end(), e->inputs.begin());
  const std::span<const double> rates = stepper_.input_rates();
  std::copy(rates.begin(), rates.end(), e->rates.begin());
  const std::span<const double> kept = stepper_.kept();
  std::copy(kept.begin(), kept.end(), e->kept.begin());
  e->change = unreported_;
  unreported_ = nullptr;
  journal_.copy(*e, stepper_.state());
  if (checkpoint_due_ && status_ == Status::ok && journal_.reserve_checkpoint(*e)) {
    checkpoint_due_ = false;
    const std::size_t size = stepper_.memory_size();
    stepper_.save(e->checkpoint.first(size));
    const auto inputs = std::as_bytes(inputs_.memory());
    std::copy(inputs.begin(), inputs.end(),
              e->checkpoint.begin() + static_cast<std::ptrdiff_t>(size));
  }
}

void Loop::close(const PlannedPeriod& planned) noexcept {  // periods were left out up to the end
  s_.skipped += planned.skipped;
  if (Entry* e = journal_.open()) {
    e->period = planned.period;
    e->skipped = planned.skipped;
    e->empty = true;
    e->change = unreported_;
    unreported_ = nullptr;
    journal_.publish(e);
  }
}

void Loop::account(const PlannedPeriod& planned, std::int64_t begin, std::int64_t end,
                   bool late) noexcept {
  const auto ns = [&](std::int64_t ticks) {
    return static_cast<std::int64_t>(o_.ns_per_tick * static_cast<double>(ticks));
  };
  ++s_.cycles;
  s_.skipped += planned.skipped;
  s_.caught_up += !planned.waits;
  s_.steps += stepper_.taken();
  s_.execution.add(end - begin);
  if (planned.waits) s_.wake_up.add(begin - planned.release);
  PartTimes times{};
  times[number_of(planned.waits ? PeriodPart::wake_up : PeriodPart::backlog)] =
      begin - planned.release;
  times[number_of(PeriodPart::input)] = ns(input_ticks_);
  const auto& spent = stages_.spent();
  constexpr PeriodPart of_stage[stage_count] = {PeriodPart::rest, PeriodPart::evaluate,
                                                PeriodPart::factorise, PeriodPart::solve,
                                                PeriodPart::project};
  for (std::size_t i = 0; i < stage_count; ++i) times[number_of(of_stage[i])] = ns(spent[i]);
  times[number_of(PeriodPart::output)] = ns(output_ticks_);
  if (late)
    ++s_.overruns_in[number_of(usual_.farthest_above_mean(times))];
  else
    usual_.add(times);
  s_.parts.add(times);
}

double calibrate_ticks() {
  Clock& clock = monotonic_clock();
  const std::int64_t t0 = clock.now(), ticks0 = StageClock::ticks();
  clock.sleep_until(t0 + 20'000'000);
  const std::int64_t t1 = clock.now(), ticks1 = StageClock::ticks();
  return static_cast<double>(t1 - t0) / static_cast<double>(ticks1 - ticks0);
}

}  // namespace takt::realtime
