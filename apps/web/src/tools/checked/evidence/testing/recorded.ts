import { readFileSync } from 'node:fs';
import type { ShownExchange } from '../exchange.tsx';
import { readEvidence } from '../read-evidence.ts';

/**
 * The exchanges of a lookup that was recorded in the lab: `samples/NAME.json`. Long texts and octets in it are cut.
 * @throws if the file is not what a server of this version sends
 */
export function recorded(name: string): readonly ShownExchange[] {
  const text = readFileSync(new URL(`samples/${name}.json`, import.meta.url), 'utf8');
  const evidence = readEvidence(JSON.parse(text));
  if (evidence === null) throw new Error(`${name}.json is no evidence`);
  return evidence.exchanges;
}
