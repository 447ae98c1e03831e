/**
 * The character strings of a TXT record (RFC 1035 section 3.3.14) from its presentation form, one character an octet.
 * A text that is not in that form is one string.
 */
export function characterStrings(field: string): string[] {
  const strings = [...field.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, text = '']) => unescaped(text));
  return strings.length > 0 ? strings : [unescaped(field)];
}

function unescaped(text: string): string {
  return text.replace(/\\(\d{3}|[\s\S])/g, (_, code: string) =>
    code.length === 3 ? String.fromCharCode(Number(code)) : code,
  );
}
