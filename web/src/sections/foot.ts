// Which program made the page, and the command that makes it again.
import { el, iconButton } from "../dom";
import type { Page } from "../page";

// A command with a button that copies it.
export function commandRow(command: string): HTMLElement {
  const code = el("code", { class: "command", tabindex: 0 }, command);
  const told = el("span", { class: "told", role: "status" });
  const copy = async (): Promise<void> => {
    let copied = false;
    try {
      await navigator.clipboard.writeText(command);
      copied = true;
    } catch {
      // From disk a browser may refuse; then the text is marked, to be copied by hand.
      const range = document.createRange();
      range.selectNodeContents(code);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      try {
        copied = document.execCommand("copy");
      } catch {
        copied = false;
      }
    }
    told.textContent = copied ? "copied" : "marked: copy it with Ctrl+C";
    setTimeout(() => (told.textContent = ""), 2500);
  };
  return el("div", { class: "command-row" }, code, iconButton("copy", "Copy the command", () => void copy()), told);
}

export function foot(page: Page): HTMLElement {
  const { version, command } = page.made;
  return el(
    "footer",
    { class: "foot" },
    command
      ? el("div", {}, el("p", { class: "muted" }, "This command makes the page again:"),
          commandRow(command))
      : null,
    version ? el("p", { class: "muted" }, `Made by Takt ${version}. SI units; world axes right-handed, z up.`) : null,
  );
}
