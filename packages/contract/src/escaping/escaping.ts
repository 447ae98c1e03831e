// escaping/: for each format of an export, the one function that makes a foreign text harmless in it. A foreign text never
// becomes a link, an image, a border of a cell, markup or a formula. `escaping.fuzz.test.ts` asks real parsers.

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes the characters that have a meaning in HTML, XML and SVG, for use between tags and in quoted attributes. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
