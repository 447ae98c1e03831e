import type { ServerRecord } from './collect.ts';
import type { Disagreement, Tool } from './disagreements.ts';
import { type Explanation, explanationOf, failureExplanations, gapExplanations } from './explanations.ts';
import type { Ruling } from './referee.ts';

/** A disagreement with its explanation. */
export interface Verdict extends Disagreement {
  readonly server: string;
  readonly right: Tool | 'each' | null;
  readonly why: string | null;
  readonly evidence: string | null;
  readonly rulings: readonly Ruling[];
  /** Why it is not settled: no explanation, or one that `openssl s_client` contradicts; null if it is settled. */
  readonly problem: string | null;
}

export function verdictsOf(record: ServerRecord): Verdict[] {
  return record.disagreements.map((one) => {
    const explanation = explanationOf(record.server, one);
    const rulings = record.rulings.filter(
      ({ fact, item }) => fact === one.fact && (item === null || (one.items?.includes(item) ?? false)),
    );
    return {
      server: record.server,
      ...one,
      right: explanation?.right ?? null,
      why: explanation?.why ?? null,
      evidence: explanation?.evidence ?? null,
      rulings,
      problem: problemOf(one, explanation, rulings),
    };
  });
}

function problemOf({ says }: Disagreement, explanation: Explanation | null, rulings: readonly Ruling[]): string | null {
  if (explanation === null) return 'not explained';
  if (explanation.right === 'each') return null;
  const against = rulings.filter(({ is }) => is !== says[explanation.right as Tool]);
  if (against.length === 0) return null;
  return `openssl s_client contradicts the explanation: ${against.map(({ item, is }) => `${item ?? ''} ${is}`).join(', ')}`;
}

/** Why a tool could not check a server, with the explanation if there is one. */
export function failuresOf({ server, failures }: ServerRecord) {
  return Object.entries(failures).map(([tool, message]) => ({
    server,
    tool,
    message,
    why:
      failureExplanations.find((one) => one.servers.includes(server) && one.tool === tool && one.message.test(message))
        ?.why ?? null,
  }));
}

/** The gaps of Sonde's own check, with the explanation if there is one. */
export function gapsOf({ server, gaps }: ServerRecord) {
  const why = (gap: string) => gapExplanations.find((one) => one.servers.includes(server) && one.gap.test(gap))?.why;
  return gaps.map((gap) => ({ server, gap, why: why(gap) ?? null }));
}
