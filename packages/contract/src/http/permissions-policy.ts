// Permissions-Policy: a dictionary (structured fields) from a feature to who may use it.
import { parseDictionary, type StructuredMember } from './structured-fields.ts';

export interface FeaturePermission {
  /** Such as `camera`. */
  readonly feature: string;
  /** `*`, `self`, `src` and origins; empty: nobody. */
  readonly allowed: readonly string[];
}

/** Reads a field value; null if it breaks the grammar: browsers then ignore all of it. */
export function parsePermissionsPolicy(value: string): FeaturePermission[] | null {
  const members = parseDictionary(value);
  if (members === null) return null;
  return [...members].map(([feature, member]) => ({ feature, allowed: allowedBy(member) }));
}

function allowedBy(member: StructuredMember): string[] {
  const items = 'items' in member ? member.items.map(({ item }) => item) : [member.item];
  return items.filter(({ kind }) => kind === 'token' || kind === 'string').map(({ value }) => value);
}
