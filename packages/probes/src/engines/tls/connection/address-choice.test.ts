import { expect, test } from 'vitest';
import type { GuardedAddress } from '../../../net/net.ts';
import { addressChoice } from './address-choice.ts';

const addresses: readonly GuardedAddress[] = [
  { address: '2001:db8::10', family: 6 },
  { address: '192.0.2.100', family: 4 },
  { address: '192.0.2.20', family: 4 },
  { address: '2001:db8::9', family: 6 },
];
const inOrder = ['192.0.2.20', '192.0.2.100', '2001:db8::9', '2001:db8::10'];

test('sorts addresses by number, not by spelling, whatever the order of the resolver', () => {
  for (const given of [addresses, addresses.toReversed()]) {
    const { choose, all } = addressChoice('a.test', null);
    expect(choose(given).map(({ address }) => address)).toEqual(inOrder);
    expect(all().map(({ address }) => address)).toEqual(inOrder);
  }
});

test('tries only a chosen address, and still knows the others', () => {
  const { choose, all } = addressChoice('a.test', '2001:db8::9');
  expect(choose(addresses)).toEqual([{ address: '2001:db8::9', family: 6 }]);
  expect(all()).toHaveLength(4);
});

test('rejects an address that the name does not have, naming the parameter', () => {
  const { choose } = addressChoice('a.test', '192.0.2.9');
  expect(() => choose(addresses)).toThrow(
    expect.objectContaining({ code: 'invalid-input', field: 'address', message: expect.stringContaining('192.0.2.9') }),
  );
});
