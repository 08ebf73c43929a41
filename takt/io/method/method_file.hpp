// Reads a method from a YAML file. Each part of the text form has a key:
//
//   coordinates:  natural
//   formulation:  ali3 {alpha: 1e9}          or ali3(alpha=1e9), or {ali3: {alpha: 1e9}}
//   integrator:   trapezoidal {passes: 3}
//   stabilisation: tangent
//   jacobian:     [grouped, partitioned]
//   step:         10 ms
//   realtime:     true
#pragma once

#include <optional>
#include <string>

#include "takt/method/method.hpp"

namespace takt::io {

namespace model_file {
class Field;
struct MethodOfField {
  Method method;
  std::optional<double> step;  // s, if it is written there; `method` has it too
};
MethodOfField method_of(const Field&);
}  // namespace model_file

model_file::MethodOfField read_method_file(const std::string& path);  // throw Error
Method read_method_text(const std::string& text, const std::string& file_name);

}  // namespace takt::io
