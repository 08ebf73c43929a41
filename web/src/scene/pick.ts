// What is at a point of the picture: a joint or link near it, else the body under it.
import { Raycaster, Vector2, Vector3 } from "three";
import type { Selected } from "../selection";
import type { SceneView } from "./view";

const near = 9; // px

export function pick(view: SceneView, x: number, y: number, width: number, height: number): Selected | null {
  const camera = view.camera.camera;
  const ray = new Raycaster();
  ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
  const hit = ray.intersectObjects(view.bodies.solids.filter((s) => s.parent?.visible), false)[0];
  const depth = hit ? hit.distance + 0.06 * view.scene.size : Infinity;

  let best: Selected | null = null;
  let bestDistance = near;
  const a = new Vector3();
  const b = new Vector3();
  const onScreen = (p: readonly number[], out: Vector3): number => {
    out.set(p[0], p[1], p[2]);
    const far = out.distanceTo(camera.position);
    out.project(camera);
    out.set(((out.x + 1) / 2) * width, ((1 - out.y) / 2) * height, out.z);
    return far;
  };
  view.scene.links.forEach((_, index) => {
    const ends = view.links.ends[index];
    const far = Math.min(onScreen(ends.a, a), onScreen(ends.b, b));
    const d = toSegment(x, y, a, b);
    if (d < bestDistance && far < depth) {
      bestDistance = d;
      best = { kind: "link", index };
    }
  });
  if (view.joints.group.visible) {
    view.scene.joints.forEach((_, index) => {
      const far = onScreen(view.joints.at[index], a);
      const d = Math.hypot(a.x - x, a.y - y) - 2; // before a link that ends there
      if (d < bestDistance && far < depth) {
        bestDistance = d;
        best = { kind: "joint", index };
      }
    });
  }
  if (best) return best;
  return hit ? { kind: "body", index: hit.object.userData.body as number } : null;
}

function toSegment(x: number, y: number, a: Vector3, b: Vector3): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const l2 = dx * dx + dy * dy;
  const s = l2 > 0 ? Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / l2)) : 0;
  return Math.hypot(a.x + s * dx - x, a.y + s * dy - y);
}
