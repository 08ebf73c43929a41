// Hand on the picture: drag turns, Shift or the right button moves, wheel and two fingers zoom, a click picks.
// One finger up and down scrolls the page, as everywhere.
import type { OrbitCamera } from "./camera";

export function follow(
  canvas: HTMLElement,
  camera: OrbitCamera,
  changed: () => void,
  picked: (x: number, y: number) => void,
): void {
  const fingers = new Map<number, { x: number; y: number }>();
  let travelled = 0;

  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    fingers.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (fingers.size === 1) travelled = 0;
  });
  canvas.addEventListener("pointermove", (e) => {
    const finger = fingers.get(e.pointerId);
    if (!finger) return;
    const before = spread(fingers);
    const dx = e.clientX - finger.x;
    const dy = e.clientY - finger.y;
    finger.x = e.clientX;
    finger.y = e.clientY;
    travelled += Math.abs(dx) + Math.abs(dy);
    const height = canvas.clientHeight || 1;
    if (fingers.size >= 2) {
      const after = spread(fingers);
      if (before > 0 && after > 0) camera.zoom(before / after);
      camera.pan(-dx / height / 2, dy / height / 2);
    } else if (e.shiftKey || (e.buttons & 2) !== 0 || (e.buttons & 4) !== 0) {
      camera.pan(-dx / height, dy / height);
    } else {
      camera.orbit((-4 * dx) / height, (4 * dy) / height);
    }
    changed();
  });
  const up = (e: PointerEvent): void => {
    if (!fingers.delete(e.pointerId)) return;
    if (e.type === "pointerup" && fingers.size === 0 && travelled < 5 && e.button === 0) picked(e.clientX, e.clientY);
  };
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("contextmenu", (e) => e.preventDefault());
  canvas.addEventListener(
    "wheel",
    (e) => {
      // Without a click into the picture first, the wheel scrolls the page.
      if (!e.ctrlKey && document.activeElement !== canvas) return;
      e.preventDefault();
      camera.zoom(Math.exp(Math.sign(e.deltaY) * Math.min(0.25, Math.abs(e.deltaY) * 0.0015)));
      changed();
    },
    { passive: false },
  );
}

function spread(fingers: Map<number, { x: number; y: number }>): number {
  const [a, b] = [...fingers.values()];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
}
