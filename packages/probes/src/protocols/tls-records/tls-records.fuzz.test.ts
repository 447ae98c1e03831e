import { readdirSync, readFileSync } from 'node:fs';
import { fuzzRuns } from '@sonde/contract/testing/fuzz-runs';
import * as fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu-ms.ts';
import { createFlightReader } from './flight.ts';
import { decodeClientHello } from './hello/read-client-hello.ts';
import { decodeSslv2ServerHello } from './sslv2.ts';
import { hexBytes, messageBytes, recordBytes, serverHelloBody } from './testing/record-bytes.ts';
import { TlsFormatError } from './tls-format-error.ts';

/** Set SONDE_FUZZ_SEED to reproduce a failure. */
const seed = Number(process.env['SONDE_FUZZ_SEED'] ?? Date.now() % 2 ** 31);
const MAX_MS = 2000;
let inputs = 0;

process.stdout.write(`tls-records fuzz: SONDE_FUZZ_SEED=${seed}\n`);

afterAll(() => {
  process.stdout.write(`tls-records fuzz: ${inputs} inputs\n`);
  expect(inputs).toBeGreaterThanOrEqual(fuzzRuns(40_000));
});

const folder = new URL('./samples/', import.meta.url);
const samples = readdirSync(folder)
  .filter((file) => file.endsWith('.hex'))
  .map((file) => hexBytes(readFileSync(new URL(file, folder), 'utf8')));

/** Reads untrusted pieces: must return a valid flight or throw the one error, quickly. */
function probe(pieces: readonly Uint8Array[]): void {
  inputs += 1;
  const start = cpuMs();
  const reader = createFlightReader();
  try {
    for (const piece of pieces) reader.push(piece);
  } catch (error) {
    if (!(error instanceof TlsFormatError)) throw error;
  }
  const { serverHello, keyExchange, alert, certificates } = reader.flight;
  if (serverHello !== null) {
    expect(serverHello.version >> 8).toBe(3);
    expect(serverHello.sessionId.length).toBeLessThanOrEqual(32);
    expect(serverHello.alpn ?? 'h2').toMatch(/^[!-~]+$/);
  }
  if (keyExchange !== null && 'bits' in keyExchange) expect(keyExchange.bits).toBeLessThanOrEqual(65_535 * 8);
  if (alert !== null) expect(alert).toBeLessThan(256);
  expect(certificates?.length ?? 0).toBeLessThanOrEqual(100);
  expect(cpuMs() - start).toBeLessThan(MAX_MS);
}

const octets = fc.uint8Array({ maxLength: 200 });

test('bytes of any kind, in any pieces', () => {
  fc.assert(
    fc.property(fc.array(octets, { maxLength: 4 }), (pieces) => probe(pieces)),
    { seed, numRuns: fuzzRuns(10_000) },
  );
});

test('records of any kind', () => {
  const record = fc
    .tuple(fc.constantFrom(20, 21, 22, 22, 22, 23, 24), octets)
    .map(([type, payload]) => recordBytes(type, [...payload]));
  fc.assert(
    fc.property(fc.array(record, { maxLength: 6 }), (records) => probe(records)),
    { seed, numRuns: fuzzRuns(10_000) },
  );
});

test('messages of any kind behind a hello', () => {
  const suite = fc.constantFrom(0x002f, 0x0003, 0x0033, 0xc02f, 0xc035, 0x00b2, 0x1301, 0xeeee);
  const message = fc
    .tuple(fc.constantFrom(0, 2, 11, 12, 13, 14, 22, 99), octets)
    .map(([type, body]) => messageBytes(type, [...body]));
  const extensionList = fc.array(fc.tuple(fc.constantFrom(16, 18, 43, 51, 0), fc.uint8Array({ maxLength: 12 })), {
    maxLength: 4,
  });
  fc.assert(
    fc.property(suite, extensionList, fc.array(message, { maxLength: 4 }), (code, list, messages) => {
      const extensions = list.flatMap(([type, body]) => [0, type, 0, body.length, ...body]);
      const hello = messageBytes(2, serverHelloBody(0x0303, code, extensions));
      probe([recordBytes(22, [...hello, ...messages.flat()])]);
    }),
    { seed, numRuns: fuzzRuns(10_000) },
  );
});

test('real flights with some octets changed, cut short or repeated', () => {
  const change = fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 }));
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.array(change, { maxLength: 6 }), fc.nat(), (sample, changes, cut) => {
      const bytes = Uint8Array.from(sample);
      for (const [place, value] of changes) bytes[place % bytes.length] = value;
      const at = cut % bytes.length;
      probe([bytes.subarray(0, at), bytes.subarray(at), bytes]);
    }),
    { seed, numRuns: fuzzRuns(10_000) },
  );
});

test('SSLv2', () => {
  const start = fc.constantFrom<readonly number[]>([], [0x80, 40, 4, 0, 1, 0, 2]);
  fc.assert(
    fc.property(start, octets, (first, rest) => {
      inputs += 1;
      try {
        const reply = decodeSslv2ServerHello(Uint8Array.from([...first, ...rest]));
        for (const suite of reply?.suites ?? []) expect(suite).toMatch(/^SSL_CK_/);
      } catch (error) {
        if (!(error instanceof TlsFormatError)) throw error;
      }
    }),
    { seed, numRuns: fuzzRuns(10_000) },
  );
});

test('reads the body of any ClientHello, or throws the one error', () => {
  const hello = fc.record({ suites: octets, extensions: octets, random: octets });
  const read = (body: Uint8Array) => {
    inputs += 1;
    try {
      const { serverName, alpn } = decodeClientHello(body);
      for (const name of [serverName ?? 'a', ...alpn]) expect(name).toMatch(/^[!-~]*$/);
    } catch (error) {
      if (!(error instanceof TlsFormatError)) throw error;
    }
  };
  fc.assert(
    fc.property(
      fc.oneof(
        octets,
        hello.map(({ suites, extensions, random }) => helloBody(suites, extensions, random)),
      ),
      read,
    ),
    { seed, numRuns: fuzzRuns(5000) },
  );
});

/** Structured like a real ClientHello, with arbitrary contents. */
function helloBody(suites: Uint8Array, extensions: Uint8Array, random: Uint8Array): Uint8Array {
  const head = Uint8Array.from([
    3,
    3,
    ...random.slice(0, 32),
    ...new Array(Math.max(0, 32 - random.length)).fill(0),
    0,
  ]);
  return Uint8Array.from([...head, 0, suites.length, ...suites, 1, 0, 0, extensions.length, ...extensions]);
}
