// Which program made the page, and the command that makes it again.
import { el, iconButton } from "../dom";
import { number } from "../format";
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

// "z", or "−y" where gravity pulls towards y; of a slanting one its numbers.
function upName(up: readonly number[]): string {
  const along = up.findIndex((x) => Math.abs(x) > 0.999);
  return along < 0 ? `(${up.map((x) => number(x, 3)).join(", ")})` : `${up[along] < 0 ? "−" : ""}${"xyz"[along]}`;
}

export function foot(page: Page, up: readonly number[] = [0, 0, 1]): HTMLElement {
  const { version, command, run } = page.made;
  return el(
    "footer",
    { class: "foot" },
    command
      ? el("div", {}, el("p", { class: "muted" }, "This command makes the page again:"),
          commandRow(command))
      : null,
    run ? el("p", { class: "muted" }, "Its results are of: ", el("code", {}, run)) : null,
    version ? el("p", { class: "muted" }, `Made by Takt ${version}. SI units; world axes right-handed, ${upName(up)} up.`) : null,
  );
}
