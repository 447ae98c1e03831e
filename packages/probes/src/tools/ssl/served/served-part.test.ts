import type { ServedAddress } from '@sonde/contract';
import { expect, test } from 'vitest';
import type { ChainsByAddress, PresentedChain } from './chains-by-address.ts';
import { differencesIn } from './differences.ts';
import { judgeAll, servedGaps } from './served-part.ts';

const row = (address: string, more: Partial<ServedAddress> = {}): ServedAddress => ({
  address,
  isMeasured: false,
  problem: null,
  protocol: 'TLSv1.3',
  certificate: 1,
  otherCertificates: [],
  certificateWithoutName: null,
  refusesWithoutName: null,
  ...more,
});
const measured = row('192.0.2.1', { isMeasured: true });
const places = (rows: readonly ServedAddress[], chains: readonly PresentedChain[] = []): ChainsByAddress => ({
  rows,
  chains,
});

/** The fields of a judged certificate that these functions read. */
const chain = (
  number: number,
  { type = 'EC', more = {} }: { type?: string; more?: Partial<PresentedChain> } = {},
): PresentedChain => {
  const facts = {
    fields: { key: { type } },
    reasons: [],
    observations: [],
    valid: true,
  } as unknown as PresentedChain['facts'];
  return { number, facts, addresses: [], isElsewhere: false, ...more };
};
const names = (found: ChainsByAddress) => differencesIn(found).map(({ name }) => name);

test('has one gap for all IPv6 addresses if none is reachable, otherwise one per address', () => {
  const unreachable = (address: string) => row(address, { problem: 'unreachable', certificate: null });
  const [one, two] = [unreachable('2001:db8::1'), unreachable('2001:db8::2')];
  expect(servedGaps(places([measured, one, two]))).toEqual([{ part: 'IPv6 addresses', code: 'unreachable' }]);
  expect(servedGaps(places([measured, one, row('2001:db8::2')]))).toEqual([
    { part: 'address 2001:db8::1', code: 'unreachable' },
  ]);
  const refused = row('2001:db8::2', { problem: 'connection-refused', certificate: null });
  expect(servedGaps(places([measured, one, refused])).map(({ part }) => part)).toEqual([
    'address 2001:db8::1',
    'address 2001:db8::2',
  ]);
});

test('counts further addresses, and says when to retry an address without allowance', () => {
  const rows = ['192.0.2.2', '192.0.2.3'].map((address) => row(address, { problem: 'not_asked', certificate: null }));
  const limited = row('192.0.2.4', { problem: 'limited', certificate: null });
  expect(servedGaps(places([measured, ...rows, limited]))).toEqual([
    { part: 'address 192.0.2.4', code: 'rate-limited', retryAfterSeconds: 30 },
    { part: '2 further addresses', code: 'protocol' },
  ]);
});

test('does not attribute a second certificate with the same key type to other clients', () => {
  const other = chain(2, { more: { isElsewhere: true } });
  const main = chain(1, { more: { addresses: ['192.0.2.1'] } });
  expect(names(places([measured], [main, other]))).toEqual(['SAME_KEY']);
  expect(names(places([measured], [main, { ...chain(2, { type: 'RSA' }), isElsewhere: true }]))).toEqual(['KEY_TYPES']);
});

test('lists the most severe problem first, with its certificate', () => {
  const faulty = (name: 'expired' | 'weak_key', more: Partial<PresentedChain>): PresentedChain => {
    const { facts } = chain(0);
    return { ...chain(2), facts: { ...facts, observations: [{ name, evidence: 'Seen.' }], reasons: [name] }, ...more };
  };
  const main = chain(1, { more: { addresses: ['192.0.2.1'] } });
  const chains = [
    main,
    faulty('expired', { number: 2, isElsewhere: true }),
    faulty('weak_key', { number: 3, addresses: ['192.0.2.2', '192.0.2.3'] }),
  ];
  expect(judgeAll(main.facts, places([measured], chains))).toEqual({
    valid: false,
    reasons: ['weak_key', 'expired'],
    observations: [
      { name: 'weak_key', evidence: 'Certificate 3, at 192.0.2.2 and 192.0.2.3: Seen.' },
      { name: 'expired', evidence: 'Certificate 2, in some handshakes: Seen.' },
    ],
  });
});
