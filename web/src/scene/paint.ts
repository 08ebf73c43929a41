// The one shader of the scene. Light is computed at vertices and in the colours as they are given, because
// most readers of a report have no graphics card to spare: every pixel must be cheap.
import { Color, DoubleSide, FrontSide, ShaderMaterial, Vector3 } from "three";

// Shared by all materials: the view sets them once for each picture.
export const light = {
  sun: { value: new Vector3(0, 0, 1) }, // direction towards it, world axes
  upright: { value: new Vector3(0, 0, 1) },
  fog: { value: new Color() },
  fogFrom: { value: 1 },
  fogTo: { value: 2 },
};

export interface Look {
  colours?: "vertex" | "instance"; // absent: `colour`
  twoSided?: boolean;
  coil?: boolean; // attributes `axis` and `stretch`, see bars.ts
  grid?: boolean; // attribute `grid`, see surfaces.ts
  opacity?: number;
  flat?: boolean; // not lit
  fade?: number; // distance at which a grid without ground is gone
  outlined?: boolean; // edges lie over it
}

export class Paint extends ShaderMaterial {
  constructor(look: Look) {
    super({
      vertexShader: vertex,
      fragmentShader: fragment,
      vertexColors: look.colours === "vertex",
      side: look.twoSided ? DoubleSide : FrontSide,
      transparent: (look.opacity ?? 1) < 1 || look.fade !== undefined,
      depthWrite: look.opacity === undefined && look.fade === undefined,
      polygonOffset: look.outlined ?? false,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
      uniforms: {
        ...light,
        colour: { value: new Color(0xffffff) },
        glow: { value: new Color() },
        glowing: { value: 0 },
        gridColour: { value: new Color() },
        opacity: { value: look.opacity ?? 1 },
        fade: { value: look.fade ?? 1 },
      },
      defines: {
        ...(look.twoSided && { TWO_SIDED: 1 }),
        ...(look.coil && { COIL: 1 }),
        ...(look.grid && { GRID: 1 }),
        ...(look.flat && { FLAT: 1 }),
        ...(look.fade !== undefined && { FADE: 1 }),
      },
    });
  }

  set colour(value: number) {
    (this.uniforms.colour.value as Color).set(value);
  }
  set gridColour(value: number) {
    (this.uniforms.gridColour.value as Color).set(value);
  }
  set glow(value: number) {
    (this.uniforms.glow.value as Color).set(value);
    this.uniforms.glowing.value = 0.6;
  }
}

const vertex = `
uniform vec3 sun;
uniform vec3 upright;
uniform vec3 colour;
uniform vec3 glow;
uniform float glowing;
uniform float fogFrom;
uniform float fogTo;
varying vec3 vColour;
#ifdef TWO_SIDED
varying vec3 vBack;
#endif
varying float vFog;
#ifdef COIL
attribute vec3 axis;
attribute float stretch;
#endif
#ifdef GRID
attribute vec2 grid;
varying vec2 vGrid;
#endif
#ifdef GRID
varying vec3 vSeen;
#endif

vec3 lit(vec3 n) {
#ifdef FLAT
  return vec3(1.0);
#else
  float sky = 0.5 + 0.5 * dot(n, upright);
  return vec3(0.50 + 0.17 * sky + 0.42 * max(0.0, dot(n, sun)));
#endif
}

void main() {
  vec3 at = position;
#ifdef COIL
  at += axis * vec3(1.0, 1.0, stretch);
#endif
  vec4 place = vec4(at, 1.0);
#ifdef FLAT
  vec3 n = vec3(0.0, 0.0, 1.0);
#else
  vec3 n = normal;
#endif
  vec3 c = colour;
#ifdef USE_INSTANCING
  mat3 turn = mat3(instanceMatrix);
  // Scaled along its axes: normals go with the inverse.
  n = turn * (n / vec3(dot(turn[0], turn[0]), dot(turn[1], turn[1]), dot(turn[2], turn[2])));
  place = instanceMatrix * place;
#endif
#ifdef USE_INSTANCING_COLOR
  c *= instanceColor;
#endif
#ifdef USE_COLOR
  c *= color;
#endif
  c = mix(c, glow, glowing);
  n = normalize(mat3(modelMatrix) * n);
  vColour = c * lit(n);
#ifdef TWO_SIDED
  vBack = c * lit(-n);
#endif
#ifdef GRID
  vGrid = grid;
#endif
  vec4 seen = modelViewMatrix * place;
  vFog = clamp((length(seen.xyz) - fogFrom) / (fogTo - fogFrom), 0.0, 1.0);
#ifdef GRID
  vSeen = seen.xyz;
#endif
  gl_Position = projectionMatrix * seen;
}
`;

const fragment = `
uniform vec3 fog;
uniform vec3 gridColour;
uniform float opacity;
uniform float fade;
varying vec3 vColour;
#ifdef TWO_SIDED
varying vec3 vBack;
#endif
varying float vFog;
#ifdef GRID
varying vec2 vGrid;
varying vec3 vSeen;
uniform float fogFrom;
uniform float fogTo;
#endif

void main() {
  float fogged = vFog;
#ifdef TWO_SIDED
  vec3 c = gl_FrontFacing ? vColour : vBack;
#else
  vec3 c = vColour;
#endif
  float a = opacity;
#ifdef GRID
  // Distance to the nearest line in pixels; gone where lines would be closer than a few.
  vec2 width = fwidth(vGrid);
  vec2 away = abs(fract(vGrid + 0.5) - 0.5) / width;
  vec2 line = clamp(1.4 - away, 0.0, 1.0) * clamp(1.4 - 4.0 * width, 0.0, 1.0);
  float amount = max(line.x, line.y);
  // Its triangles are large: their corners do not tell how far a pixel is.
  float far = length(vSeen);
  fogged = clamp((far - fogFrom) / (fogTo - fogFrom), 0.0, 1.0);
  #ifdef FADE
  c = gridColour;
  a = amount * clamp(1.5 - 1.5 * far / fade, 0.0, 1.0);
  #else
  c = mix(c, gridColour, amount);
  #endif
#endif
  gl_FragColor = vec4(mix(c, fog, fogged), a);
}
`;
