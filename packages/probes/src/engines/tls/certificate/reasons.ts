import { type UntrustedReason, untrustedReasons } from '@sonde/contract';

/** A reason with its evidence, a sentence that may quote untrusted text. */
export interface CertificateProblem {
  readonly name: UntrustedReason;
  readonly evidence: string;
}

/** Sorts by severity, and drops duplicates. */
export function inOrder(problems: readonly CertificateProblem[]): CertificateProblem[] {
  const seen = new Set<string>();
  return problems
    .toSorted((a, b) => untrustedReasons.indexOf(a.name) - untrustedReasons.indexOf(b.name))
    .filter(({ name, evidence }) => {
      const key = `${name} ${evidence}`;
      return !seen.has(key) && seen.add(key);
    });
}

/** Shortens untrusted text for use in a sentence. */
export function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
