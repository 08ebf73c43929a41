// What is up in the world: gravity need not point along -z. `east` and `north` span the level plane.
import { Quaternion, Vector3 } from "three";

export interface Upright {
  east: Vector3;
  north: Vector3;
  up: Vector3;
  turn: Quaternion; // takes x, y, z to east, north, up
}

export function upright(given: readonly number[] = [0, 0, 1]): Upright {
  const up = new Vector3(given[0], given[1], given[2]).normalize();
  const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up);
  return { east: new Vector3(1, 0, 0).applyQuaternion(turn), north: new Vector3(0, 1, 0).applyQuaternion(turn), up, turn };
}

export interface Angles {
  azimuth: number; // around up, from east to north
  elevation: number;
}

export function anglesOf(towards: readonly number[], world: Upright): Angles {
  const d = new Vector3(towards[0], towards[1], towards[2]).normalize();
  const high = Math.min(1, Math.max(-1, d.dot(world.up)));
  return { azimuth: Math.atan2(d.dot(world.north), d.dot(world.east)), elevation: Math.asin(high) };
}

export function directionOf({ azimuth, elevation }: Angles, world: Upright): Vector3 {
  const c = Math.cos(elevation);
  return new Vector3()
    .addScaledVector(world.east, c * Math.cos(azimuth))
    .addScaledVector(world.north, c * Math.sin(azimuth))
    .addScaledVector(world.up, Math.sin(elevation));
}
