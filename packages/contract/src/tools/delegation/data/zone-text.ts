/** Names a zone within a sentence, without the final dot. The root is spelled out, since a lone dot would be overlooked. */
export function zoneText(zone: string): string {
  return zone === '.' ? 'the root' : zone;
}

/** Names a zone at the beginning of a sentence. */
export function zoneFirst(zone: string): string {
  return zone === '.' ? 'The root' : zone;
}
