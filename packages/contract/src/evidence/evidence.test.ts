import { expect, it } from 'vitest';
import { octetsOfBase64 } from './base64.ts';
import { type Evidence, withEvidence, withoutEvidence } from './evidence.ts';
import { evidenceLines } from './json-lines.ts';

const evidence: Evidence = {
  startedAt: '2026-11-22T14:03:21.482113Z',
  exchanges: [],
  leftOut: 2,
  bytesKept: 0,
};

it('adding evidence to an envelope changes nothing else', () => {
  const envelope = JSON.stringify({ success: true, _data: { text: ',"_evidence":{}}' } });
  const recorded = withEvidence(envelope, evidence);
  expect(JSON.parse(recorded)).toEqual({ ...JSON.parse(envelope), _evidence: evidence });
  expect(withoutEvidence(recorded)).toBe(envelope);
  expect(withoutEvidence(envelope)).toBe(envelope);
});

it('JSON lines begin with a description of the lookup', () => {
  const lines = evidenceLines(evidence, { call: '/api/v2/ping?host=a', server: 'Sonde' }).split('\n');
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    ...{ kind: 'measurement', call: '/api/v2/ping?host=a', server: 'Sonde' },
    ...{ startedAt: evidence.startedAt, leftOut: 2, bytesKept: 0 },
  });
});

it.each(['', 'a', 'ab', 'abc', '\u0000\u00ff\u0010'])('base64 of %j', (text) => {
  const octets = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const encoded = { '': '', a: 'YQ==', ab: 'YWI=', abc: 'YWJj', '\u0000\u00ff\u0010': 'AP8Q' }[text] ?? '';
  expect([...octetsOfBase64(encoded)]).toEqual([...octets]);
});
