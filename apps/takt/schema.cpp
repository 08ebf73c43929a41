// takt schema: prints the JSON Schema of model files.
#include "takt/io/model_file/schema.hpp"

#include <cstdio>

#include "command.hpp"

namespace takt::app {

Command schema_command() {
  return {"schema", "the JSON Schema of model files, for editors", [](CLI::App& app, Context&) {
            app.callback([] { std::fputs(io::model_schema().c_str(), stdout); });
          }};
}

}  // namespace takt::app
