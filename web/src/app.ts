// What the parts of a page share.
import type { Clock } from "./clock";
import type { Frame } from "./frame";
import type { Page, Scene } from "./page";
import type { Selection } from "./selection";
import type { Tables } from "./table";

export interface App {
  page: Page;
  tables: Tables;
  clock: Clock;
  selection: Selection;
  frame: Frame;
  scene: Scene | null; // of the first scene of the page
  calm: boolean; // the reader asked for less motion
  actions: Map<string, () => void>; // what keys do; parts of the page add theirs
}
