// Compiles formulas by recursive descent over the text, and writes postfix code on the way:
//
//   choice := comparison [? choice : choice]     comparison := sum [< sum]
//   sum := product {+ product}                   product := signed {* signed}
//   signed := - signed | power                   power := primary [^ signed]
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>

#include "takt/base/text.hpp"
#include "takt/element/signal/expression.hpp"

namespace takt::element {

ExpressionError::ExpressionError(const std::string& what_is_wrong, std::string_view text, int at,
                                 std::string instead)
    : Error(what_is_wrong,
            "column " + std::to_string(at) + " of '" +
                std::string(text.substr(0, Expression::longest)) + "'",
            std::move(instead)),
      column(at) {}

class ExpressionCompiler {
 public:
  ExpressionCompiler(std::string_view text, std::span<const std::string> names)
      : text_(text), names_(names) {}

  Expression compile() {
    if (text_.size() > Expression::longest)
      fail("the expression has " + std::to_string(text_.size()) + " characters", 0,
           "at most " + std::to_string(Expression::longest) + " are allowed");
    choice();
    skip();
    if (at_ < text_.size()) {
      const char c = text_[at_];
      fail(std::string("'") + c + "' is not expected here", at_,
           c == ')' ? "take it away, or open it before" : "write an operator between two operands");
    }
    return std::move(out_);
  }

 private:
  using Code = Expression::Code;
  struct Function {
    std::string_view name;
    Code code;
  };
  static constexpr Function functions[] = {{"sin", Code::sin},
                                           {"cos", Code::cos},
                                           {"tan", Code::tan},
                                           {"asin", Code::asin},
                                           {"acos", Code::acos},
                                           {"atan", Code::atan},
                                           {"atan2", Code::atan2},
                                           {"sqrt", Code::sqrt},
                                           {"exp", Code::exp},
                                           {"log", Code::log},
                                           {"abs", Code::abs},
                                           {"min", Code::min},
                                           {"max", Code::max},
                                           {"floor", Code::floor},
                                           {"sign", Code::sign},
                                           {"step", Code::step},
                                           {"smoothstep", Code::smoothstep}};

  struct Level {  // counts one nesting level while it lives
    explicit Level(ExpressionCompiler& c) : owner(c) {
      if (++owner.level_ > Expression::deepest)
        owner.fail("the expression is nested too deeply", owner.at_,
                   "at most " + std::to_string(Expression::deepest) + " levels are allowed");
    }
    ~Level() { --owner.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ExpressionCompiler& owner;
  };

  friend class Expression;  // names_in

  [[noreturn]] void fail(const std::string& what, std::size_t position, std::string hint) const {
    throw ExpressionError(what, text_, static_cast<int>(position) + 1, std::move(hint));
  }

  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  bool accept(std::string_view token) {
    skip();
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  void expect(std::string_view token, std::string hint) {
    if (!accept(token)) fail("'" + std::string(token) + "' is missing", at_, std::move(hint));
  }

  void emit(Code code, int index = 0, double value = 0) {
    depth_ += 1 - Expression::operands(code);
    if (depth_ > Expression::stack)
      fail("the expression needs too many operands at a time", at_, "write it with fewer brackets");
    out_.ops_.push_back({code, index, value});
  }

  void choice() {
    const Level level(*this);
    comparison();
    if (!accept("?")) return;
    choice();
    expect(":", "a choice is written a ? b : c");
    choice();
    emit(Code::choose);
  }

  void comparison() {
    static constexpr Function signs[] = {{"<=", Code::less_equal}, {">=", Code::greater_equal},
                                         {"==", Code::equal},      {"!=", Code::unequal},
                                         {"<", Code::less},        {">", Code::greater}};
    sum();
    for (const Function& s : signs)
      if (accept(s.name)) {
        sum();
        emit(s.code);
        return;
      }
  }

  void sum() {
    product();
    for (;;) {
      if (accept("+")) {
        product();
        emit(Code::add);
      } else if (accept("-")) {
        product();
        emit(Code::subtract);
      } else {
        return;
      }
    }
  }

  void product() {
    with_sign();
    for (;;) {
      if (accept("*")) {
        if (at_ < text_.size() && text_[at_] == '*')
          fail("'**' is no operator", at_ - 1, "write a power as a ^ b");
        with_sign();
        emit(Code::multiply);
      } else if (accept("/")) {
        with_sign();
        emit(Code::divide);
      } else {
        return;
      }
    }
  }

  void with_sign() {
    if (accept("-")) {
      const Level level(*this);
      with_sign();
      emit(Code::negate);
    } else if (accept("+")) {
      const Level level(*this);
      with_sign();
    } else {
      primary();
      if (accept("^")) {
        const Level level(*this);
        with_sign();
        emit(Code::power);
      }
    }
  }

  static bool letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }
  static bool digit(char c) { return c >= '0' && c <= '9'; }

  void primary() {
    skip();
    if (at_ == text_.size())
      fail(text_.find_first_not_of(" \t") == std::string_view::npos ? "the expression is empty"
                                                                    : "an operand is missing",
           at_, "write a number, a name or a bracket");
    const char c = text_[at_];
    if (digit(c) || c == '.') return number_here();
    if (letter(c)) return name_here();
    if (accept("(")) {
      choice();
      return expect(")", "close the bracket");
    }
    fail(std::string("'") + c + "' is not expected here", at_,
         "write a number, a name or a bracket");
  }

  void number_here() {
    double x = 0;
    const char* from = text_.data() + at_;
    const auto [end, error] = std::from_chars(from, text_.data() + text_.size(), x);
    if (error == std::errc::invalid_argument)
      fail("this is no number", at_, "write it like 1.5e-3");
    if (error != std::errc() || !std::isfinite(x))
      fail("the number is out of range", at_, "give a number a double can hold");
    at_ += end - from;
    if (at_ < text_.size() && text_[at_] == '.')
      fail("a second decimal point", at_, "write it like 1.5e-3");
    emit(Code::constant, 0, x);
  }

  static std::string_view name_at(std::string_view text, std::size_t from) {
    std::size_t end = from;
    while (end < text.size() && (letter(text[end]) || digit(text[end]) || text[end] == '.')) ++end;
    return text.substr(from, end - from);
  }

  void name_here() {
    const std::size_t from = at_;
    const std::string_view name = name_at(text_, from);
    at_ += name.size();
    if (accept("(")) return call(name, from);
    for (std::size_t k = 0; k < names_.size(); ++k)
      if (names_[k] == name) return emit(Code::variable, static_cast<int>(k));
    if (name == "pi") return emit(Code::constant, 0, std::numbers::pi);
    if (name == "e") return emit(Code::constant, 0, std::numbers::e);
    std::vector<std::string> known(names_.begin(), names_.end());
    for (const Function& f : functions) {
      if (f.name == name)
        fail("the function '" + std::string(name) + "' has no arguments", at_, "open a bracket");
      known.emplace_back(f.name);
    }
    known.insert(known.end(), {"pi", "e"});
    ExpressionError error("unknown name '" + std::string(name) + "'", text_,
                          static_cast<int>(from) + 1,
                          did_you_mean(name, known,
                                       names_.empty() ? "no names are known here but pi and e"
                                                      : "known names: " + join(names_, ", ")));
    error.unknown = name;
    throw error;
  }

  void call(std::string_view name, std::size_t from) {
    const Function* f = std::find_if(std::begin(functions), std::end(functions),
                                     [name](const Function& g) { return g.name == name; });
    if (f == std::end(functions))
      fail("unknown function '" + std::string(name) + "'", from,
           did_you_mean(name, names_of(functions),
                        "known functions: " + join(names_of(functions), ", ")));
    int arguments = 0;
    if (!accept(")")) {
      do {
        choice();
        ++arguments;
      } while (accept(","));
      expect(")", "close the bracket");
    }
    const int wanted = Expression::operands(f->code);
    if (arguments != wanted)
      fail("'" + std::string(name) + "' has " + std::to_string(arguments) + " arguments", from,
           "give it " + std::to_string(wanted));
    if (f->code == Code::floor) out_.jumps_ = true;
    emit(f->code);
  }

  std::string_view text_;
  std::span<const std::string> names_;
  std::size_t at_ = 0;
  int level_ = 0, depth_ = 0;
  Expression out_;
};

Expression Expression::compile(std::string_view text, std::span<const std::string> names) {
  return ExpressionCompiler(text, names).compile();
}

std::vector<std::string> Expression::names_in(std::string_view text) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < text.size();) {
    if (!ExpressionCompiler::letter(text[i]) && !ExpressionCompiler::digit(text[i])) {
      ++i;
      continue;
    }
    const std::string_view word = ExpressionCompiler::name_at(text, i);
    i += word.size();
    const std::size_t next = text.find_first_not_of(" \t", i);
    const bool function = next != std::string_view::npos && text[next] == '(';
    if (function || ExpressionCompiler::digit(word[0])) continue;
    if (std::find(names.begin(), names.end(), word) == names.end()) names.emplace_back(word);
  }
  return names;
}

}  // namespace takt::element
