// The report of a run from its result file.
#pragma once

#include "takt/io/model_file/open_model.hpp"
#include "takt/io/results/result_reader.hpp"
#include "web/report/run_page.hpp"

namespace takt::web {

// The model that a file of results holds, compiled as for the run. Throws Error: it refers to files that
// are not found, or this program cannot compile it. Nothing: the file holds none.
std::optional<io::OpenModel> model_in(const io::Provenance&);

// Reads all rows. `model`: whose poses are computed where the file has none; null: plots only.
// Throws Error: no rows, or columns that do not fit the model.
RunReport report_of(io::ResultReader&, const io::OpenModel* model);

// The description of a model, or of a problem written by hand.
std::string description_of(const io::OpenModel&);

}  // namespace takt::web
