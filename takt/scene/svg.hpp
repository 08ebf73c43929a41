// A drawing of a scene for documents: SVG, without a program that draws it.
#pragma once

#include <string>

#include "takt/scene/scene.hpp"

namespace takt::scene {

struct SvgOptions {
  std::string title, description;
  Vec3 gravity = Vec3::Zero();  // which says what is up
  double width = 900;           // of the paper, in pixels; its height follows
};

// Hidden parts are not drawn. The background is transparent, and lines and texts are readable on
// white and on dark paper. Texts are escaped: no name can bring in markup.
std::string to_svg(const Scene&, const SvgOptions&);

}  // namespace takt::scene
