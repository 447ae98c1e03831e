/** Milliseconds for reading: three digits that say something, and never 0 for what took time. */
export function formatMs(ms: number): string {
  return `${ms < 10 ? ms.toFixed(2) : ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
