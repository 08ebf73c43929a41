// Colours of the scene in light and dark. Bodies take theirs from a list in the order of the model.
export interface Colours {
  background: number;
  ground: number;
  grid: number;
  road: number;
  roadGrid: number;
  roadLine: number;
  edge: number;
  edgeOpacity: number;
  trail: number;
  shadow: number; // on the floor
  roadShadow: number;
}

export const light: Colours = {
  background: 0xf1f4f7,
  ground: 0xe4e8ed,
  grid: 0xb4bec9,
  road: 0xbfc5cc,
  roadGrid: 0xa4acb6,
  roadLine: 0x98a1ac,
  edge: 0x17202b,
  edgeOpacity: 0.55,
  trail: 0xc2410c,
  shadow: 0xdde2e8,
  roadShadow: 0xa0a7b0,
};

export const dark: Colours = {
  background: 0x12171d,
  ground: 0x1a2129,
  grid: 0x39444f,
  road: 0x39424c,
  roadGrid: 0x4d5863,
  roadLine: 0x5d6874,
  edge: 0x05080b,
  edgeOpacity: 0.7,
  trail: 0xfb923c,
  shadow: 0x0b0f13,
  roadShadow: 0x272e36,
};

export const bodies = [
  0x3f74ad, 0xd5803a, 0x4f9a6b, 0xb5545c, 0x7d6bb0, 0x2f98a3, 0xc2a23c, 0x8a6a55, 0x9aa63f, 0xb9659a,
];
export const fixed = 0x8d98a5; // ground

export const parts: { [part: string]: number } = {
  glass: 0x8fb3cc,
  tyre: 0x2c3036,
  frame: 0x59636f,
  light: 0xf5e6a8,
};

export const links = {
  spring: 0xd9a514,
  damper: 0x5f6b78,
  piston: 0xc9d0d8,
  rod: 0x7b8794,
  cable: 0x4b5563,
  actuator: 0x2f7d5b,
  bushing: 0x3a3f46,
};

export const rail = 0x77828f;
export const joints = { turn: 0xd23f57, slide: 0x2f8f5b, other: 0x6d5bd0, cut: 0xe8890c };
export const arrows = { force: 0xd4380d, reaction: 0x8a3ffc, tension: 0x0f7fb3 };
export const selected = 0xff9d1e;
export const axes = [0xd6334c, 0x2c9f4b, 0x2d6fd8];
