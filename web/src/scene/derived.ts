// Columns that a reader wants of a body and results do not hold: attitude as three angles, and speed.
import type { Table } from "../table";

export const angles = ["roll", "pitch", "yaw"];
export const convention = "yaw about z, then pitch about y, then roll about x";
const shortest = 4e-3; // s over which a speed is taken: stored positions have few digits

// In degrees, of the rotation Rz(yaw) Ry(pitch) Rx(roll).
export function attitude(w: number, x: number, y: number, z: number): [number, number, number] {
  const deg = 180 / Math.PI;
  return [
    deg * Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    deg * Math.asin(Math.min(1, Math.max(-1, 2 * (w * y - z * x)))),
    deg * Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

// Adds them to the table of poses, once.
export function derive(table: Table, body: string): void {
  const name = (part: string): string => `body.${body}.${part}`;
  if (!table.add || table.values(name("speed"))) return;
  const p = ["x", "y", "z"].map((k) => table.values(name(k)));
  const q = ["qw", "qx", "qy", "qz"].map((k) => table.values(name(k)));
  if (![...p, ...q].every((c) => c !== undefined)) return;
  const n = table.rows;
  const turned = angles.map(() => new Float64Array(n));
  const speed = new Float64Array(n);
  for (let i = 0; i < n; ++i) {
    const now = attitude(q[0]![i], q[1]![i], q[2]![i], q[3]![i]);
    now.forEach((a, k) => {
      // A full turn goes on counting.
      const on = i > 0 && k !== 1 ? a + 360 * Math.round((turned[k][i - 1] - a) / 360) : a;
      turned[k][i] = Math.round(on * 1e5) / 1e5 || 0; // no more than the four bytes of a quaternion's parts can say
    });
    let [from, to] = [Math.max(0, i - 1), Math.min(n - 1, i + 1)];
    while (table.time[to] - table.time[from] < shortest && (from > 0 || to < n - 1)) [from, to] = [Math.max(0, from - 1), Math.min(n - 1, to + 1)];
    const dt = table.time[to] - table.time[from];
    speed[i] = dt > 0 ? Math.hypot(...p.map((c) => c![to] - c![from])) / dt : NaN;
  }
  angles.forEach((part, k) => table.add!({ name: name(part), unit: "°", description: `attitude: ${convention}`, values: turned[k] }));
  table.add({ name: name("speed"), unit: "m/s", description: "of the centre of mass, from its stored positions", values: speed });
}
