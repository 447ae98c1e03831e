import { type MeasuredRegistration, noFacts, type RegistrationFacts } from './facts.ts';

/** The facts of one answer, and the server that sent it. */
export interface SourcedFacts {
  readonly server: string;
  readonly facts: RegistrationFacts;
}

type Merged = Omit<MeasuredRegistration, 'kind' | 'name' | 'state' | 'partOf' | 'notes'>;
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
 * Merges answers field by field. A field is taken entirely from the first answer that has it, so that no value is mixed
 * from two servers. A different expiry date in a later answer is kept as the registrar's.
 */
export function mergeFacts(answers: readonly SourcedFacts[]): Merged {
  const sources: Record<string, string> = {};
  const pick = (field: Field): unknown => {
    const found = answers.find(({ facts }) => isKnown(facts[field])) ?? answers[0];
    if (found === undefined) return noFacts[field];
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

/** Registry and registrar may disagree: the registrar's date is the day by which the holder must have paid. */
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
