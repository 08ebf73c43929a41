// The WebGL renderer, or none. Software draws with one pixel for each of the page and smooths the picture
// once it stands still.
import { WebGLRenderer } from "three";

export interface Renderer {
  gl: WebGLRenderer;
  software: boolean;
}

export function makeRenderer(): Renderer | null {
  const settings: WebGLContextAttributes = { antialias: false, alpha: false, powerPreference: "high-performance" };
  try {
    let canvas = document.createElement("canvas");
    let context = canvas.getContext("webgl2", settings);
    if (!context) return null;
    const info = context.getExtension("WEBGL_debug_renderer_info");
    const name = String(info ? context.getParameter(info.UNMASKED_RENDERER_WEBGL) : "");
    const software = /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
    if (!software) {
      context.getExtension("WEBGL_lose_context")?.loseContext();
      canvas = document.createElement("canvas");
      context = canvas.getContext("webgl2", { ...settings, antialias: true });
      if (!context) return null;
    }
    const gl = new WebGLRenderer({ canvas, context });
    return { gl, software };
  } catch {
    return null;
  }
}
