// Every shipped model in both sets of coordinates, and the bounded methods that may fit it.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "takt/base/error.hpp"
#include "takt/io/model_file/open_model.hpp"
#include "takt/method/all_compositions.hpp"
#include "takt/method/refusal.hpp"
#include "tests/support/methods.hpp"

namespace takt::campaign {

struct Instance {
  std::string model;
  std::vector<std::string> set;
  std::string coordinates;  // of a mechanism: "joint:", "natural:"
  double step;              // s
  std::string name() const {
    std::string text = coordinates + model;
    for (const std::string& s : set) text += " " + s;
    return text;
  }
};

// Models of variable size are run in a small size, which saves hours.
inline std::vector<std::string> smaller(const std::string& model) {
  if (model == "chain" || model == "tree") return {"N=6"};
  return {};
}

inline std::vector<Instance> instances(const std::vector<std::string>& wanted) {
  std::vector<Instance> all;
  for (const std::string& model : io::model_names()) {
    if (problem::find_problem(model) != nullptr) {
      all.push_back({model, {}, "", test::short_span(model).step});
      continue;
    }
    for (const char* coordinates : {"joint:", "natural:"}) {
      try {
        const std::vector<std::string> set = smaller(model);
        const io::OpenModel open = io::open_model(model, set, coordinates);
        all.push_back({model, set, coordinates, open.step.value_or(1e-3)});
      } catch (const Error&) {  // vehicles on rails have no natural coordinates
      }
    }
    if (model == "truck-trailer") all.push_back({model, {"hitch=module"}, "joint:", 1e-3});
  }
  const auto given = [&wanted](const std::string& name) {
    return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  if (!wanted.empty())
    std::erase_if(all, [&given](const Instance& i) {
      return !given(i.model) && !given(i.coordinates + i.model);
    });
  return all;
}

inline std::vector<std::string> bounded_methods(bool constrained) {
  std::vector<std::string> texts = all_compositions(constrained);
  for (std::string& text : test::with_options(constrained)) texts.push_back(std::move(text));
  std::erase_if(texts, [](const std::string& text) {
    const Composition c = compose(parse_method(text));
    return !c.bounded() || !refusal(c, nullptr).empty();
  });
  return texts;
}

// Runs all instances on all processors. Each result is shown as soon as it and those before it in
// the list are known.
// and those before it are known.
template <class Run, class Show>
void side_by_side(const std::vector<Instance>& all, const Run& run, const Show& show) {
  using Result = decltype(run(all[0]));
  std::vector<Result> results(all.size());
  std::vector<char> ready(all.size(), 0);
  std::mutex mutex;
  std::condition_variable done;
  std::atomic<std::size_t> next = 0;
  std::vector<std::jthread> workers;
  for (unsigned k = 0; k < std::max(1u, std::thread::hardware_concurrency()); ++k)
    workers.emplace_back([&] {
      for (std::size_t i = next++; i < all.size(); i = next++) {
        Result result = run(all[i]);
        const std::lock_guard lock(mutex);
        results[i] = std::move(result);
        ready[i] = 1;
        done.notify_one();
      }
    });
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::unique_lock lock(mutex);
    done.wait(lock, [&] { return ready[i] != 0; });
    show(all[i], results[i]);
  }
}

}  // namespace takt::campaign
