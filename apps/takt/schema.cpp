// takt schema: prints the JSON Schema of model files.
#include "takt/io/model_file/schema.hpp"

#include <cstdio>

#include "command.hpp"

namespace takt::app {

void add_schema(CLI::App& program, Context&) {
  program.add_subcommand("schema", "the JSON Schema of model files, for editors")->callback([] {
    std::fputs(io::model_schema().c_str(), stdout);
  });
}

}  // namespace takt::app
