import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createFlightReader, type Flight } from './flight.ts';
import type { KeyExchange } from './key-exchange.ts';
import { bytesHex, hexBytes } from './testing/record-bytes.ts';

const folder = new URL('./samples/', import.meta.url);
const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.hex'))
  .map((file) => file.replace(/\.hex$/, ''));

const sampleBytes = (name: string) => hexBytes(readFileSync(new URL(`${name}.hex`, folder), 'utf8'));
const expected = (name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

/** In the form of the samples: DER by its length. */
function summary(flight: Flight) {
  const { serverHello, keyExchange, certificates, ocspResponse, later, said, serverHelloBytes: _, ...rest } = flight;
  return {
    ...rest,
    laterTypes: later.map(({ type }) => type),
    messages: said.length,
    keyExchange: keyExchange && keySummary(keyExchange),
    serverHello: serverHello && {
      ...serverHello,
      sessionId: bytesHex(serverHello.sessionId),
      random: bytesHex(serverHello.random),
    },
    certificates: certificates?.map(({ length }) => length) ?? null,
    ocspResponse: ocspResponse?.length ?? null,
  };
}

/** Keys and primes are represented by their length. */
function keySummary(exchange: KeyExchange) {
  if (exchange.kind === 'curve') return { ...exchange, key: exchange.key?.length ?? null };
  if (exchange.kind !== 'finite-field') return exchange;
  const { prime, generator, key } = exchange;
  return { ...exchange, prime: prime.length, generator: generator && bytesHex(generator), key: key?.length ?? null };
}

function readInPieces(bytes: Uint8Array, size: number): Flight {
  const reader = createFlightReader();
  for (let offset = 0; offset < bytes.length; offset += size) reader.push(bytes.subarray(offset, offset + size));
  return reader.flight;
}

/** The same handshake octets in records of one octet each, which is legal (RFC 5246 section 6.2.1). */
function inTinyRecords(bytes: Uint8Array): Uint8Array {
  const records: number[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    const [type = 0, major = 0, minor = 0, high = 0, low = 0] = bytes.subarray(offset);
    const end = offset + 5 + high * 256 + low;
    for (const octet of bytes.subarray(offset + 5, end)) records.push(type, major, minor, 0, 1, octet);
    offset = end;
  }
  return Uint8Array.from(records);
}

test('there are samples', () => {
  expect(cases.length).toBeGreaterThan(6);
});

describe.each(cases)('%s', (name) => {
  test('is read as expected', () => {
    expect(summary(readInPieces(sampleBytes(name), 100_000))).toEqual(expected(name));
  });

  test.each([1, 2, 5, 6, 7, 100])('is read the same in pieces of %i octets', (size) => {
    expect(summary(readInPieces(sampleBytes(name), size))).toEqual(expected(name));
  });

  test('is read the same from records of one octet, received one by one', () => {
    const { laterTypes, ...flight } = summary(readInPieces(inTinyRecords(sampleBytes(name)), 6));
    expect({ ...flight, laterTypes: [...new Set(laterTypes)] }).toEqual(expected(name));
  });
});
