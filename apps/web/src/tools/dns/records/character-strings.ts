/** One <character-string> of a master file (RFC 1035 section 5.1): in quotes, where `\"` and `\\` do not end it. */
const QUOTED = /"((?:\\[\s\S]|[^"\\])*)"/y;
/** `\DDD` is an octet, `\X` the character itself. */
const PART = /\\(\d{3})|\\?([\s\S])/gu;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The strings of a TXT record, joined without a space as programs read them (RFC 7208 section 3.3, RFC 6376 section
 * 3.6.2.2). Null if it is not a sequence of quoted strings or not UTF-8.
 */
export function textOfStrings(presentation: string): string | null {
  const bytes: number[] = [];
  QUOTED.lastIndex = 0;
  for (let at = 0; at < presentation.length; at = QUOTED.lastIndex) {
    const [whole, content = ''] = QUOTED.exec(presentation) ?? [];
    if (whole === undefined || !addBytes(content, bytes)) return null;
    const space = presentation[QUOTED.lastIndex];
    if (space !== undefined && space !== ' ') return null;
    if (space === ' ') QUOTED.lastIndex += 1;
  }
  if (bytes.length === 0 && presentation !== '""') return null;
  try {
    return strict.decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

const LARGEST_OCTET = 255;
const encoder = new TextEncoder();

function addBytes(content: string, bytes: number[]): boolean {
  for (const [, decimal, character = ''] of content.matchAll(PART)) {
    if (decimal === undefined) bytes.push(...encoder.encode(character));
    else if (Number(decimal) > LARGEST_OCTET) return false;
    else bytes.push(Number(decimal));
  }
  return true;
}
