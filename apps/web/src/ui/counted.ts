/** `1 day`, `2 days`: for nouns whose plural ends so. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
