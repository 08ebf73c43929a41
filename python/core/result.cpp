// Results: their columns as arrays, files, reports, pickling.
#include "python/core/result.hpp"

#include "takt/io/results/catalogue.hpp"
#include "takt/io/results/report_file.hpp"
#include "takt/io/results/result_reader.hpp"
#include "takt/io/results/stored_summary.hpp"
#include "web/page/html.hpp"
#include "web/report/result_report.hpp"

namespace takt::python {
namespace {

// The rows of a result, as a report reads those of a file.
class Reader final : public io::ResultReader {
 public:
  explicit Reader(const Result& r) : result_(r) {
    columns_ = r.columns;
    from_ = r.from;
    summary_ = r.summary;
  }
  bool next(std::span<double> row) override {
    if (at_ >= result_.rows) return false;
    for (std::size_t k = 0; k < row.size(); ++k)
      row[k] = result_.column(k)[static_cast<std::size_t>(at_)];
    ++at_;
    return true;
  }

 private:
  const Result& result_;
  std::int64_t at_ = 0;
};

py::array_t<double> table(const std::shared_ptr<Result>& r) {
  const auto count = static_cast<py::ssize_t>(r->columns.size());
  const auto rows = static_cast<py::ssize_t>(r->rows);
  constexpr py::ssize_t one = sizeof(double);
  using Owner = std::shared_ptr<const std::vector<double>>;
  py::capsule owner(new Owner(r->numbers), [](void* p) { delete static_cast<Owner*>(p); });
  return read_only(r->numbers->data(), {count, rows}, {rows * one, one}, std::move(owner));
}

void save_rows(const Result& r, const std::string& path) {
  const py::gil_scoped_release others;
  io::Provenance from = r.from;
  const std::unique_ptr<io::ResultFile> file =
      io::format_of(path).open(path, io::Columns(r.columns), from);
  std::vector<double> row(r.columns.size());
  for (std::int64_t i = 0; i < r.rows; ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = r.column(k)[static_cast<std::size_t>(i)];
    file->add(row);
  }
  if (r.summary) file->end(*r.summary);
  file->close();
}

void report(const Result& r, const std::string& path) {
  if (!path.ends_with(".html"))
    throw Error("'" + path + "' does not end in .html", "report", "pages are HTML: write FILE.html",
                Fault::usage);
  web::require_pages("report");
  io::require_writable(path);
  const py::gil_scoped_release others;
  std::optional<io::OpenModel> open;
  if (r.model)
    open = r.model->source().open(r.from.method, r.from.assembled);
  else
    open = web::model_in(r.from);
  Reader reader(r);
  web::write_page(path, web::run_page(web::report_of(reader, open ? &*open : nullptr)));
}

py::tuple pickled(const Result& r) {
  py::list columns;
  for (const io::ResultColumn& c : r.columns)
    columns.append(py::make_tuple(c.name, c.unit, c.description));
  const io::Provenance& f = r.from;
  const py::tuple from =
      py::make_tuple(f.model, f.model_text, f.source, f.set, f.method, f.step, f.command, f.version,
                     f.until, f.every, f.record, f.assembled);
  const auto* bytes = reinterpret_cast<const char*>(r.numbers->data());
  return py::make_tuple(columns, py::bytes(bytes, r.numbers->size() * sizeof(double)), r.rows, from,
                        r.summary ? io::stored(*r.summary) : std::string(), r.json, r.text,
                        r.warnings);
}

std::shared_ptr<Result> unpickled(const py::tuple& t) {
  auto r = std::make_shared<Result>();
  for (const py::handle& c : t[0].cast<py::list>()) {
    const auto column = c.cast<std::tuple<std::string, std::string, std::string>>();
    r->columns.push_back({std::get<0>(column), std::get<1>(column), std::get<2>(column)});
  }
  const auto bytes = t[1].cast<std::string>();
  auto numbers = std::make_shared<std::vector<double>>(bytes.size() / sizeof(double));
  std::copy_n(bytes.data(), numbers->size() * sizeof(double),
              reinterpret_cast<char*>(numbers->data()));
  r->numbers = std::move(numbers);
  r->rows = t[2].cast<std::int64_t>();
  const auto f = t[3].cast<py::tuple>();
  io::Provenance& from = r->from;
  from.model = f[0].cast<std::string>(), from.model_text = f[1].cast<std::string>();
  from.source = f[2].cast<std::string>(), from.set = f[3].cast<std::vector<std::string>>();
  from.method = f[4].cast<std::string>(), from.step = f[5].cast<double>();
  from.command = f[6].cast<std::string>(), from.version = f[7].cast<std::string>();
  from.until = f[8].cast<double>(), from.every = f[9].cast<double>();
  from.record = f[10].cast<std::string>(), from.assembled = f[11].cast<bool>();
  r->summary = io::summary_from(t[4].cast<std::string>());
  r->json = t[5].cast<std::string>();
  r->text = t[6].cast<std::string>();
  r->warnings = t[7].cast<std::vector<std::string>>();
  if (static_cast<std::size_t>(r->rows) * r->columns.size() != r->numbers->size())
    throw Error("this is no result of takt", "result", "", Fault::other);
  return r;
}

// The page with the picture of a result file or of results in memory needs all rows; a file is read here.
std::shared_ptr<Result> read(const std::string& path) {
  const py::gil_scoped_release others;
  const std::unique_ptr<io::ResultReader> reader = io::format_of(path).read(path);
  auto r = std::make_shared<Result>();
  r->columns = reader->columns();
  r->from = reader->from();
  r->summary = reader->summary();
  if (r->from.model.empty()) r->from.model = path;
  std::vector<std::vector<double>> columns(r->columns.size());
  std::vector<double> row(columns.size());
  while (reader->next(row)) {
    for (std::size_t k = 0; k < row.size(); ++k) columns[k].push_back(row[k]);
    ++r->rows;
  }
  auto numbers = std::make_shared<std::vector<double>>();
  numbers->reserve(columns.size() * static_cast<std::size_t>(r->rows));
  for (std::vector<double>& c : columns) {
    numbers->insert(numbers->end(), c.begin(), c.end());
    c = {};
  }
  r->numbers = std::move(numbers);
  r->json = r->summary ? reader->summary_text() : "{}";
  r->warnings = reader->remarks();
  return r;
}

template <std::string io::ResultColumn::*part> std::vector<std::string> list(const Result& r) {
  std::vector<std::string> all;
  for (const io::ResultColumn& c : r.columns) all.push_back(c.*part);
  return all;
}

}  // namespace

void bind_results(py::module_& m) {
  py::class_<Result, std::shared_ptr<Result>>(m, "Result")
      .def("table", table)
      .def("names", list<&io::ResultColumn::name>)
      .def("units", list<&io::ResultColumn::unit>)
      .def("descriptions", list<&io::ResultColumn::description>)
      .def_readonly("json", &Result::json)
      .def_readonly("text", &Result::text)
      .def_readonly("warnings", &Result::warnings)
      .def_readonly("rows", &Result::rows)
      .def_property_readonly("model", [](const Result& r) { return r.from.model; })
      .def_property_readonly("method", [](const Result& r) { return r.from.method; })
      .def_property_readonly("step", [](const Result& r) { return r.from.step; })
      .def_property_readonly("version", [](const Result& r) { return r.from.version; })
      .def("loaded_model", [](const Result& r) { return r.model; })
      .def("save", save_rows)
      .def("report", report)
      .def(py::pickle([](const Result& r) { return pickled(r); },
                      [](const py::tuple& t) { return unpickled(t); }));
  m.def("read", read);
}

}  // namespace takt::python
