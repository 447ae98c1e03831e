/** The candidates of which `word` may be a misspelling: at most `maxEdits` edits away, closest first. */
export function closestTo(word: string, candidates: readonly string[], maxEdits: number): string[] {
  return candidates
    .map((candidate) => ({ candidate, edits: editsBetween(word, candidate) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits)
    .map(({ candidate }) => candidate);
}

/**
 * The number of insertions, deletions, substitutions and swaps of two neighbours that turn one text into the other (optimal
 * string alignment distance).
 */
function editsBetween(from: string, to: string): number {
  const [letters, others] = [[...from], [...to]];
  let before: readonly number[] = [];
  let previous = Array.from({ length: others.length + 1 }, (_, index) => index);
  for (const [row, letter] of letters.entries()) {
    const current = [row + 1];
    for (const [column, other] of others.entries()) {
      const substituted = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      const isSwap = letter === others[column - 1] && other === letters[row - 1];
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(substituted, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1, swapped));
    }
    before = previous;
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
