// takt schema: prints the JSON Schema of model files, or of studies.
#include "takt/io/model_file/schema.hpp"

#include <cstdio>
#include <memory>

#include "command.hpp"
#include "study/file/schema.hpp"

namespace takt::app {

Command schema_command() {
  return {"schema", "the JSON Schema of model files, for editors", [](CLI::App& app, Context&) {
            auto study = std::make_shared<bool>(false);
            app.add_flag("--study", *study, "that of study files");
            app.callback([study] {
              std::fputs(*study ? study::study_schema().c_str() : io::model_schema().c_str(),
                         stdout);
            });
          }};
}

}  // namespace takt::app
