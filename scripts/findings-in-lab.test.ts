import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toolModules } from '@sonde/contract/tools/modules';
import { describe, expect, it } from 'vitest';

/** Findings that no server of the lab triggers, and why. Their golden answers are in the contract. */
const withoutServer: Readonly<Record<string, string>> = {
  'alias-and-other-data': 'BIND and Knot refuse to load a zone with such a name.',
  'servers-reason': 'Unbound 1.17, the resolver of the lab, does not send these codes with its SERVFAIL.',
  'answer-filtered': 'Unbound 1.17, the resolver of the lab, does not send these codes with filtered records.',
  'answer-stale': 'A resolver says it only after servers have been silent for longer than a TTL and its own patience.',
  'duplicate-replies':
    'The links of the lab carry every packet once; the packet engine is tested with replies that come twice.',
  'ttl-changed': 'The lab has one route to every host, and one host for every address.',
};

const folder = fileURLToPath(new URL('../packages/probes/src/', import.meta.url));
/** They list the findings that the tests of delegations expect of each zone. */
const EXPECTATIONS = ['testing/delegation-expectations.ts', 'testing/delegation-checks.ts'];
const labTests = (readdirSync(folder, { recursive: true }) as string[])
  .filter((path) => (path.startsWith('tools/') ? /\.lab(\.long)?\.test\.ts$/.test(path) : EXPECTATIONS.includes(path)))
  .map((path) => readFileSync(`${folder}${path}`, 'utf8'))
  .join('\n');

/** Matches a code in a test: alone in quotes, or after its state. */
const isTested = (code: string) => new RegExp(`['" ]${code}['"]`).test(labTests);

/** Tools that contact no servers, and those whose findings a test of their own brings about, server by server. */
const isElsewhere = ({ contract: { id, contacts } }: (typeof toolModules)[number]) =>
  contacts.length === 0 || ['ssl', 'mail', 'web'].includes(id);

const codesByTool = toolModules.flatMap((one) => {
  const codes = Object.keys(one.explanations);
  return isElsewhere(one) || codes.length === 0 ? [] : [[one.contract.id, codes] as const];
});

describe.each(codesByTool)('every finding of %s', (_, codes) => {
  it.each(codes)('%s is found on a real server, or there is a reason why not', (code) => {
    expect(isTested(code)).toBe(!(code in withoutServer));
  });
});

it('the list of exceptions names only findings that exist', () => {
  const codes = toolModules.flatMap(({ explanations }) => Object.keys(explanations));
  expect(Object.keys(withoutServer).filter((code) => !codes.includes(code))).toEqual([]);
});
