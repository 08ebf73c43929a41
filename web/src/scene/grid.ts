// Grid lines at whole multiples of a spacing in world x and y, drawn into a surface, as thin as a pixel.
import { Color, type Material, type WebGLProgramParametersWithUniforms } from "three";

export interface GridPaint {
  colour: Color;
}

// The geometry has the attribute `grid`: world x and y in spacings, less whole numbers so that they
// stay small and exact far from the world's origin.
export function withGrid(material: Material, paint: GridPaint, fade: number): void {
  material.onBeforeCompile = (shader: WebGLProgramParametersWithUniforms) => {
    shader.uniforms.gridColour = { value: paint.colour };
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", "#include <common>\nattribute vec2 grid;\nvarying vec2 vGrid;\nvarying vec3 vView;")
      .replace("#include <project_vertex>", "#include <project_vertex>\nvGrid = grid; vView = mvPosition.xyz;");
    shader.fragmentShader = shader.fragmentShader
      .replace("#include <common>", "#include <common>\nuniform vec3 gridColour;\nvarying vec2 vGrid;\nvarying vec3 vView;")
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        {
          vec2 width = fwidth(vGrid);
          vec2 near = abs(fract(vGrid + 0.5) - 0.5) / max(width, 1e-6);
          // Fades where lines would be closer than a few pixels.
          vec2 line = (1.0 - smoothstep(0.6, 1.4, near)) * (1.0 - smoothstep(0.12, 0.4, width));
          float amount = max(line.x, line.y);
          ${fade > 0
            ? `diffuseColor.rgb = gridColour; diffuseColor.a = amount * (1.0 - smoothstep(0.35, 1.0, length(vView) / ${fade.toFixed(4)}));`
            : "diffuseColor.rgb = mix(diffuseColor.rgb, gridColour, amount);"}
        }`,
      );
  };
  material.customProgramCacheKey = () => `grid ${fade}`;
}

// 1, 2 or 5 times a power of ten, near x.
export function roundLength(x: number): number {
  const power = Math.pow(10, Math.floor(Math.log10(x)));
  const m = x / power;
  return (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10) * power;
}
