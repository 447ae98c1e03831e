/** Milliseconds for reading: one decimal under 100, none above. */
export function formatMs(ms: number): string {
  return `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
