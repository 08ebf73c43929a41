// Every invalid composition is refused before the first step, with the reason and what to use
// instead. The texts are approved: compositions.approved.txt (tools/approve.py takes new ones over).
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "takt/base/error.hpp"
#include "takt/method/all_compositions.hpp"
#include "takt/method/refusal.hpp"
#include "tests/support/methods.hpp"

namespace takt::test {
namespace {

std::string what_is_said(const std::string& text, const Shape* shape, bool realtime = false) {
  try {
    Method m = parse_method(text);
    m.realtime = realtime;
    require_valid(compose(m), shape);
  } catch (const Error& e) {
    return std::string(e.what()) + "\n  at: " + e.where + "\n  try: " + e.hint + "\n";
  }
  return "accepted\n";
}

void approve(const std::string& name, const std::string& received) {
  const std::string base = std::string(TAKT_SOURCE_DIR) + "/tests/refusal/" + name;
  std::ifstream file(base + ".approved.txt");
  std::stringstream approved;
  approved << file.rdbuf();
  if (approved.str() == received) {
    std::remove((base + ".received.txt").c_str());
    return;
  }
  std::ofstream(base + ".received.txt") << received;
  ADD_FAILURE() << "the texts differ from tests/refusal/" << name
                << ".approved.txt; read the .received.txt beside it, then run make approve";
}

TEST(Refusal, EveryInvalidComposition) {
  const auto bead = problem::make_problem("cubic-bead");
  // What is said, without the method it is said to, and to which methods.
  std::vector<std::pair<std::string, std::vector<std::string>>> texts;
  int refused = 0, valid = 0;
  for (const std::string& text : all_compositions(true)) {
    std::string said = what_is_said(text, &bead->shape());
    if (said == "accepted\n") {
      ++valid;
      continue;
    }
    ++refused;
    const std::size_t at = said.find("  at: ");
    said.erase(at, said.find('\n', at) + 1 - at);
    auto same = std::find_if(texts.begin(), texts.end(),
                             [&](const auto& known) { return known.first == said; });
    if (same == texts.end()) same = texts.insert(texts.end(), {said, {}});
    same->second.push_back(text);
  }
  std::string received;
  for (const auto& [said, methods] : texts) {
    received += "== " + methods.front();
    if (methods.size() > 1) received += " and " + std::to_string(methods.size() - 1) + " more";
    received += "\n" + said + "\n";
  }
  EXPECT_GT(refused, 10);
  EXPECT_GT(valid, 50);
  approve("compositions", received);
}

TEST(Refusal, OptionsThatDoNotFit) {
  const auto bead = problem::make_problem("cubic-bead");
  std::string received;
  for (const std::string text : {
           "index1(baumgarte=auto)+heun",
           "index1(baumgarte=auto)+dopri5",
           "index1(baumgarte=12)+heun",
           "index1(baumgarte=12;-70)+heun",
           "index2(baumgarte=12;70)+explicit_euler",
           "index1(baumgarte=12;70,invariant=5)+heun",
           "index1(implicit=true)+heun",
           "index1(invariant=5,implicit=true)+heun+s_both",
           "index1(invariant=5)+linear_implicit_euler(J2)",
           "index1(invariant=-5)+heun",
           "index1+heun+s_both2(stage6)",
           "index1+heun+s_both2(stage7)",
           "index1+heun+projection(metric=tangent)",
           "index1+heun+projection(levels=va)",
           "index1+heun+projection(curvature=full,sequential=true)",
           "index1+heun+projection(curvature=block,levels=v)",
           "index1+heun+projection(curvature=block,at=start)",
           "index1+heun+s_both(relax=2)",
           "index1+heun+to_tolerance(0)",
           "index1+heun+projection(nearest=mass,newton=2)",
           "index1+heun+projection(nearest=mass,levels=v)",
           "index1+heun+projection(nearest=identity,curvature=block)",
           "index1+heun+projection(tolerance=1e-8)",
           "index1+heun+projection(newton=0)",
           "index2(baumgarte=10)+linear_implicit_euler(J2)+srm",
           "index2+linear_implicit_euler(J2)+srm(epsilon=0)",
           "index1+heun+dense",
           "index2+linear_implicit_euler(J4)",
           "index2+linear_implicit_euler(lambda_gradiant=true)",
           "index1(lambda=mess)+linear_implicit_euler(J2)",
           "index1+heun(0.5)",
           "index1+dopri5(rtol=0)",
           "index1+dopri5(rtol=1e-5,rtol=1e-6)",
           "ode+heun",
           "joint:index1+heun",
           "ggl(formalism=residual)+bdf+dense+extended",
           "index1+heun+grouped",
           "index2+linear_implicit_euler(J2)+partitioned",
           "ggl+bdf+partitioned+extended",
           "ggl+bdf(order=2)",
           "ggl+bdf(order=3,passes=2)",
           "ggl+bdf(max_order=6)",
           "ggl+bdf(passes=2,newton=0.1)",
           "ggl+bdf(rtol=1e-17)",
           "ggl+bdf+s_both",
           "ggl+radau(stages=3)",
           "ggl+radau+partitioned",
           "ggl+radau+grouped(pattern=estimated)",
           "ggl+radau(passes=2,until=1e-6)",
           "index1+dirk(alexander5)",
           "conserving(weight=step)+midpoint+one_step",
           "conserving(loads=end)+midpoint",
           "ali3(loads=ends)+trapezoidal",
           "ali3(update=papers)+trapezoidal",
           "index2+dirk",
           "index1(project=qv,baumgarte=12;70)+bdf",
       })
    received += "== " + std::string(text) + "\n" + what_is_said(text, &bead->shape()) + "\n";
  Shape loaded = bead->shape();  // forces that grow with a multiplier
  loaded.f_lambda = linear::pattern_of(loaded.nv, loaded.ng, {{0, 0}});
  for (const std::string text : {"index2+linear_implicit_euler(J2)+one_step", "ali3+trapezoidal"})
    received += "== with creep: " + text + "\n" + what_is_said(text, &loaded) + "\n";
  EXPECT_EQ(what_is_said("ggl+bdf", &loaded).find("cannot"), std::string::npos);
  EXPECT_EQ(received.find("accepted"), std::string::npos);
  approve("options", received);
}

TEST(Refusal, MalformedText) {
  std::string received;
  for (const std::string text : {
           "",
           "index1",
           "+heun",
           "index1+",
           "index1++heun",
           "index1(baumgarte=12;70+heun",
           "index1()+heun",
           "index1(baumgarte=)+heun",
           "index1(,)+heun",
           "index1+heun)",
           "index1+heun s_both",
           "indx1+heun",
           "index1+huen",
           "index1+heun+sboth2",
           "index1+heun+s_both+s_vel",
           "index1+linear_implicit_euler+dense+analytic",
           "index1+heun+s_both+\xff\xfe",
       })
    received += "== " + std::string(text) + "\n" + what_is_said(text, nullptr) + "\n";
  EXPECT_EQ(received.find("accepted"), std::string::npos);
  approve("malformed", received);
}

TEST(Refusal, UnboundedMethodsInRealTime) {
  std::string received;
  for (const std::string text :
       {"index1+dopri5+s_both2", "index1+heun+to_tolerance", "index1+heun+projection(nearest=mass)",
        "index1(invariant=5,implicit=true)+heun"})
    received += "== " + std::string(text) + "\n" + what_is_said(text, nullptr, true) + "\n";
  EXPECT_EQ(received.find("accepted"), std::string::npos);
  EXPECT_EQ(what_is_said("index1+heun+s_both2", nullptr, true), "accepted\n");
  approve("unbounded", received);
}

TEST(Method, TextAndDataAgree) {
  for (const std::string& text : with_options(true)) {
    const Method m = parse_method(text);
    EXPECT_EQ(to_string(parse_method(to_string(m))), to_string(m));
  }
  EXPECT_EQ(to_string(parse_method("index1 + rk2 + s_both2( G )")), "index1+heun+s_both2(G)");
}

}  // namespace
}  // namespace takt::test
