import { answerEnvelope } from '@sonde/contract';
import type { KeptSnapshot } from '@sonde/contract/snapshots/snapshot';
import { expect, it } from 'vitest';
import { earlyMarkup } from './early-markup.ts';

const finding = (code: string, state: string, evidence: string) => ({
  ...{ code, state, about: 'example.com', evidence },
  fix: null,
});
const kept = (target: string, findings: readonly (object | null)[]): KeptSnapshot => ({
  ...{ signature: 'valid', expiresAt: null },
  snapshot: {
    ...{ schema: 1, id: 'a', site: null, software: 'Sonde 0.1.0', target, keptAt: '2026-11-23T00:01:00.000Z' },
    parts: [
      {
        ...{ tool: 'dns', target, key: '/', measuredAt: '2026-11-22T23:59:00.000Z', withheld: [] },
        outcome: { ...answerEnvelope({ findings }) },
      },
    ],
    signature: { algorithm: 'Ed25519', keyId: 'k', value: 'v' },
  },
});

it('contains target, time and findings, most severe first; good findings are left to the script', () => {
  const markup = earlyMarkup(
    kept('example.com', [
      finding('caa-missing', 'note', 'It has no CAA records.'),
      finding('private-address', 'warn', 'It has 10.0.0.1.'),
      finding('ttl-usual', 'good', 'No time is zero.'),
    ]),
  );
  expect(markup).toContain('<h2>example.com</h2>');
  expect(markup).toContain('Measured 2026-11-22 23:59:00 UTC by Sonde 0.1.0. Signature: valid.');
  expect(markup.indexOf('It has 10.0.0.1.')).toBeGreaterThan(0);
  expect(markup.indexOf('It has 10.0.0.1.')).toBeLessThan(markup.indexOf('It has no CAA records.'));
  expect(markup).not.toContain('No time is zero.');
});

it('contains no markup from targets, and no unreadable findings', () => {
  const hostile = '</div><script>alert(1)</script>\u202e';
  const markup = earlyMarkup(kept(hostile, [finding(hostile, 'bad', hostile), { state: 'bad' }, null]));
  expect(markup).not.toMatch(/<script|<\/div|\u202e/);
  expect(markup.match(/<p>/g)).toHaveLength(2);
});
