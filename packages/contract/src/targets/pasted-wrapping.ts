/** What UTS 46 leaves out of a name: typesetters put them where a line may break. Soft hyphen, zero-width space, word joiner, BOM. */
const IGNORED = /[\u00ad\u200b\u2060\ufeff]/g;
/** Space and invisible marks around a text: messengers put directional isolates and marks there. */
const OUTER = /[\s\u200c-\u200f\u202a-\u202e\u2066-\u2069]/;

const wrappings: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['«', '»'],
  ['<', '>'],
  ['(', ')'],
];
/** A text is rarely wrapped more than twice. */
const MAX_WRAPPINGS = 4;

/** The text without what stands around it: space, invisible characters, quotes, brackets, the comma behind a word; refanged. */
export function unwrap(text: string): string {
  let plain = trimmed(text.replace(IGNORED, ''));
  for (let round = 0; round < MAX_WRAPPINGS; round += 1) {
    const before = plain;
    plain = trimmed(withoutWrapping(plain.replace(/[,;]$/, '')));
    if (plain === before) break;
  }
  return refang(plain);
}

/** From both ends, since a pattern for the end takes time that grows with the square of the space within. */
function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && OUTER.test(text.charAt(start))) start += 1;
  while (start < end && OUTER.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function withoutWrapping(text: string): string {
  const found = wrappings.find(
    ([first, last]) => text.length > 2 && text.startsWith(first) && text.endsWith(last) && isOnePair(text, first, last),
  );
  // RFC 3986 appendix C: <URL:https://example.com/>.
  return found === undefined ? text : text.slice(1, -1).replace(/^url:(?=\w+:)/i, '');
}

/** False for `"Jane" <a@b.test>, "John"`: what begins and what ends are two. */
function isOnePair(text: string, first: string, last: string): boolean {
  const inside = text.slice(1, -1);
  return !inside.includes(first) && !inside.includes(last);
}

/**
 * Security reports write addresses so that they are not followed by accident: `hxxps[:]//shop[.]test`, `me[at]shop(dot)test`.
 * There is no standard; these are the forms that the threat exchange tools read back.
 */
function refang(text: string): string {
  return text
    .replace(/[[({](?:\.|dot)[\])}]/gi, '.')
    .replace(/[[({](?:@|at)[\])}]/gi, '@')
    .replace(/\[(:(?:\/\/)?)\]/g, '$1')
    .replace(/^h(?:xx|\*\*)p(?=s?:\/\/)/i, 'http')
    .replace(/^fxp(?=s?:\/\/)/i, 'ftp');
}
