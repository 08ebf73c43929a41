// The pages of takt certify and takt tune as people read them.
#include <gtest/gtest.h>

#include "approved.hpp"
#include "takt/certify/advice_page.hpp"
#include "takt/certify/certificate_text.hpp"

namespace takt::test {
namespace {

using namespace certify;

// Which program, compiler and machine it was is not part of the text, nor are the last bits.
std::string without_versions(const std::string& page) {
  std::string text = page.substr(0, page.find("\n  takt "));
  const std::string hash = "state hash ";
  if (const std::size_t at = text.find(hash); at != std::string::npos)
    text.replace(at + hash.size(), 16, "0123456789abcdef");
  return text;
}

int reads = 0;
void arm() noexcept {}
long control_only() noexcept { return ++reads == 1 ? 2 : 0; }

Certificate certified(const std::string& model, const std::string& method, double h, double until,
                      std::int64_t nanoseconds) {
  const io::OpenModel open = io::open_model(model, {}, method);
  Method m = parse_method(method);
  m.step = h;
  std::int64_t now = 0;
  CertifyOptions o;
  o.until = until;
  o.period = h;
  o.clock = [&] { return now += nanoseconds; };
  const HeapProbe probe{arm, control_only};
  reads = 0;
  o.heap = &probe;
  Certificate c = certify::certify(open, m, o);
  c.work.at = {{2800, 160, ""}, {2814, 163, ""}};
  return c;
}

TEST(Pages, CertificateThatHolds) {
  const Certificate c =
      certified("pendulum-cartesian", "index2+linear_implicit_euler(J2)+one_step", 1e-3, 0.5, 1000);
  const std::string text = without_versions(page(c, {}));
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = std::min(text.find('\n', at), text.size());
    EXPECT_LE(io::width(text.substr(at, end - at)), 80u) << text.substr(at, end - at);
  }
  expect_approved("certificate_that_holds", text);
}

TEST(Pages, CertificateThatDoesNot) {
  expect_approved(
      "certificate_that_does_not",
      without_versions(
          page(certified("linear-oscillator", "ode+explicit_euler", 0.1, 5, 200000000), {})));
}

TEST(Pages, RedLinesAreRed) {
  const Certificate c = certified("linear-oscillator", "ode+explicit_euler", 0.1, 5, 1000);
  const std::string colours = page(c, {true}), plain = page(c, {false});
  const std::size_t red = colours.find("\033[31m"), green = colours.find("\033[32m");
  EXPECT_LT(red, green);
  EXPECT_EQ(plain.find('\033'), std::string::npos);
}

Trial trial(const char* method, double step, double usual, double error, double radius) {
  Trial t;
  t.method = method;
  t.step = step;
  t.usual = usual;
  t.worst = 1.3 * usual;
  t.error = error;
  t.radius = radius;
  t.drift = {1.5e-9, 2e-16, 0};
  return t;
}

TEST(Pages, Advice) {
  Advice a;
  a.model = a.source = "iltis";
  a.in_a_file = true;
  a.usual_until = 8;
  a.reference = "index1+dopri5(rtol=1e-9)+s_both2";
  a.period = 1e-3;
  a.accuracy = 1e-3;
  a.share = 0.7;
  a.until = 8;
  a.horizon = 7.5;
  a.agreement = 1.2e-6;
  a.considered = 120;
  a.screened = 300;
  a.failed = 12;
  a.too_slow = 3;
  a.trials = {trial("index1+heun+s_both2", 1e-3, 3e-5, 0.02, 0),
              trial("index2+linear_implicit_euler(J2)+one_step", 5e-4, 6e-5, 8e-4, 0.9957),
              trial("ali3+trapezoidal(passes=2)", 1e-3, 8e-4, 1e-5, 1.0213)};
  a.trials[1].frontier = a.trials[1].meets = true;
  a.trials[2].grows = true;
  a.recommended = 1;
  a.why = "It is the one.";
  expect_approved("advice", page(a, {}));
  a.recommended = -1;
  a.nearest = 2;
  a.all_screened = false;
  a.trials[0].status = Status::not_finite;
  a.trials[1].unsure = true;
  a.why = "This one comes nearest.";
  expect_approved("advice_without_a_method", page(a, {}));
  EXPECT_EQ(to_json(a)["recommended"], nullptr);
  EXPECT_EQ(to_json(a)["paste"], nullptr);
  EXPECT_NE(csv(a).find("\nali3+trapezoidal(passes=2),0.001,"), std::string::npos);
  for (int k = 0; k < 30; ++k)
    a.trials.push_back(trial("index1+heun+s_full", 1e-3, 9e-5, 0.1 * (k + 1), 0.9));
  const std::string cut = page(a, {});  // one on the frontier, one nearest, ten others
  EXPECT_NE(cut.find("21 more trials are not shown"), std::string::npos) << cut;
  EXPECT_NE(cut.find(" 0.9  "), std::string::npos) << cut;  // of the others those nearest
  EXPECT_EQ(cut.find(" 1.1  "), std::string::npos) << cut;
  const std::string all = csv(a);
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 34);
}

}  // namespace
}  // namespace takt::test
