// Models that are written part by part: checked as files are, and nothing stays of a part that is refused.
#include "takt/io/model_file/draft.hpp"

#include <gtest/gtest.h>

#include "takt/base/error.hpp"
#include "takt/io/model_file/model_file.hpp"

namespace takt::io {
namespace {

Error refused(ModelDraft& draft, const std::string& text) {
  try {
    draft.add(text, "arm.py:7");
  } catch (const Error& e) {
    return e;
  }
  ADD_FAILURE() << "accepted: " << text;
  return {"", "", ""};
}

TEST(ModelDraft, ChecksEachPart) {
  ModelDraft draft;
  draft.add("parameters: {l: 50 cm}\n", "arm.py:1");
  draft.add("bodies: {arm: {mass: 1, com: [\"${l}\", 0, 0]}}\n", "arm.py:2");
  const Error key = refused(draft, "bodies: {b: {mas: 1}}\n");
  EXPECT_STREQ(key.what(), "unknown key 'mas'");
  EXPECT_EQ(key.where, "arm.py:7 body 'b'");
  EXPECT_NE(key.hint.find("mass"), std::string::npos);
  EXPECT_NE(refused(draft, "joints: {j: {type: revolute, between: [ground, am], at: [0, 0, 0]}}\n")
                .hint.find("arm"),
            std::string::npos);
  refused(draft, "bodies: {arm: {mass: 1}}\n");  // again
  refused(draft, "parameters: {m: \"${k}\"}\n");
  draft.add("bodies: {b: {mass: 1}}\n", "arm.py:3");  // nothing has stayed of the first try
  draft.add("joints: {j: {type: revolute, between: [ground, arm], at: [0, 0, 0]}}\n", "arm.py:4");
  refused(draft, "initial: {v: {k: 1}}\n");
  draft.add("initial: {v: {j: 1}}\n", "arm.py:5");
}

TEST(ModelDraft, SaysWhatAFileSays) {
  ModelDraft draft;
  const std::string text = "bodies: {a: {mass: 1 m}}\n";
  const Error here = refused(draft, text);
  try {
    read_model("takt: 1\n" + text, "arm.yaml");
    FAIL();
  } catch (const Error& e) {
    EXPECT_STREQ(here.what(), e.what());
    EXPECT_EQ(here.hint, e.hint);
  }
}

TEST(ModelDraft, CopiesGoTheirOwnWay) {
  ModelDraft draft;
  draft.add("bodies: {a: {mass: 1}}\n", "here");
  ModelDraft copy(draft);
  copy.add("parameters: {p: 1}\nbodies: {b: {mass: \"${p}\"}}\n", "here");
  draft.add("bodies: {b: {mass: 2}}\n", "here");
  refused(draft, "bodies: {c: {mass: \"${p}\"}}\n");
}

TEST(ModelDraft, TemplatesSignalsAndFormulas) {
  ModelDraft draft;
  draft.add("templates: {leg: {bodies: {foot: {mass: 1}}}}\n", "here");
  draft.add("instances: {left: {template: leg}}\n", "here");
  draft.add("joints: {hip: {type: revolute, between: [ground, left.foot], at: [0, 0, 0]}}\n",
            "here");
  draft.add("signals: {u: {type: input}}\n", "here");
  draft.add("signals: {f: {type: expression, text: 2*u}}\n", "here");
  refused(draft, "signals: {g: {type: expression, text: 2*w}}\n");
  draft.add("forces: {motor: {type: drive, joint: hip, torque: f}}\n", "here");
  refused(draft, "forces: {other: {type: drive, joint: hip, torque: g}}\n");
}

}  // namespace
}  // namespace takt::io
