type Headers = readonly (readonly [string, string])[];

/** The values of a field in their order. */
export function fieldsOf(headers: Headers, field: string): string[] {
  return headers.filter(([name]) => name.toLowerCase() === field).map(([, value]) => value);
}

/** The first value of a field; null without one. */
export function fieldOf(headers: Headers, field: string): string | null {
  return fieldsOf(headers, field)[0] ?? null;
}
