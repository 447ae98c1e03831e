import { expect, it } from 'vitest';
import { createRootReferrals } from './root-referrals.ts';

const root = { host: 'whois.example', port: 43, isOperators: true } as const;
const other = { ...root, port: 4343 };
const com = { kind: 'domain', name: 'a.com' } as const;
const referral = { host: 'whois.com.example', port: 43 };
const DAY_MS = 24 * 60 * 60_000;

function setUp() {
  const clock = { ms: 1 };
  return { clock, known: createRootReferrals(() => clock.ms) };
}

it('remembers a delegation of IANA for a day, separately for each root server', () => {
  const { clock, known } = setUp();
  known.remember(root, com, referral);
  expect(known.find(root, { kind: 'domain', name: 'b.c.com' })).toEqual(referral);
  expect(known.find(root, { kind: 'domain', name: 'a.net' })).toBeNull();
  expect(known.find(other, com)).toBeNull();
  clock.ms += DAY_MS;
  expect(known.find(root, com)).toBeNull();
});

it('remembers IPv4 addresses by their first octet, and IPv6 addresses and AS numbers not at all', () => {
  const { known } = setUp();
  known.remember(root, { kind: 'network', address: '45.90.10.2' }, referral);
  expect(known.find(root, { kind: 'network', address: '45.1.1.1' })).toEqual(referral);
  expect(known.find(root, { kind: 'network', address: '46.1.1.1' })).toBeNull();
  known.remember(root, { kind: 'network', address: '2001:db8::1' }, referral);
  known.remember(root, { kind: 'autnum', number: 1 }, referral);
  expect(known.find(root, { kind: 'network', address: '2001:db8::1' })).toBeNull();
  expect(known.find(root, { kind: 'autnum', number: 1 })).toBeNull();
});

it('remembers for ten seconds that a root server failed', () => {
  const { clock, known } = setUp();
  const failure = { code: 'unreachable', meaning: 'No.' } as const;
  known.rememberFailure(root, failure);
  expect(known.failureOf(root)).toEqual(failure);
  expect(known.failureOf(other)).toBeNull();
  clock.ms += 10_000;
  expect(known.failureOf(root)).toBeNull();
});

it('lets lookups join a running query until it ends, even by a failure', async () => {
  const { known } = setUp();
  let end = () => {};
  const question = new Promise<void>((_, reject) => {
    end = () => reject(new Error('no'));
  });
  known.announceQuestion(root, com, question);
  expect(known.joinQuestion(root, com)).toBe(question);
  expect(known.joinQuestion(other, com)).toBeNull();
  end();
  await question.catch(() => {});
  await Promise.resolve();
  expect(known.joinQuestion(root, com)).toBeNull();
});

it('limits the number of remembered referrals', () => {
  const { known } = setUp();
  for (let index = 0; index < 5000; index += 1)
    known.remember(root, { kind: 'domain', name: `a.tld${index}` }, referral);
  expect(known.find(root, { kind: 'domain', name: 'a.tld4999' })).toEqual(referral);
  expect(known.find(root, { kind: 'domain', name: 'a.tld0' })).toBeNull();
});
