/** A row of targets, as a field shows the lines that were pasted into it, is read as lines; other texts stay as they are. */
export function inLines(text: string): string {
  const trimmed = text.trim();
  return /[\r\n]/.test(trimmed) ? text : trimmed.replace(/[\s,;]+/g, '\n');
}
