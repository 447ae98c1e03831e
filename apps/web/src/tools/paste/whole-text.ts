/** A pasted text, and what the field shows of it: one line, and only the beginning of a long text. */
let last = { shown: '', whole: '' };

export function rememberWhole(shown: string, whole: string): void {
  last = { shown, whole };
}

/** The whole text that was pasted, while the field still shows it; any other text is returned unchanged. */
export function wholeText(text: string): string {
  return text === last.shown ? last.whole : text;
}
