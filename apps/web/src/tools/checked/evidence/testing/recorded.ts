import { readFileSync } from 'node:fs';
import type { ShownExchange } from '../exchange.tsx';
import type { AnswerPart } from '../exchange-filter.ts';
import { fittingExchanges } from '../fitting.ts';
import { readEvidence } from '../read-evidence.ts';

/**
 * The exchanges of a lookup that was recorded in the lab (`dns`) or in the demo: `samples/NAME.json`. Long texts are cut, and
 * octets are left out.
 * @throws if the file is not what a server of this version sends
 */
export function recorded(name: string): readonly ShownExchange[] {
  const text = readFileSync(new URL(`samples/${name}.json`, import.meta.url), 'utf8');
  const evidence = readEvidence(JSON.parse(text));
  if (evidence === null) throw new Error(`${name}.json is no evidence`);
  return evidence.exchanges;
}

/** The numbers of the exchanges that each part came from; parts without one are left out. */
export function numbersOf(
  name: string,
  parts: readonly AnswerPart[],
): readonly (readonly [string | null, ...number[]])[] {
  const exchanges = recorded(name);
  return parts.flatMap(({ label, filters }) => {
    const numbers = fittingExchanges(exchanges, filters).map(({ number }) => number);
    return numbers.length === 0 ? [] : [[label, ...numbers] as const];
  });
}
