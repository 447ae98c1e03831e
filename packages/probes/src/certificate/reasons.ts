/** Why a certificate is not to be trusted, the gravest first. */
const order = [
  'no_certificate',
  'weak_key',
  'revoked',
  'expired',
  'not_yet_valid',
  'self_signed',
  'hostname_mismatch',
  'untrusted',
  'incomplete_chain',
  'weak_signature',
  'wrong_usage',
] as const;

export type Reason = (typeof order)[number];

/** A reason, and in one sentence what was seen. The sentence may quote hostile text. */
export interface Problem {
  readonly name: Reason;
  readonly evidence: string;
}

/** The gravest first, and no sentence twice. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
    .filter(({ name, evidence }) => {
      const key = `${name} ${evidence}`;
      return !seen.has(key) && seen.add(key);
    });
}

/** Hostile text within a sentence: short. */
export function shown(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
