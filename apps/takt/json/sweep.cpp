// The keys of `takt sweep --json`.
#include "../json_keys.hpp"
#include "study/run/summary.hpp"

namespace takt::app {
namespace {

constexpr JsonKey sweep_keys[] = {
    {"study", "its name"},
    {"model", "name or file"},
    {"cases", "of the study"},
    {"done", "cases that the folder holds"},
    {"failed", "of those, the ones whose status is not `ok`"},
    {"computed", "by this run; 0 where another program computed them (mpirun)"},
    {"were_there", "before it"},
    {"status", "how many cases have each: `ok`, `refused`, `limit`, or why a run failed", true},
    {"case_s", "computing times in s, of all cases that the logs name"},
    {"case_s.mean", "of a case"},
    {"case_s.opening", "of that, to read and compile the model"},
    {"case_s.longest", "of a case"},
    {"folder", "with shards and tables"},
    {"csv", "the table; empty after --shard"},
    {"hdf5", "the same as HDF5"},
};

std::vector<JsonPage::Json> sweep_samples() { return {study::to_json(study::SweepSummary{})}; }

}  // namespace

JsonPage sweep_json() {
  return {"takt sweep", "One object, with exit code 0.", sweep_keys, sweep_samples};
}

}  // namespace takt::app
