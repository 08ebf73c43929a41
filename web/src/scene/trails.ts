// The paths of selected bodies up to now.
import { BufferAttribute, BufferGeometry, Line, LineBasicMaterial, Object3D, type Vector3 } from "three";
import { rowAt } from "../table";
import type { Colours } from "./colours";
import type { Poses } from "./poses";

const most = 4000; // points of a trail

interface Trail {
  line: Line;
  rows: number[]; // of the table, one for each point
  start: number[]; // world, where the points are counted from
  now: number; // the point that stands for now
}

export class Trails {
  readonly group = new Object3D();
  private readonly trails = new Map<number, Trail>();
  private readonly material = new LineBasicMaterial();

  constructor(private readonly poses: Poses) {}

  has(body: number): boolean {
    return this.trails.has(body);
  }

  toggle(body: number): void {
    const trail = this.trails.get(body);
    if (trail) {
      this.group.remove(trail.line);
      trail.line.geometry.dispose();
      this.trails.delete(body);
      return;
    }
    const table = this.poses.table;
    if (!table || body === 0 || table.rows < 2) return;
    const step = Math.max(1, Math.ceil(table.rows / most));
    const rows: number[] = [];
    const points: number[] = [];
    const pose = [0, 0, 0, 1, 0, 0, 0];
    let start = [0, 0, 0];
    for (let row = 0; row < table.rows; row += step) {
      this.poses.row(body, row, pose);
      if (row === 0) start = pose.slice(0, 3);
      rows.push(row);
      points.push(pose[0] - start[0], pose[1] - start[1], pose[2] - start[2]);
    }
    points.push(0, 0, 0); // the point of now
    const g = new BufferGeometry();
    g.setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
    const line = new Line(g, this.material);
    line.frustumCulled = false;
    this.trails.set(body, { line, rows, start, now: rows.length });
    this.group.add(line);
  }

  update(t: number, origin: Vector3): void {
    const table = this.poses.table;
    if (!table || this.trails.size === 0) return;
    const pose = [0, 0, 0, 1, 0, 0, 0];
    const now = rowAt(table.time, t);
    for (const [body, trail] of this.trails) {
      const { line, rows, start } = trail;
      line.position.set(start[0] - origin.x, start[1] - origin.y, start[2] - origin.z);
      const position = line.geometry.getAttribute("position") as BufferAttribute;
      const put = (i: number): BufferAttribute =>
        position.setXYZ(i, pose[0] - start[0], pose[1] - start[1], pose[2] - start[2]);
      // The point after the last row that is over stands for now; then it gets its own place back.
      if (trail.now < rows.length) {
        this.poses.row(body, rows[trail.now], pose);
        put(trail.now);
      }
      trail.now = rowAt(rows, now) + 1;
      this.poses.at(body, t, pose);
      put(trail.now);
      position.needsUpdate = true;
      line.geometry.setDrawRange(0, trail.now + 1);
    }
  }

  theme(c: Colours): void {
    this.material.color.set(c.trail);
  }
}
