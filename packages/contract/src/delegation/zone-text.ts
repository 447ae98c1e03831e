/** A zone, by its name without the last dot, within a sentence: that of the root, a dot, would be overlooked. */
export function zoneText(zone: string): string {
  return zone === '.' ? 'the root' : zone;
}

/** A zone at the beginning of a sentence. */
export function zoneFirst(zone: string): string {
  return zone === '.' ? 'The root' : zone;
}
