// The WebGL renderer, or none. Software draws with one pixel for each of the page and smooths the picture
// once it stands still.
import { ColorManagement, LinearSRGBColorSpace, WebGLRenderer } from "three";

ColorManagement.enabled = false;

export interface Renderer {
  gl: WebGLRenderer;
  software: boolean;
}

export function makeRenderer(): Renderer | null {
  const settings: WebGLContextAttributes = { antialias: false, alpha: false, stencil: true, powerPreference: "high-performance" };
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
    gl.outputColorSpace = LinearSRGBColorSpace; // colours go to the screen as they are: see paint.ts
    return { gl, software };
  } catch {
    return null;
  }
}
