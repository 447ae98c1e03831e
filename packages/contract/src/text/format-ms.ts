/** Formats milliseconds with three significant digits, never as 0 for a positive time. */
export function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(2) : ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
