/** The facts in a field as name and value: the fields of an object have the name of the object before theirs. */
export function flatFacts(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[name, cellText(value)]];
  return Object.entries(value).flatMap(([inner, one]) => flatFacts(`${name}.${inner}`, one));
}

/** Any value in one cell; empty where it was not measured. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return Array.isArray(value) ? value.map(inWords).join(', ') : inWords(value);
}

/** For values with parts, such as a prime with its length and name. */
function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.values(value)
    .filter((one) => one !== null)
    .join(' ');
}
