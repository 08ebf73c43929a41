// Elements of the page. Every text is set as text: nothing here, and nothing that uses it, reads markup.
type Child = Node | string | null | undefined | false;

interface Settings {
  class?: string;
  title?: string;
  on?: { [event: string]: (event: Event) => void };
  [attribute: string]: unknown;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  settings: Settings = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(settings)) {
    if (name === "on") {
      for (const [event, action] of Object.entries(value as object)) element.addEventListener(event, action);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== undefined && value !== false && value !== null) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function svg(
  tag: string,
  attributes: { [name: string]: string | number | undefined } = {},
  ...children: Child[]
): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

export function button(label: string, title: string, action: () => void, more: Settings = {}): HTMLButtonElement {
  return el("button", { type: "button", title, "aria-label": title, on: { click: action }, ...more }, label);
}

const icons: { [name: string]: string } = {
  play: "M5 3l14 9-14 9z",
  pause: "M5 3h5v18H5zM14 3h5v18h-5z",
  first: "M4 4h3v16H4zM20 4v16L8 12z",
  last: "M17 4h3v16h-3zM4 4v16l12-8z",
  back: "M15 4v16L5 12zM17 4h2v16h-2z",
  forward: "M9 4v16l10-8zM5 4h2v16H5z",
  theme: "M12 2a10 10 0 100 20 10 10 0 000-20zm0 2.2a7.8 7.8 0 010 15.6z",
  copy: "M8 2h12v15h-3v-2h1V4h-8v1H8zM4 7h11v15H4zm2 2v11h7V9z",
  close: "M5.6 4.2L12 10.6l6.4-6.4 1.4 1.4-6.4 6.4 6.4 6.4-1.4 1.4-6.4-6.4-6.4 6.4-1.4-1.4 6.4-6.4-6.4-6.4z",
};

export function icon(name: string): SVGElement {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: icons[name], "fill-rule": "evenodd" }));
}

export function iconButton(name: string, title: string, action: () => void, more: Settings = {}): HTMLButtonElement {
  return el("button", { type: "button", class: "icon-button", title, "aria-label": title, on: { click: action }, ...more }, icon(name));
}
