/** A zone within a sentence: the name of the root is a dot, which would be overlooked. */
export function zoneText(zone: string): string {
  return zone === '.' ? 'the root' : zone;
}

/** A zone at the beginning of a sentence. */
export function zoneFirst(zone: string): string {
  return zone === '.' ? 'The root' : zone;
}
