import type { Facts, Registration } from './facts.ts';

/** The facts of one answer, and who gave it. */
export interface SourcedFacts {
  readonly server: string;
  readonly facts: Facts;
}

type Merged = Omit<Registration, 'kind' | 'name' | 'partOf' | 'notes'>;
type Field = Exclude<keyof Merged, 'sources'>;

const fields: readonly Field[] = [
  'handle',
  'label',
  'range',
  'registrar',
  'created',
  'updated',
  'expires',
  'registrarExpires',
  'status',
  'nameServers',
  'dnssec',
  'ds',
  'country',
  'contacts',
  'abuse',
];

/**
 * Puts answers together, field by field: the first that says anything about a field has it whole, so that nothing is
 * mixed from two servers. A later date of expiry that differs is kept as the registrar's.
 */
export function mergeFacts(answers: readonly SourcedFacts[]): Merged {
  const sources: Record<string, string> = {};
  const pick = (field: Field): unknown => {
    const found = answers.find(({ facts }) => isKnown(facts[field])) ?? answers[0];
    if (found === undefined) return null;
    if (isKnown(found.facts[field])) sources[field] = found.server;
    return found.facts[field];
  };
  const merged = Object.fromEntries(fields.map((field) => [field, pick(field)])) as unknown as Omit<Merged, 'sources'>;
  const other = otherExpiry(answers, merged.expires);
  if (merged.registrarExpires !== null || other === null) return { ...merged, sources };
  return {
    ...merged,
    registrarExpires: other.expires,
    sources: { ...sources, registrarExpires: other.server },
  };
}

/** Registry and registrar may disagree: the registrar's date is when the holder must have paid. */
function otherExpiry(answers: readonly SourcedFacts[], expires: string | null) {
  if (expires === null) return null;
  for (const { server, facts } of answers) {
    if (facts.expires !== null && day(facts.expires) !== day(expires)) return { server, expires: facts.expires };
  }
  return null;
}

function day(date: string): string {
  return date.slice(0, 10);
}

function isKnown(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null;
}
