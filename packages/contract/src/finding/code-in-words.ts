/** A code as words: the heading of a finding without an explanation, of a newer server or of a kept result. */
export function codeInWords(code: string): string {
  const words = code.replaceAll('-', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
