/** Ends at the end of the text as well: it would otherwise be searched again from each quote in a string that is not closed. */
const STRING = /"((?:[^"\\]|\\[\s\S])*)("|\\?$)/g;

/**
 * The character strings of a TXT record (RFC 1035 section 3.3.14) from its presentation form, one character an octet: the
 * quoted ones, without the escapes of zone files (`\"`, `\\` and `\DDD`, section 5.1).
 */
export function quotedStrings(field: string): string[] {
  return [...field.matchAll(STRING)].flatMap(([, text = '', end]) => (end === '"' ? [unescaped(text)] : []));
}

export function unescaped(text: string): string {
  return text.replace(/\\(\d{3}|[\s\S])/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number(code)) : code,
  );
}
