// A job script for Slurm: an array of tasks, each of which computes a shard of a study.
#pragma once

#include <cstdint>
#include <string>

namespace takt::study {

std::string slurm_script(const std::string& study, const std::string& folder, std::int64_t tasks);
void write_slurm_script(const std::string& path, const std::string& study, const std::string& folder,
                        std::int64_t tasks);

}  // namespace takt::study
