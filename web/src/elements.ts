// The elements of a mechanism: how they are called, where in the model they stand, which signals are theirs.
import type { Scene } from "./page";
import type { Selected } from "./selection";
import type { ColumnInfo, Tables } from "./table";

export interface ElementInfo {
  name: string;
  type: string;
  line?: number;
}

export function describe(scene: Scene, { kind, index }: Selected): ElementInfo {
  switch (kind) {
    case "body": {
      const body = scene.bodies[index];
      const type = index === 0 ? "ground" : body.automatic ? "body, shape chosen automatically" : "body";
      return { name: body.name, type, line: body.line };
    }
    case "joint": {
      const joint = scene.joints[index];
      const more = [joint.driven && "driven", joint.cut && "closes a loop"].filter(Boolean).join(", ");
      return { name: joint.name, type: `joint: ${joint.type}${more ? `, ${more}` : ""}`, line: joint.line };
    }
    case "link": {
      const link = scene.links[index];
      const between = `${scene.bodies[link.a.body].name} – ${scene.bodies[link.b.body].name}`;
      return { name: link.name, type: `${link.kind.replaceAll("_", " and ")}: ${between}`, line: link.line };
    }
    case "arrow": {
      const arrow = scene.arrows[index];
      return { name: arrow.name, type: `force on ${scene.bodies[arrow.body].name}`, line: arrow.line };
    }
  }
}

export function everyElement(scene: Scene): Selected[] {
  const all: Selected[] = [];
  const add = (kind: Selected["kind"], n: number): void => {
    for (let index = 0; index < n; ++index) all.push({ kind, index });
  };
  add("body", scene.bodies.length);
  add("joint", scene.joints.length);
  add("link", scene.links.length);
  add("arrow", scene.arrows.length);
  return all;
}

const groups: { [kind in Selected["kind"]]: string[] } = {
  body: ["body"],
  joint: ["q", "v", "a", "joint", "reaction", "torque", "drive"],
  link: ["force", "link", "length"],
  arrow: ["force"],
};

// "q.crank", "body.arm.x", "reaction.hinge.Fx" belong to crank, arm and hinge.
export function signalsOf(scene: Scene, selected: Selected, tables: Tables): ColumnInfo[] {
  const { name } = describe(scene, selected);
  const found = new Map<string, ColumnInfo>();
  for (const table of tables.all) {
    for (const column of table.columns) {
      const dot = column.name.indexOf(".");
      if (dot < 0 || !groups[selected.kind].includes(column.name.slice(0, dot))) continue;
      const rest = column.name.slice(dot + 1);
      if ((rest === name || rest.startsWith(`${name}.`) || rest.startsWith(`${name}[`)) && !found.has(column.name)) {
        found.set(column.name, column);
      }
    }
  }
  return [...found.values()];
}
