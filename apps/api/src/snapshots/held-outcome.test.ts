import { createHash } from 'node:crypto';
import { type ToolError, tools } from '@sonde/contract';
import { checkQuery } from '@sonde/probes';
import type { LookupResult } from '@sonde/service';
import { canonicalJson } from '@sonde/service/snapshots/canonical-json';
import { expect, it } from 'vitest';
import { createHeldOutcomes } from './held-outcome.ts';

const CALL = '/api/v2/whois?ipOrDomain=example.com';
const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const result = (body: string): LookupResult => ({ status: 200, body, code: null, retryAfterSeconds: null });

function finderOf(...bodies: string[]) {
  return createHeldOutcomes({
    tools: Object.values(tools),
    check: ({ id }, raw) => ({
      ...checkQuery(id as 'whois', raw),
      wantsFresh: false,
      wantsEvidence: false,
      wantsTiming: false,
    }),
    held: async () => bodies.map(result),
  });
}
const keep = (body: string, hasContacts = false, key = CALL) =>
  finderOf(body)({ key, sha256: digest(body) }, hasContacts).then(({ part }) => part);
const codeOf = async (work: Promise<unknown>) =>
  work.then(
    () => null,
    ({ code }: ToolError) => code,
  );

const envelope = (data: object) => JSON.stringify({ success: true, message: 'OK', _data: data });
const withPersons = envelope({
  whoIsInfo: 'Jane',
  registration: { contacts: [{ name: 'Jane' }] },
  checkedAt: '2026-11-22T04:05:00.000Z',
});

it('omits personal data unless it is requested', async () => {
  const part = await keep(withPersons);
  expect(part).toMatchObject({ tool: 'whois', target: 'example.com', measuredAt: '2026-11-22T04:05:00.000Z' });
  expect(part.withheld).toEqual(['registration.contacts', 'whoIsInfo']);
  expect(JSON.stringify(part)).not.toContain('Jane');
  expect((await keep(withPersons, true)).outcome).toEqual(JSON.parse(withPersons));
});

it('keeps a failure as well, with the time of its measurement', async () => {
  const failure = {
    success: false,
    message: 'None.',
    _data: null,
    code: 'not-found',
    checkedAt: '2026-11-22T04:05:00.000Z',
  };
  const part = await keep(JSON.stringify(failure));
  expect(part).toMatchObject({ measuredAt: failure.checkedAt, withheld: [], outcome: failure });
});

it('replaces lone surrogates, which canonical JSON cannot contain, in values and member names', async () => {
  const body = '{"success":true,"message":"OK","_data":{"a\\ud800":["\\udc00x",{"b":"\\ud83d\\ude00"}]}}';
  const { outcome } = await keep(body);
  expect(outcome._data).toEqual({ 'a\ufffd': ['\ufffdx', { b: '😀' }] });
  expect(() => canonicalJson(outcome)).not.toThrow();
});

it('accepts the call with its parameters in any order and ignores `fresh`, but nothing else', async () => {
  const body = envelope({ domain: 'example.com' });
  const dns = '/api/v2/dnsRecords?type=A&fresh=true&domain=EXAMPLE.com';
  expect(await keep(body, false, dns)).toMatchObject({
    tool: 'dns',
    target: 'example.com',
    key: '/api/v2/dnsRecords?type=A&domain=EXAMPLE.com',
  });
  expect(await codeOf(keep(body, false, '/api/v2/dnsRecords?domain=a.example&domain=b.example'))).toBe('invalid-input');
  expect(await codeOf(keep(body, false, '/api/v2/dnsRecords?domain=a.example&x=1'))).toBe('invalid-input');
  for (const key of ['', '/', 'https://sonde.example/api/v2/dnsRecords?domain=a.example', '/api/account?x=1']) {
    expect(await codeOf(keep(body, false, key))).toBe('invalid-input');
  }
});

it('finds a result only by the hash of its exact body', async () => {
  const find = finderOf(envelope({ a: 1 }), envelope({ a: 2 }));
  expect(
    (await find({ key: CALL, sha256: digest(envelope({ a: 2 })).toUpperCase() }, true)).part.outcome._data,
  ).toEqual({
    a: 2,
  });
  expect(await codeOf(find({ key: CALL, sha256: digest(envelope({ a: 3 })) }, true))).toBe('not-held');
  expect(await codeOf(finderOf()({ key: CALL, sha256: digest('') }, true))).toBe('not-held');
});
