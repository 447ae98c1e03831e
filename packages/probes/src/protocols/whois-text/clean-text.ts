/** Escape sequences of terminals (ECMA-48 section 5.4). The class contains all control characters except line ends and tab. */
const TERMINAL = /[^\P{Cc}\n\r\t]\[[0-?]*[ -/]*[@-~]/gu;
/** Control characters, bidirectional controls (UAX 9) and invisible characters. */
const INVISIBLE = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;

const LEADING_BLANK_LINES = /^(?:[ \t]*\n)+/;

/**
 * Makes a server's text safe to display: line ends become line feeds, control sequences and invisible characters are
 * removed, and so are blank lines at both ends. Indentation is kept.
 */
export function cleanText(text: string): string {
  const visible = text.replace(/\r\n?/g, '\n').replace(TERMINAL, '').replace(INVISIBLE, '');
  return visible.replace(LEADING_BLANK_LINES, '').trimEnd();
}
