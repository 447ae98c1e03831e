/** The strings of a TXT record, joined as SPF and DMARC read them (RFC 7208 section 3.3). */
export function joinedText(field: string): string {
  return [...field.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text = '']) => unescaped(text)).join('');
}

/** Undoes the escapes of zone files: `\"`, `\\` and `\DDD` (RFC 1035 section 5.1). */
function unescaped(text: string): string {
  return text.replace(/\\(\d{3}|.)/gs, (_, escaped: string) =>
    escaped.length === 3 ? String.fromCharCode(Number(escaped)) : escaped,
  );
}
