/** A global of browsers and Node. This package loads the ambient types of neither. */
declare const TextDecoder: new () => { decode(octets: Uint8Array): string };

/** One attribute of a name; an escaped comma does not end it. */
const ATTRIBUTES = /(?:\\[\s\S]|[^,+\\])+/g;
const ESCAPED = /((?:\\[0-9a-f]{2})+)|\\([\s\S])/gi;

/** The readable part of an RFC 4514 name: the common name, otherwise the organization, otherwise the whole name. */
export function shortName(name: string): string {
  const attributes = (name.match(ATTRIBUTES) ?? []).map((attribute) => attribute.trim());
  const valueAt = (type: string) => attributes.find((one) => one.startsWith(`${type}=`))?.slice(type.length + 1);
  return unescapeValue(valueAt('CN') || valueAt('O') || '') || name;
}

/** RFC 4514 section 3: a backslash escapes a character, or each UTF-8 octet in hex. */
function unescapeValue(value: string): string {
  return value.replace(ESCAPED, (_, octets: string | undefined, character: string) => {
    if (octets === undefined) return character;
    const bytes = octets.slice(1).split('\\');
    return new TextDecoder().decode(Uint8Array.from(bytes, (hex) => Number.parseInt(hex, 16)));
  });
}
