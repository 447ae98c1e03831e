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

it('what IANA delegates as a whole is known for a day, of this root', () => {
  const { clock, known } = setUp();
  known.keep(root, com, referral);
  expect(known.find(root, { kind: 'domain', name: 'b.c.com' })).toEqual(referral);
  expect(known.find(root, { kind: 'domain', name: 'a.net' })).toBeNull();
  expect(known.find(other, com)).toBeNull();
  clock.ms += DAY_MS;
  expect(known.find(root, com)).toBeNull();
});

it('of addresses, only IPv4 by its first octet; of AS numbers nothing', () => {
  const { known } = setUp();
  known.keep(root, { kind: 'network', address: '45.90.10.2' }, referral);
  expect(known.find(root, { kind: 'network', address: '45.1.1.1' })).toEqual(referral);
  expect(known.find(root, { kind: 'network', address: '46.1.1.1' })).toBeNull();
  known.keep(root, { kind: 'network', address: '2001:db8::1' }, referral);
  known.keep(root, { kind: 'autnum', number: 1 }, referral);
  expect(known.find(root, { kind: 'network', address: '2001:db8::1' })).toBeNull();
  expect(known.find(root, { kind: 'autnum', number: 1 })).toBeNull();
});

it('a root that failed is left alone for ten seconds', () => {
  const { clock, known } = setUp();
  const failure = { code: 'unreachable', means: 'No.' } as const;
  known.keepFailure(root, failure);
  expect(known.failureOf(root)).toEqual(failure);
  expect(known.failureOf(other)).toBeNull();
  clock.ms += 10_000;
  expect(known.failureOf(root)).toBeNull();
});

it('a question under way is joined until it ends, however it ends', async () => {
  const { known } = setUp();
  let end = () => {};
  const question = new Promise<void>((_, reject) => {
    end = () => reject(new Error('no'));
  });
  known.tellQuestion(root, com, question);
  expect(known.joinQuestion(root, com)).toBe(question);
  expect(known.joinQuestion(other, com)).toBeNull();
  end();
  await question.catch(() => {});
  await Promise.resolve();
  expect(known.joinQuestion(root, com)).toBeNull();
});

it('does not grow for ever', () => {
  const { known } = setUp();
  for (let index = 0; index < 5000; index += 1) known.keep(root, { kind: 'domain', name: `a.tld${index}` }, referral);
  expect(known.find(root, { kind: 'domain', name: 'a.tld4999' })).toEqual(referral);
  expect(known.find(root, { kind: 'domain', name: 'a.tld0' })).toBeNull();
});
