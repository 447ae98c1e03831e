import { type UntrustedReason, untrustedReasons } from '@sonde/contract';

/** A reason, and in one sentence what was seen. The sentence may quote hostile text. */
export interface Problem {
  readonly name: UntrustedReason;
  readonly evidence: string;
}

/** The gravest first, and no sentence twice. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems
    .toSorted((a, b) => untrustedReasons.indexOf(a.name) - untrustedReasons.indexOf(b.name))
    .filter(({ name, evidence }) => {
      const key = `${name} ${evidence}`;
      return !seen.has(key) && seen.add(key);
    });
}

/** Hostile text within a sentence: short. */
export function shown(text: string): string {
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
