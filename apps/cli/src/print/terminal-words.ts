/* Messages of the contract are written for a page with a field; on a terminal there are words and options. */

const RULES: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^Please enter /, 'Expected '],
  [/ Please try again( in a moment)?\./g, ''],
  [/^'([a-z][A-Za-z]*)' /, '--$1 '],
  [/^Unknown parameter '([A-Za-z]+)'/, 'There is no option --$1'],
  [/the operator of the Sonde server/gi, 'the operator of this machine'],
  [/of the Sonde server/g, 'of this machine'],
  [/\bon this server\b/g, 'on this machine'],
  [/this Sonde server/g, 'this machine'],
  [/\bThe Sonde server\b/g, 'This machine'],
  [/\bthe Sonde server\b/g, 'this machine'],
];

/** A message as a person at a terminal would expect it. */
export function forTerminal(message: string): string {
  const worded = RULES.reduce((text, [pattern, words]) => text.replace(pattern, words), message);
  return worded.replace(/--([a-z][A-Za-z]*)/, (name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
}
