/** Shortens a text at its end. */
export function shortened(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}

/** Shortens a name in its middle: its first labels and the zones that it is in are both worth reading. */
export function shortenedName(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const kept = Math.max(2, letters - 1);
  const behind = Math.floor(kept / 2);
  return `${name.slice(0, kept - behind)}…${name.slice(-behind)}`;
}
