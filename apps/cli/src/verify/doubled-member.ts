/** A string, or one of the characters that give JSON its structure. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * The first member that an object of a JSON text has twice; null if there is none. Readers differ in which of the two they
 * take, so a signature over such a text proves nothing (RFC 8785 section 3.1, RFC 7493 section 2.3).
 * @param json a text that `JSON.parse` accepts
 */
export function doubledMember(json: string): string | null {
  /** The names so far of every open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let before = '';
  for (const [token] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    const names = open.at(-1);
    // Within an object, a string after `{` or `,` is the name of a member.
    if (token.startsWith('"') && names != null && before !== ':') {
      const name: string = JSON.parse(token);
      if (names.has(name)) return name;
      names.add(name);
    }
    before = token;
  }
  return null;
}
