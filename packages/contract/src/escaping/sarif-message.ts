/**
 * An untrusted text for a plain text message of SARIF 2.1.0: `[text](target)` would be a link (3.11.6), and a number in
 * braces stands for an argument, so that braces are doubled (3.11.5).
 */
export function sarifMessage(text: string): string {
  const parts = text.replace(/[{}]/g, '$&$&').split('](');
  return parts.map((part, index) => (index === parts.length - 1 ? part : withEscape(part))).join('](');
}

/** The text with a backslash at its end that escapes what follows; those that stand there already are escaped themselves. */
function withEscape(text: string): string {
  let start = text.length;
  while (text[start - 1] === '\\') start -= 1;
  return `${text}${text.slice(start)}\\`;
}
