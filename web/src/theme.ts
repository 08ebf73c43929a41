// Light or dark: as the system has it, until somebody chooses; always light on paper.
type Name = "light" | "dark";

const system = matchMedia("(prefers-color-scheme: dark)");
const paper = matchMedia("print");
const listeners: (() => void)[] = [];
let chosen: Name | null = null;
let shown: Name = "light";
const known = new Map<string, string>();

export function theme(): Name {
  return shown;
}

export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

export function toggleTheme(): void {
  chosen = shown === "dark" ? "light" : "dark";
  apply();
}

export function printing(): boolean {
  return paper.matches;
}

function apply(): void {
  shown = paper.matches ? "light" : (chosen ?? (system.matches ? "dark" : "light"));
  document.documentElement.dataset.theme = shown;
  known.clear();
  for (const listener of listeners) listener();
}

system.addEventListener("change", apply);
paper.addEventListener("change", apply);
apply();

// A colour of style.css.
export function colour(name: string): string {
  let value = known.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
    known.set(name, value);
  }
  return value;
}

// Curves: distinct in both themes, also for eyes that do not see all colours (after Okabe and Ito).
const lights = ["#0b62a8", "#c8500a", "#00785a", "#a8327d", "#6b5200", "#4a52c4", "#007a8a", "#b3242b"];
const darks = ["#5cb3f2", "#f59b50", "#3ecb9d", "#ea86c1", "#e3c44a", "#a3a8ff", "#4fd0e0", "#ff8a85"];

export function curveColour(i: number): string {
  const list = shown === "dark" ? darks : lights;
  return list[i % list.length];
}
