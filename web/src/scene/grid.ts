// 1, 2 or 5 times a power of ten, near x: the spacing of a grid.
export function roundLength(x: number): number {
  const power = Math.pow(10, Math.floor(Math.log10(x)));
  const m = x / power;
  return (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10) * power;
}
