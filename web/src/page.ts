// What a page shows, as the program writes it into the HTML file. The program (web/page, C++) makes
// one `Page` and one block of numbers; nothing here knows which command they come from.
//
//   <script type="application/json" id="takt-page">   a Page; every "<" is written as \u003c
//   <script type="text/plain" id="takt-data">         base64 of the zlib-compressed block
//
// All values are SI, world axes are right-handed; what is up, the scene says. Every text is plain text: it is set as
// text, never as markup.

export const format = 1; // a page with another number is refused with a message

export interface Page {
  takt: 1;
  kind: "run" | "show" | "compare" | "tune" | "certify" | "reproduce" | "sweep" | "index";
  title: string; // "iltis"
  subtitle?: string; // the description of the model or experiment
  method?: { text: string; explained: string }; // as in `takt explain`, one line
  warnings: string[]; // shown first
  cards: Card[];
  opensAt?: number; // s, the time it shows at first, where a run failed; absent: the start
  sections: Section[]; // in the order of the page
  // The command reproduces the page; `run` made the results that it reads.
  made: { version: string; command: string; run?: string };
  tables: DataTable[]; // what the block of numbers holds
}

export interface Card {
  label: string; // "slowest step"
  value: string; // "88.5 µs"
  note?: string; // "of 8000 steps; 99 % below 55.1 µs"
  tone?: "good" | "warn" | "bad"; // absent: neutral
}

// Numbers, column after column, little-endian. `series` holds all signals over time, `frames` the
// exact poses for the animation. A series that had too many rows has two for each interval of time, the
// extremes of every column in the order they came; then `thinned` is the number of rows it had.
export interface DataTable {
  name: string; // "series", "frames"
  rows: number;
  thinned?: number;
  columns: Column[];
}

export interface Column {
  name: string; // "q.crank", "out.z", "body.arm.x", as in result files
  unit: string; // "m/s"; "1" for pure numbers; "" if not known
  description: string;
  type: "f4" | "f8"; // the first column of a table is t, as f8; so are positions far from the origin
  offset: number; // bytes from the start of the block; a multiple of the size of the type
}

export type Section =
  | SceneSection
  | SignalsSection
  | ChartSection
  | CasesSection
  | TableSection
  | StatementsSection
  | TextSection
  | SourceSection
  | LinksSection;

interface Titled {
  id: string; // an anchor, unique in the page: lower case, digits, "-"
  title: string;
  note?: string; // a sentence under the title
}

// --- the mechanism -------------------------------------------------------------------------------

export type Vec3 = [number, number, number];
export type Pose = [number, number, number, number, number, number, number]; // x y z qw qx qy qz

export interface SceneSection extends Titled {
  type: "scene";
  scene: Scene;
  table?: string; // with the poses, "frames"; absent: the poses of `scene` do not move
}

export interface Scene {
  bodies: SceneBody[]; // the first is ground; it does not move
  joints: SceneJoint[];
  links: SceneLink[]; // forces and rods between two points
  arrows: SceneArrow[]; // forces on one body
  surfaces: Surface[];
  main: number; // the body that the camera follows
  size: number; // m, a length that is typical for the whole mechanism: of arrows, axes, names
  up?: Vec3; // against gravity, a unit vector; absent: z
  towards?: Vec3; // from the mechanism to the eye, as drawings show it; absent: from the front and above
}

// Shapes, frames and points of a body are given in axes of the body, from its centre of mass, because
// body.<name>.{x,y,z,qw,qx,qy,qz} of the table is the pose of these axes there.
export interface SceneBody {
  name: string;
  pose: Pose; // at the start
  shapes: Shape[];
  frames: { name: string; pose: Pose }[];
  line?: number; // in the text of the model
  automatic: boolean; // the model gives no shape; this one follows from joints, points and inertia
}

// Centred at its pose, axis along its z; but a cone has its base there. sphere: [radius];
// box: [x, y, z]; cylinder: [radius, length]; capsule: [radius, length without its ends];
// tube: [outer radius, inner radius, length]; cone: [radius, length];
// wheel: [radius, width] (a tyre with a rim whose turning is seen); line: [x, y, z] of its end;
// mesh: triangles.
export interface Shape {
  kind: "box" | "cylinder" | "sphere" | "capsule" | "tube" | "cone" | "wheel" | "line" | "mesh";
  size: number[];
  pose: Pose;
  points?: number[]; // of a mesh: x y z x y z ...
  triangles?: number[];
  part?: "body" | "glass" | "tyre" | "frame" | "light"; // a choice of colour; absent: by its body
}

export interface SceneJoint {
  name: string;
  type: string; // of the catalogue: "revolute"
  inboard: SceneEnd;
  outboard: SceneEnd;
  // Directions in which it moves, in the axes of `inboard`.
  axes: { kind: "turn" | "slide"; direction: Vec3 }[];
  cut: boolean; // it closes a loop
  driven: boolean;
  reaction?: string; // "reaction.<joint>": columns .Fx .. .Mz, on the outboard body, axes of `inboard`
  line?: number;
}

export interface SceneEnd {
  body: number;
  pose: Pose; // from the body's centre of mass, in its axes
}

export interface SceneLink {
  name: string;
  kind: "spring" | "damper" | "spring_damper" | "rod" | "cable" | "actuator" | "bushing";
  a: { body: number; p: Vec3 };
  b: { body: number; p: Vec3 };
  force?: string; // the column of its tension, "force.<name>"
  line?: number;
}

// force: the column of its size; along: its direction in world axes ("axis": in axes of the body).
export interface SceneArrow {
  name: string;
  body: number;
  p: Vec3;
  force: string;
  direction: Vec3;
  axes: "world" | "body";
  line?: number;
}

export interface Surface {
  name: string;
  kind: "road" | "rail" | "plane";
  points: number[]; // x y z ...; world
  triangles: number[];
  lines?: number[][]; // polylines on it (x y z ...): edges, markings, rails
}

// --- curves --------------------------------------------------------------------------------------

// Any column of these tables can be drawn. `plots` are drawn at first, one under the other.
export interface SignalsSection extends Titled {
  type: "signals";
  tables: string[];
  plots: PlotInfo[];
}

export interface PlotInfo {
  title: string;
  columns: string[];
  log?: boolean;
  upper?: boolean; // sizes: of the two rows of a thinned interval the larger counts
  marks?: { y: number; text: string }[]; // lines across: a bound
}

export interface ChartSection extends Titled {
  type: "chart";
  x: Axis;
  y: Axis;
  curves: Curve[];
  marks?: { x?: number; y?: number; text: string }[]; // lines across: a deadline, a bound
  equal?: boolean; // the same scale on both axes (stability domains)
}

export interface Axis {
  label: string;
  unit: string;
  log?: boolean;
}

export interface Curve {
  name: string;
  x: number[];
  y: (number | null)[]; // null: nothing there
  style: "line" | "points" | "both" | "bars" | "area"; // bars: y from 0, each as wide as its x apart
  dashed?: boolean; // of another source: the paper, a bound, a fitted slope
  labels?: string[]; // of the points, shown where one points at them
}

// The cases of a study: any column over any other, and all columns side by side; one case can be picked.
export interface CasesSection extends Titled {
  type: "cases";
  columns: CaseColumn[]; // at least two
  cases: number[]; // their numbers
  failed: boolean[];
  commands: string[]; // that run each alone
}

export interface CaseColumn {
  name: string;
  metric: boolean; // else a parameter, method or step
  words?: string[]; // then values are their indices
  values: (number | null)[]; // null: nothing there
}

// --- the rest ------------------------------------------------------------------------------------

export interface TableSection extends Titled {
  type: "table";
  columns: string[];
  rows: string[][]; // numbers as text, aligned on the right
  best?: number[]; // indices of rows to point out
}

export interface StatementsSection extends Titled {
  type: "statements";
  rows: { from: string; statement: string; measured: string; holds: boolean; why: string }[];
}

export interface TextSection extends Titled {
  type: "text";
  text: string; // fixed pitch, as a terminal shows it
}

export interface SourceSection extends Titled {
  type: "source";
  text: string; // the model file
  name: string; // "iltis.yaml"
  settings: string[]; // of --set
}

export interface LinksSection extends Titled {
  type: "links";
  rows: { href: string; title: string; text: string; tone?: "good" | "warn" | "bad" }[];
}
