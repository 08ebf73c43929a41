// A page as JSON and HTML: hostile texts, numbers that are not finite, and the block of numbers.
#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "takt/base/error.hpp"
#include "web/page/data_block.hpp"
#include "web/page/html.hpp"
#include "web/page/json.hpp"
#include "web/page/page_template.hpp"

namespace takt::web {
namespace {

using Json = nlohmann::ordered_json;

constexpr double inf = std::numeric_limits<double>::infinity();

const char* const hostile[] = {"</script><script>alert(1)</script>",
                               "<!--<script>",
                               "]]>&lt;\"'`${x}\\",
                               "@TAKT_PAGE@ @TAKT_DATA@ @TAKT_TITLE@",
                               "line\xE2\x80\xA8separator\xE2\x80\xA9paragraph",
                               "bytes \xFF\xFE that are no text",
                               "tab\tzero\x01 end\n"};

Page page_with(const std::string& text) {
  Page p;
  p.kind = "run";
  p.title = p.subtitle = p.method = p.method_explained = p.version = p.command = text;
  p.warnings = {text};
  p.cards = {{text, text, text, Tone::bad}};
  p.sections.emplace_back(TextSection{"a", text, text, text});
  p.sections.emplace_back(SourceSection{"b", text, text, text, text, {text}});
  p.sections.emplace_back(TableSection{"c", text, text, {text}, {{text}}});
  p.tables = {{"series", {{text, text, text, {1.0}}}, std::nullopt}};
  return p;
}

TEST(Page, TextsStayTexts) {
  for (const std::string text : hostile) {
    const Page page = page_with(text);
    const std::string json = for_script(to_json(page, make_block(page.tables).tables));
    EXPECT_EQ(json.find('<'), std::string::npos) << text;
    EXPECT_EQ(json.find("\xE2\x80\xA8"), std::string::npos);
    EXPECT_EQ(json.find("\xE2\x80\xA9"), std::string::npos);
    const Json read = Json::parse(json);
    if (text.find('\xFF') != std::string::npos) continue;  // replaced
    EXPECT_EQ(read["title"], text);
    EXPECT_EQ(read["warnings"][0], text);
    EXPECT_EQ(read["sections"][1]["settings"][0], text);
    EXPECT_EQ(read["tables"][0]["columns"][0]["name"], text);
  }
  EXPECT_EQ(for_element("</title><b> & more"), "&lt;/title&gt;&lt;b&gt; &amp; more");
}

TEST(Page, TemplateIsFilledOnce) {
  if (!has_pages()) GTEST_SKIP() << why_no_pages();
  const std::string html = to_html(page_with("@TAKT_PAGE@ </script> @TAKT_DATA@"));
  const auto count = [&](const std::string& what) {
    std::size_t n = 0;
    for (std::size_t at = html.find(what); at != std::string::npos; at = html.find(what, at + 1))
      ++n;
    return n;
  };
  const std::string empty = to_html(page_with(""));
  EXPECT_EQ(count("id=\"takt-page\""), 1u);
  EXPECT_EQ(count("id=\"takt-data\""), 1u);
  const auto ends = [](const std::string& text) {
    std::size_t n = 0;
    for (std::size_t at = text.find("</script"); at != std::string::npos;
         at = text.find("</script", at + 1))
      ++n;
    return n;
  };
  EXPECT_EQ(ends(html), ends(empty));
}

TEST(Page, NumbersThatAreNotFiniteAreNull) {
  Page p;
  ChartSection chart{"a", "", "", {"", "", false}, {"", "", true}, {}};
  chart.curves.push_back({"c", {0, 1, 2}, {1, std::nan(""), inf}});
  chart.marks.push_back({std::nullopt, 2.0, "bound"});
  p.sections.emplace_back(chart);
  const Json j = Json::parse(for_script(to_json(p, Json::array())))["sections"][0];
  EXPECT_EQ(j["curves"][0]["y"], Json::parse("[1.0, null, null]"));
  EXPECT_EQ(j["marks"][0], Json::parse(R"({"y": 2.0, "text": "bound"})"));
  EXPECT_TRUE(j["y"]["log"]);
  EXPECT_FALSE(j["x"].contains("log"));
}

template <class Number>
std::vector<Number> read(const std::vector<std::uint8_t>& bytes, const Json& column,
                         std::size_t rows) {
  std::vector<Number> values(rows);
  std::memcpy(values.data(), bytes.data() + column["offset"].get<std::size_t>(),
              rows * sizeof(Number));
  return values;
}

TEST(DataBlock, HoldsColumnsInTheirPlaces) {
  const std::vector<double> t{0, 0.1, 0.2}, x{1.5, -inf, 1e300}, y{std::nan(""), 1e-300, -1e300};
  const DataBlock b =
      make_block({{"series", {{"t", "s", "time", t}, {"x", "N", "", x}}, 77},
                  {"frames", {{"t", "s", "time", t}, {"y", "", "", y}}, std::nullopt}});
  ASSERT_EQ(b.tables.size(), 2u);
  EXPECT_EQ(b.tables[0]["rows"], 3);
  EXPECT_EQ(b.tables[0]["thinned"], 77);
  EXPECT_FALSE(b.tables[1].contains("thinned"));
  for (const Json& table : b.tables)
    for (const Json& c : table["columns"])
      EXPECT_EQ(c["offset"].get<std::size_t>() % (c["type"] == "f8" ? 8 : 4), 0u);
  EXPECT_EQ(read<double>(b.bytes, b.tables[0]["columns"][0], 3), t);
  EXPECT_EQ(read<double>(b.bytes, b.tables[1]["columns"][0], 3), t);
  const auto first = read<float>(b.bytes, b.tables[0]["columns"][1], 3);
  const auto second = read<float>(b.bytes, b.tables[1]["columns"][1], 3);
  EXPECT_EQ(first, (std::vector<float>{1.5f, -HUGE_VALF, HUGE_VALF}));
  EXPECT_TRUE(std::isnan(second[0]));
  EXPECT_EQ(second[1], 0.0f);
  EXPECT_EQ(second[2], -HUGE_VALF);
  EXPECT_THROW(make_block({{"s", {{"t", "", "", t}, {"x", "", "", {1}}}, std::nullopt}}), Error);
}

TEST(DataBlock, KeepsPositionsFarAwayWithAllDigits) {
  const std::vector<double> t{0, 1}, far{3, 12345.678901234}, near{3, -63.9},
      force{0, 12345.678901234};
  const DataBlock b = make_block(
      {{"frames",
        {{"t", "s", "", t}, {"far", "m", "", far}, {"near", "m", "", near}, {"F", "N", "", force}},
        std::nullopt}});
  const Json& columns = b.tables[0]["columns"];
  EXPECT_EQ(columns[1]["type"], "f8");
  EXPECT_EQ(columns[2]["type"], "f4");
  EXPECT_EQ(columns[3]["type"], "f4");
  EXPECT_EQ(read<double>(b.bytes, columns[1], 2), far);
  EXPECT_EQ(read<float>(b.bytes, columns[2], 2)[1], -63.9f);
}

std::vector<std::uint8_t> from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<std::uint8_t> bytes;
  std::uint32_t word = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    word = (word << 6) | static_cast<std::uint32_t>(digits.find(c));
    bits += 6;
    if (bits >= 8) bytes.push_back(static_cast<std::uint8_t>(word >> (bits -= 8)));
  }
  return bytes;
}

TEST(DataBlock, ComesBackFromBase64AndZlib) {
  const auto text_of = [](std::string_view s) {
    return base64({reinterpret_cast<const std::uint8_t*>(s.data()), s.size()});
  };
  EXPECT_EQ(text_of(""), "");  // RFC 4648 section 10
  EXPECT_EQ(text_of("f"), "Zg==");
  EXPECT_EQ(text_of("fo"), "Zm8=");
  EXPECT_EQ(text_of("foobar"), "Zm9vYmFy");
  for (const std::size_t size : {0u, 1u, 2u, 3u, 1000u, 70001u}) {
    std::vector<std::uint8_t> bytes(size);
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i * i >> 3);
    const std::vector<std::uint8_t> packed = from_base64(base64(compressed(bytes)));
    std::vector<std::uint8_t> out(size + 1);
    uLongf length = static_cast<uLongf>(out.size());
    ASSERT_EQ(uncompress(out.data(), &length, packed.data(), static_cast<uLong>(packed.size())),
              Z_OK);
    out.resize(length);
    EXPECT_EQ(out, bytes);
  }
}

}  // namespace
}  // namespace takt::web
