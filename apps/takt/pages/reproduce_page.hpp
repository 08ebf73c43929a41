// The pages of `takt reproduce`: one for each experiment, and an index of them.
#pragma once

#include <filesystem>
#include <vector>

#include "apps/reproduce/catalogue.hpp"
#include "web/page/page.hpp"

namespace takt::app {

struct Reproduced {
  const reproduce::Entry* entry;
  reproduce::Report report;
};

web::Page experiment_page(const Reproduced&);

// Experiments that have not run this time are named if their page is in the folder.
web::Page index_page(const std::vector<Reproduced>&, const std::filesystem::path& folder);

}  // namespace takt::app
