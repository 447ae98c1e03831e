/**
 * Characters that UTS 46 removes from names. Typesetters insert them where a line may break: soft hyphen, zero-width space,
 * word joiner, BOM.
 */
const IGNORED = /[\u00ad\u200b\u2060\ufeff]/g;
/** Space and invisible marks around a text: messengers add directional isolates and marks. */
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
/** Texts are rarely wrapped more than twice. */
const MAX_WRAPPINGS = 4;

/** Removes what surrounds a text (space, invisible characters, quotes, brackets, a comma after it), and refangs it. */
export function unwrap(text: string): string {
  let plain = trimmed(text.replace(IGNORED, ''));
  for (let round = 0; round < MAX_WRAPPINGS; round += 1) {
    const before = plain;
    plain = trimmed(withoutWrapping(plain.replace(/[,;]$/, '')));
    if (plain === before) break;
  }
  return refang(plain);
}

/** Trims character by character: a pattern anchored at the end takes quadratic time in inner space. */
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

/** Whether the first and the last character belong together: false for `"Jane" <a@b.test>, "John"`. */
function isOnePair(text: string, first: string, last: string): boolean {
  const inside = text.slice(1, -1);
  return !inside.includes(first) && !inside.includes(last);
}

/**
 * Undoes defanging: security reports write addresses so that nobody follows them by accident, as in `hxxps[:]//shop[.]test`
 * and `me[at]shop(dot)test`. There is no standard; these are the forms that threat-exchange tools read.
 */
function refang(text: string): string {
  return text
    .replace(/[[({](?:\.|dot)[\])}]/gi, '.')
    .replace(/[[({](?:@|at)[\])}]/gi, '@')
    .replace(/\[(:(?:\/\/)?)\]/g, '$1')
    .replace(/^h(?:xx|\*\*)p(?=s?:\/\/)/i, 'http')
    .replace(/^fxp(?=s?:\/\/)/i, 'ftp');
}
