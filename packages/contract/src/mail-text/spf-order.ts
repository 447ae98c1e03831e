import type { Modifier, SpfRecord, Term } from './spf-record.ts';

/** Receivers stop after ten terms that need a lookup, and after two lookups that find nothing (RFC 7208 section 4.6.4). */
export const MAX_LOOKUPS = 10;
export const MAX_VOID = 2;

/** Mechanisms and modifiers that count as lookups. */
export const countedTerms: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);

/** A term, and why it is ignored; null if it is not. */
export interface PlacedTerm {
  readonly term: Term;
  readonly ignored: 'after-all' | 'redirect-beside-all' | 'not-a-lookup' | 'unknown-modifier' | null;
}

/** The terms in the order of evaluation: redirect comes last, and is ignored beside `all` (RFC 7208 sections 5.1 and 6.1). */
export function termsInOrder({ terms }: SpfRecord): PlacedTerm[] {
  const allAt = terms.findIndex((term) => term.type === 'mechanism' && term.name === 'all');
  const placed = terms.map((term, index): PlacedTerm => {
    if (term.type === 'modifier') return { term, ignored: ignoredModifier(term, allAt >= 0) };
    return { term, ignored: allAt >= 0 && index > allAt ? 'after-all' : null };
  });
  const isRedirect = ({ term }: PlacedTerm) => term.type === 'modifier' && term.name === 'redirect';
  return [...placed.filter((one) => !isRedirect(one)), ...placed.filter(isRedirect)];
}

function ignoredModifier({ name }: Modifier, hasAll: boolean): PlacedTerm['ignored'] {
  if (name === 'redirect') return hasAll ? 'redirect-beside-all' : null;
  return name === 'exp' ? 'not-a-lookup' : 'unknown-modifier';
}
