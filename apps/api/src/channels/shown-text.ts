/** Line breaks, other controls, and marks that reverse or hide text: nothing of a stranger may form a message. */
const UNSHOWN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/** A foreign text as one line of a message, shortened. */
export function shownLine(text: string, most: number): string {
  const line = text.replace(UNSHOWN, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
