// A model that is written part by part in a program: each part is a piece of a model file, and is checked
// when it is added, by the reader of model files. What concerns the whole (bodies that nothing holds,
// sampled signals that read outputs) is checked when the complete text is read.
#pragma once

#include <memory>
#include <string>

namespace takt::io {

class ModelDraft {
 public:
  ModelDraft();
  ~ModelDraft();
  ModelDraft(const ModelDraft&);
  ModelDraft& operator=(const ModelDraft&) = delete;

  // `text`: sections as in a model file, without its first line. Throws Error as read_model does, with
  // `where` in place of file, line and column; nothing has been added then.
  void add(const std::string& text, const std::string& where);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace takt::io
