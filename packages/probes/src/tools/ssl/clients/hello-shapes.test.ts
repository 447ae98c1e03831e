import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isGrease } from '../../../engines/tls/handshake/current-hello.ts';
import { chromium, firefox, safari } from '../../../engines/tls/handshake/hello-shapes.ts';
import { join } from '../../../protocols/octets.ts';
import { extensions, type KeyShare } from '../../../protocols/tls-records/hello/extensions.ts';
import { readExtensions } from '../../../protocols/tls-records/hello/server-hello.ts';
import { encodeShapedHello, type HelloFilling } from '../../../protocols/tls-records/hello/shaped-hello.ts';
import { octetsLeft, readerOf, readOctets, readUint, readVector } from '../../../protocols/tls-records/reader.ts';
import { knownClients } from './known-clients.ts';

/** Recorded from the programs while connecting to site.example; samples/README.md describes how. */
const recorded = (file: string) => new Uint8Array(readFileSync(new URL(`samples/${file}`, import.meta.url)));

/** The random values in a hello. */
function fillingOf(hello: Uint8Array): HelloFilling {
  const reader = readerOf(hello.subarray(5 + 4 + 2));
  const random = readOctets(reader, 32);
  const sessionId = readVector(reader, 1);
  readVector(reader, 2);
  readVector(reader, 1);
  const found = readExtensions(readVector(reader, 2));
  const shares = readerOf(readVector(readerOf(found.get(extensions.keyShare) ?? new Uint8Array()), 2));
  const keyShares: KeyShare[] = [];
  while (octetsLeft(shares) > 0) keyShares.push({ group: readUint(shares, 2), key: readVector(shares, 2) });
  const outer = readerOf(found.get(0xfe0d) ?? new Uint8Array());
  readOctets(outer, 5);
  const noise = join(readOctets(outer, 1), readVector(outer, 2), readVector(outer, 2));
  return { random, sessionId, noise, serverName: 'site.example', keyShares, without: [] };
}

test.each([
  ['chromium-156.hello', chromium],
  ['firefox-153.hello', firefox],
])('%s: made from its shape it is the same, octet by octet', (file, shape) => {
  const hello = recorded(file);
  const filling = fillingOf(hello);
  expect(filling.keyShares.map(({ group }) => group)).toEqual(shape.keyShares);
  expect(Buffer.from(encodeShapedHello(shape, filling)).toString('hex')).toBe(Buffer.from(hello).toString('hex'));
});

test.each([chromium, firefox, safari])('$name offers what its data describe', ({ name, suites, extensions: list }) => {
  const client = knownClients.find((one) => one.name === name);
  expect(suites.filter((suite) => !isGrease(suite))).toEqual(client?.suites);
  const groups = Buffer.from(String(list.find(([type]) => type === extensions.supportedGroups)?.[1]), 'hex');
  const numbers = Array.from({ length: groups.length / 2 - 1 }, (_, place) => groups.readUInt16BE(2 + place * 2));
  expect(numbers.filter((group) => !isGrease(group))).toEqual(client?.groups);
});
