import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { createDisguise } from './disguise.ts';
import type { ExchangeStart } from './wire-tap.ts';

const start = (service: ExchangeStart['service'], address = '192.0.2.53', isOperators = false): ExchangeStart => ({
  ...{ service, transport: 'tcp', isOperators },
  peer: { address, port: 5300 },
});
const said = (service: ExchangeStart['service'], text: string) => {
  const { octets, isReplaced } = createDisguise().octets(start(service), Buffer.from(text, 'latin1'));
  return [Buffer.from(octets).toString('latin1'), isReplaced];
};

it('every endpoint of the operator has its own documentation address, with the usual port', () => {
  const { peer } = createDisguise();
  expect(peer(start('dns', '10.0.0.53', true))).toEqual({
    address: '198.51.100.1',
    port: 53,
    name: null,
    isReplaced: true,
  });
  expect(peer(start('http', 'fd00::1', true))).toEqual({
    address: '2001:db8:1::2',
    port: 443,
    name: null,
    isReplaced: true,
  });
  expect(peer(start('dns', '10.0.0.53', true)).address).toBe('198.51.100.1');
  expect(peer(start('dns'))).toEqual({ address: '192.0.2.53', port: 5300, name: null, isReplaced: false });
});

it('the client address in the reply of a mail server is replaced', () => {
  const greeting = '250-mx.example at your service, [203.0.113.9]\r\n250 SIZE\r\n';
  expect(said('starttls', greeting)).toEqual([greeting.replace('203.0.113.9', '192.0.2.1'), true]);
  expect(said('starttls', '250 hello [IPv6:2001:db8:5::9]\r\n')).toEqual(['250 hello [192.0.2.1]\r\n', true]);
  expect(said('starttls', '220 mx.example ESMTP\r\n')).toEqual(['220 mx.example ESMTP\r\n', false]);
});

it('addresses of our interfaces are replaced in texts, and octets of binary protocols stay unchanged', () => {
  const own = Object.values(networkInterfaces())
    .flat()
    .find((one) => one !== undefined && !one.internal && one.family === 'IPv4');
  const address = own?.address ?? '127.0.0.1';
  const text = `% your address is ${address}\n`;
  const isOurs = own !== undefined;
  expect(said('whois', text)).toEqual([isOurs ? '% your address is 192.0.2.1\n' : text, isOurs]);
  expect(said('dns', text)).toEqual([text, false]);
  const record = `\u0016\u0003\u0001[203.0.113.9]`;
  expect(said('starttls', record)).toEqual([record, false]);
});
