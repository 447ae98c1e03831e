/** The candidates of which `word` may be a misspelling: at most `maxEdits` edits away, closest first. */
export function closestTo(word: string, candidates: readonly string[], maxEdits: number): string[] {
  return candidates
    .map((candidate) => ({ candidate, edits: editsBetween(word, candidate) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits)
    .map(({ candidate }) => candidate);
}

/** The number of insertions, deletions and substitutions that turn one text into the other (Levenshtein distance). */
function editsBetween(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const substituted = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(substituted, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
