import { expect, test } from 'vitest';
import { mac } from './contract.ts';

test('the query takes one address in any spelling', () => {
  expect(mac.query.parse({ mac: '0000.5E00.5301' })).toEqual({ mac: '00:00:5e:00:53:01' });
  expect(mac.query.parse({ mac: 'FE80::21B:63FF:FE84:45E6' })).toEqual({ mac: 'fe80::21b:63ff:fe84:45e6' });
  for (const text of ['example.com', '10.0.0.1', '', '2001:db8::1'])
    expect(mac.query.safeParse({ mac: text }).success).toBe(false);
  expect(mac.query.safeParse({}).success).toBe(false);
});
