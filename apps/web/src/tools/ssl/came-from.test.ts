// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import {
  behaviourParts,
  chainParts,
  clientParts,
  firstHandshakes,
  furtherParts,
  servedParts,
  suiteParts,
  versionParts,
  vulnerabilityParts,
} from './came-from.ts';

const modern = { address: '127.53.0.10' };
const outdated = { address: '127.53.0.15' };

it('the certificate came from the first handshakes with the address that was measured', () => {
  expect(numbersOf('ssl', firstHandshakes(modern))).toEqual([[null, 3, 4]]);
  expect(numbersOf('ssl', chainParts(modern))).toEqual([['First handshakes', 3, 4]]);
  expect(numbersOf('ssl', firstHandshakes(outdated))).toEqual([]);
});

it('a version came from the handshakes in which it was chosen, or from those that offered nothing else', () => {
  const parts = versionParts({ ...outdated, enabledProtocols: ['TLSv1.2', 'TLSv1.1', 'TLSv1'] });
  const found = new Map(numbersOf('ssl-outdated', parts).map(([label, ...numbers]) => [label, numbers]));
  expect(found.get('TLSv1.1')).toEqual([11, 23, 24, 30]);
  expect(found.get('TLSv1')).toEqual([20, 27, 28, 32]);
  expect(found.get('SSLv2')).toEqual([12]);
  const refused = new Map(
    numbersOf('ssl', versionParts({ ...modern, enabledProtocols: ['TLSv1.3', 'TLSv1.2'] })).map(([label, ...all]) => [
      label,
      all,
    ]),
  );
  expect(refused.get('TLSv1.1')).toEqual([14]);
  expect(refused.get('TLSv1.3')).toContain(3);
  expect(refused.get('TLSv1.3')).not.toContain(4);
});

it('a cipher suite and a group came from the ServerHello that names them', () => {
  const enabledCiphers = ['TLS_CHACHA20_POLY1305_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM', 'TLS_RSA_WITH_NULL_MD5'];
  expect(numbersOf('ssl', suiteParts({ ...modern, enabledCiphers }))).toEqual([
    ['TLS_CHACHA20_POLY1305_SHA256', 6],
    ['TLS_ECDHE_ECDSA_WITH_AES_256_CCM', 25],
  ]);
  expect(numbersOf('ssl', furtherParts({ ...modern, groups: ['x448'] }))).toEqual([['Group x448', 10]]);
});

it('tests came from the connections that were made for them', () => {
  expect(numbersOf('ssl', behaviourParts({ ...modern, alpnProtocols: ['http/1.1'] }))).toEqual([
    ['Session Resumption', 21],
    ['Client Renegotiation', 22],
    ['Refuses Fallback (SCSV)', 5],
    ['Application Protocols', 4],
  ]);
  expect(numbersOf('ssl-outdated', vulnerabilityParts(outdated))).toEqual([['Early ChangeCipherSpec', 19]]);
  expect(numbersOf('ssl-outdated', clientParts(outdated))).toEqual([
    ['First handshakes', 3, 4],
    ['ClientHellos of other clients', 15, 16],
    ['A returning client', 38, 40],
  ]);
  expect(numbersOf('ssl', servedParts({ ...modern, addresses: [] }))).toEqual([
    ['Without a server name', 18],
    ['Other keys', 44],
  ]);
});
