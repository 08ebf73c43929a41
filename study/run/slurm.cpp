#include "study/run/slurm.hpp"

#include <filesystem>

#include "takt/base/shell_word.hpp"
#include "takt/io/results/report_file.hpp"

namespace takt::study {

std::string slurm_script(const std::string& study, const std::string& folder, std::int64_t tasks) {
  const std::string name = std::filesystem::path(study).stem().string();
  const std::string words = shell_word(study) + " --out " + shell_word(folder);
  return "#!/bin/sh\n"
         "#SBATCH --job-name=" + name + "\n"
         "#SBATCH --array=1-" + std::to_string(tasks) + "\n"
         "#SBATCH --cpus-per-task=1\n"
         "#SBATCH --output=" + name + "-%a.log\n"
         "# Add --time, --partition, --account as your cluster wants them. All tasks share the folder\n"
         "# " + folder + ". A task that is started again goes on where it stopped.\n"
         "# When all have ended, one process writes the table:\n"
         "#   takt sweep " + words + " --merge\n"
         "# or, right after this one:\n"
         "#   sbatch --dependency=afterok:JOB --wrap " + shell_word("takt sweep " + words + " --merge") + "\n"
         "exec takt sweep " + words + " --shard \"$SLURM_ARRAY_TASK_ID/" + std::to_string(tasks) +
         "\" --jobs \"${SLURM_CPUS_PER_TASK:-1}\" --resume\n";
}

void write_slurm_script(const std::string& path, const std::string& study, const std::string& folder,
                        std::int64_t tasks) {
  io::require_writable(path);
  io::write_report(path, slurm_script(study, folder, tasks));
}

}  // namespace takt::study
