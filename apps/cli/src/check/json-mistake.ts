/** Where a text stops being JSON, in words: `line 2, column 5`. */
export function placeOfMistake(text: string): string {
  // Not every message of `JSON.parse` has a position. The shortest beginning that nothing can complete ends with the mistake.
  let [fine, broken] = [0, text.trimEnd().length + 1];
  while (broken - fine > 1) {
    const length = Math.floor((fine + broken) / 2);
    if (canContinue(text.slice(0, length))) fine = length;
    else broken = length;
  }
  const before = text.slice(0, fine).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** Whether this is JSON, or its beginning. */
function canContinue(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    return message.includes('end of JSON input') || message.includes(`at position ${beginning.length}`);
  }
}
