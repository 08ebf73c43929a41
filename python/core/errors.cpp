// How errors and signals cross between C++ and Python.
#include "python/core/core.hpp"

namespace takt::python {
namespace {

void raise(const std::string& type, const Error& e) {
  const py::object cls = py::module_::import("takt.errors").attr(type.c_str());
  // Messages show what users wrote, byte by byte, which may cut a character in two.
  const auto text = [](const std::string& s) {
    return py::reinterpret_steal<py::str>(
        PyUnicode_DecodeUTF8(s.data(), static_cast<Py_ssize_t>(s.size()), "replace"));
  };
  const py::object value = cls(text(e.what()), text(e.where), text(e.hint));
  PyErr_SetObject(cls.ptr(), value.ptr());
}

std::string_view standard_of(const Error& e) {
  switch (e.fault) {
    case Fault::usage: return "UsageError";
    case Fault::model: return "ModelError";
    case Fault::other: break;
  }
  return "Error";
}

}  // namespace

std::string class_of(const Error& e, std::string_view standard) {
  if (e.where.starts_with("method")) return "MethodError";
  if (std::string_view(e.what()).starts_with("there is no ") && e.fault == Fault::usage)
    return "UnknownName";
  for (const char* argument : {"step", "until", "every", "record", "period", "output"})
    if (e.where == argument) return "UsageError";
  return std::string(standard);
}

void bind_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr p) {
    try {
      if (p) std::rethrow_exception(p);
    } catch (const Sorted& s) {
      raise(s.type, s.error);
    } catch (const Error& e) {
      raise(class_of(e, standard_of(e)), e);
    }
  });
}

void Watch::look(double how_far) {
  const py::gil_scoped_acquire gil;
  if (stop.load()) return;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!tell_.is_none()) tell_(how_far);
  } catch (py::error_already_set& e) {
    by_user_ = e.matches(PyExc_KeyboardInterrupt);
    error_ = std::current_exception();
    stop.store(true);
  }
}

void Watch::rethrow() {
  if (!by_user_ && error_) std::rethrow_exception(error_);
}

py::array_t<double> read_only(const double* data, std::vector<py::ssize_t> shape,
                              std::vector<py::ssize_t> strides, py::object owner) {
  py::array_t<double> array(std::move(shape), std::move(strides), data, std::move(owner));
  py::detail::array_proxy(array.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return array;
}

}  // namespace takt::python
