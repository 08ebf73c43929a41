// Numbers as an engineer reads them.
export function number(x: number, digits = 4): string {
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "–" : x > 0 ? "∞" : "−∞";
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) {
    const [mantissa, exponent] = x.toExponential(Math.max(0, digits - 2)).split("e");
    return timesPower(mantissa, exponent);
  }
  // Digits before the point are all told: 20 with one digit is not 2·10¹.
  const before = Math.floor(Math.log10(size)) + 1;
  return minus(x.toFixed(Math.max(0, digits - before)));
}

function timesPower(mantissa: string, exponent: string): string {
  return `${minus(mantissa)}·${power(Number(exponent))}`;
}

// A value beside others of size `most`: what is nothing but round-off there is 0.
export function numberBeside(x: number, most: number): string {
  return Math.abs(x) < 1e-12 * most ? "0" : number(x);
}

// Texts of the program, with their numbers as the page writes them: -1.06e+04 becomes −1.06·10⁴.
export function prose(text: string): string {
  return text
    .replace(/(?<![\w.=])(-?\d+(?:\.\d+)?)e([+-]?\d{1,3})(?![\w.]*\w)/g, (all, mantissa: string, exponent: string) =>
      Math.abs(Number(exponent)) < 4 ? minus(String(Number(all))) : timesPower(mantissa, exponent))
    .replace(/(^|[\s(])-(?=\d)/g, "$1−");
}

const superscripts: { [character: string]: string } = {
  "-": "⁻", "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴",
  "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
};

function minus(text: string): string {
  return text.replace(/^-/, "−");
}

// Short, for ticks: as many digits as the step between ticks asks for.
export function tick(x: number, step: number): string {
  if (x === 0) return "0";
  const size = Math.abs(x);
  if (size >= 1e5 || step < 1e-4) {
    const [mantissa, exponent] = x.toExponential().split("e");
    const digits = Math.max(0, Math.floor(Math.log10(size)) - Math.floor(Math.log10(step) + 1e-9));
    const short = Number(mantissa).toFixed(Math.min(6, digits));
    return timesPower(short, exponent);
  }
  let digits = 0;
  for (let scaled = step; digits < 8 && Math.abs(scaled - Math.round(scaled)) > 1e-6 * scaled; scaled *= 10) digits += 1;
  return minus(x.toFixed(digits));
}

export function power(exponent: number): string {
  return `10${String(exponent).replace(/./g, (c) => superscripts[c] ?? c)}`;
}

export function seconds(t: number, end: number): string {
  return t.toFixed(end >= 100 ? 2 : end >= 1 ? 3 : 5);
}

export function unitText(unit: string): string {
  return unit === "1" || unit === "" ? "" : unit;
}

export function labelled(label: string, unit: string): string {
  const u = unitText(unit);
  return u ? `${label} [${u}]` : label;
}
