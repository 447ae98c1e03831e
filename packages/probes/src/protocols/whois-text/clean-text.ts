/** Colours and cursor movements of terminals (ECMA-48 section 5.4). The class is all controls but line ends and tab. */
const TERMINAL = /[^\P{Cc}\n\r\t]\[[0-?]*[ -/]*[@-~]/gu;
/** Controls, and what turns the direction of text round or cannot be seen (UAX 9). */
const UNSEEN = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

const BLANK_LINES_FIRST = /^(?:[ \t]*\n)+/;

/**
 * A server's text fit for any screen: line ends as line feeds, nothing that acts on a terminal or a page, no blank lines
 * around it. Its indentation is its own.
 */
export function cleanText(text: string): string {
  const seen = text.replace(/\r\n?/g, '\n').replace(TERMINAL, '').replace(UNSEEN, '');
  return seen.replace(BLANK_LINES_FIRST, '').trimEnd();
}
