// The poses of all bodies at a time: those of the table, or those at the start.
import type { Pose, Scene } from "../page";
import { fraction, rowAt, type Numbers, type Table } from "../table";

const parts = ["x", "y", "z", "qw", "qx", "qy", "qz"];

export class Poses {
  private readonly columns: (Numbers[] | null)[];
  readonly moves: boolean;

  constructor(
    private readonly scene: Scene,
    readonly table: Table | undefined,
  ) {
    this.columns = scene.bodies.map((body) => {
      const found = parts.map((p) => table?.values(`body.${body.name}.${p}`));
      return found.every((c) => c !== undefined) ? (found as Numbers[]) : null;
    });
    this.moves = this.columns.some((c) => c !== null) && (table?.rows ?? 0) > 1;
  }

  // A stored row exactly as it is; between two rows the position on the straight line between them, and
  // the normalised mean of the attitudes.
  at(body: number, t: number, out: number[]): void {
    const columns = this.columns[body];
    if (!columns || !this.table || this.table.rows === 0) {
      copy(this.scene.bodies[body].pose, out);
      return;
    }
    const row = rowAt(this.table.time, t);
    const s = fraction(this.table.time, row, t);
    this.row(body, row, out);
    if (s === 0) return;
    const n = row + 1;
    for (let i = 0; i < 3; ++i) out[i] += s * (columns[i][n] - out[i]);
    let dot = 0;
    for (let i = 3; i < 7; ++i) dot += out[i] * columns[i][n];
    const sign = dot < 0 ? -1 : 1; // q and -q are the same attitude
    let norm = 0;
    for (let i = 3; i < 7; ++i) {
      out[i] += s * (sign * columns[i][n] - out[i]);
      norm += out[i] * out[i];
    }
    norm = Math.sqrt(norm) || 1;
    for (let i = 3; i < 7; ++i) out[i] /= norm;
  }

  row(body: number, row: number, out: number[]): void {
    const columns = this.columns[body];
    if (columns) for (let i = 0; i < 7; ++i) out[i] = columns[i][row];
    else copy(this.scene.bodies[body].pose, out);
  }
}

function copy(pose: Pose, out: number[]): void {
  for (let i = 0; i < 7; ++i) out[i] = pose[i];
}

// p given in axes of a pose, in world axes.
export function pointAt(pose: ArrayLike<number>, p: ArrayLike<number>, out: number[]): void {
  directionAt(pose, p, out);
  out[0] += pose[0];
  out[1] += pose[1];
  out[2] += pose[2];
}

export function directionAt(pose: ArrayLike<number>, p: ArrayLike<number>, out: number[]): void {
  const w = pose[3];
  const x = pose[4];
  const y = pose[5];
  const z = pose[6];
  // v + 2 w (u x v) + 2 u x (u x v)
  const cx = 2 * (y * p[2] - z * p[1]);
  const cy = 2 * (z * p[0] - x * p[2]);
  const cz = 2 * (x * p[1] - y * p[0]);
  const px = p[0];
  const py = p[1];
  const pz = p[2];
  out[0] = px + w * cx + y * cz - z * cy;
  out[1] = py + w * cy + z * cx - x * cz;
  out[2] = pz + w * cz + x * cy - y * cx;
}

// The pose of a frame that is given from another pose.
export function composed(pose: ArrayLike<number>, frame: ArrayLike<number>): number[] {
  const out = [0, 0, 0, 1, 0, 0, 0];
  pointAt(pose, frame, out);
  const [aw, ax, ay, az] = [pose[3], pose[4], pose[5], pose[6]];
  const [bw, bx, by, bz] = [frame[3], frame[4], frame[5], frame[6]];
  out[3] = aw * bw - ax * bx - ay * by - az * bz;
  out[4] = aw * bx + ax * bw + ay * bz - az * by;
  out[5] = aw * by - ax * bz + ay * bw + az * bx;
  out[6] = aw * bz + ax * by - ay * bx + az * bw;
  return out;
}
