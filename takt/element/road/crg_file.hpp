// Reads a measured road from an OpenCRG file in its text form: header, then heights in columns of
// fixed width.                                                                     ASAM OpenCRG 1.2
//
//   $ROAD_CRG                            u along the road (x of Takt), v to its left (y), in m
//   REFERENCE_LINE_INCREMENT = 0.5
//   LONG_SECTION_V_RIGHT = -1            without it the sections lie evenly about v = 0
//   LONG_SECTION_V_INCREMENT = 1
//   $KD_DEFINITION
//   #:LRFI                               10 characters a number, 8 a line; LDFI: 20 and 4
//   D:long section 1,m                   or "long section at v = -1,m"
//   D:long section 2,m
//   D:long section 3,m
//   $$$$
//    0.0000000 0.0010000 0.0000000       a row for each u, on lines of its own
//
// The road is straight and level but for these heights: a reference line that turns, slopes or
// banks is refused, as are binary data, modifiers, included files and heights that are missing.
// Where the line begins in a map (REFERENCE_LINE_START_X and so on) and how other programs evaluate
// the surface ($ROAD_CRG_OPTS) have no effect.
#pragma once

#include "takt/element/road/grid_file.hpp"

namespace takt::element {

// Throws Error with the line. `name` is that of the file.
GridFile parse_crg(std::string_view text, const std::string& name);

}  // namespace takt::element
