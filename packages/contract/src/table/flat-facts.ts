/** The facts of a field as pairs of name and value; nested fields are prefixed with the name of their object. */
export function flatFacts(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, cellText(value)]];
  return Object.entries(value).flatMap(([inner, one]) => flatFacts(`${name}.${inner}`, one));
}

/** Any value in one cell; empty where it was not measured. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(inWords).join(', ') : inWords(value);
}

/** Formats values with parts, such as a prime with its length and name. */
function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value)
    .filter((one) => one !== null)
    .join(' ');
}
