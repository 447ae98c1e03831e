import { expect, test } from 'vitest';
import { parseAddress, toNetworkOrder } from '../guard/ip-address.ts';
import { specialUseOf } from '../guard/special-use.ts';
import { NetFailure } from '../net.ts';
import { createHopPrivacy } from './own-hops.ts';
import type { TraceNews } from './trace-plan.ts';

const DENIED = '45.90.9.9';

function check(text: string): void {
  const address = parseAddress(text);
  if (text === DENIED) throw new NetFailure('denied', text);
  if (address === null || specialUseOf(address) !== null) throw new NetFailure('special-use', text);
}

const answer = (ttl: number, address: string): TraceNews => ({
  kind: 'answer',
  ttl,
  round: 1,
  from: toNetworkOrder(address),
  timeMs: ttl,
  labels: [],
  isTarget: false,
  error: null,
});

const shown = (news: readonly TraceNews[], showsOwn = false) => {
  const privacy = createHopPrivacy(check, showsOwn);
  return news.map((one) =>
    privacy.shown(one).map((event) => ('address' in event ? `${event.ttl} ${event.address}` : event.kind)),
  );
};

test('hides addresses before the first public hop and shows those behind it', () => {
  expect(
    shown([answer(1, '10.0.0.1'), answer(2, '100.64.0.1'), answer(3, '45.90.1.1'), answer(4, '10.9.9.1')]),
  ).toEqual([['1 null'], ['2 null'], ['3 45.90.1.1'], ['4 10.9.9.1']]);
  expect(shown([answer(1, 'fd00::1'), answer(2, '2a0e:97c0::1'), answer(3, 'fe80::1')])).toEqual([
    ['1 null'],
    ['2 2a0e:97c0::1'],
    ['3 fe80::1'],
  ]);
});

test('shows an address once a public hop in front of it has answered', () => {
  expect(shown([answer(4, '10.9.9.1'), answer(1, '10.0.0.1'), answer(3, '45.90.1.1')])).toEqual([
    ['4 null'],
    ['1 null'],
    ['3 45.90.1.1', '4 10.9.9.1'],
  ]);
});

test('shows all hops with the setting, except those that the operator denies', () => {
  expect(shown([answer(1, '10.0.0.1'), answer(2, DENIED), answer(3, '45.90.1.1')], true)).toEqual([
    ['1 10.0.0.1'],
    ['2 null'],
    ['3 45.90.1.1'],
  ]);
  expect(shown([answer(1, '45.90.1.1'), answer(2, DENIED)])).toEqual([['1 45.90.1.1'], ['2 null']]);
});

test('passes other events on', () => {
  expect(shown([{ kind: 'silent', ttl: 1, round: 1 }])).toEqual([['silent']]);
});
