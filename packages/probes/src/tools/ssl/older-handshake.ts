import { constants, createDiffieHellman, publicEncrypt, X509Certificate } from 'node:crypto';
import { encodeClientHello } from '../../protocols/tls-records/client-hello.ts';
import { createFlightReader, type Flight, type FlightReader } from '../../protocols/tls-records/flight.ts';
import type { KeyExchange } from '../../protocols/tls-records/key-exchange.ts';
import { messageTypes } from '../../protocols/tls-records/messages.ts';
import { readerOf, readUint, readVector } from '../../protocols/tls-records/reader.ts';
import { recordTypes, type TlsRecord } from '../../protocols/tls-records/records.ts';
import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { suiteOf, suites } from '../../protocols/tls-records/suites.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { join, uint, vector } from '../../protocols/tls-records/writer.ts';
import { readFlight } from './after-flight.ts';
import { agreeableGroups, createClientKey } from './client-key.ts';
import type { Scan } from './dial.ts';
import type { Line } from './line.ts';
import { createOlderSeal, olderCipherOf, type SealOlder } from './older-protection.ts';
import { type OlderSecrets, olderSecrets } from './older-secrets.ts';
import { orFormatError } from './or-format-error.ts';

/** What was agreed in a whole handshake up to TLS 1.2. */
export interface OlderHandshake {
  readonly hello: ServerHello;
  /** Of the ticket that came at its end (RFC 5077 section 3.3); null without one. */
  readonly ticket: { readonly bytes: Uint8Array; readonly lifetimeSeconds: number } | null;
  /** What our Finished said, for a renegotiation (RFC 5746 section 3.1). */
  readonly verifyData: Uint8Array;
  readonly seal: SealOlder;
  /** The next record of the server's; null at the end, undefined when none comes in time. */
  next(ms: number): Promise<TlsRecord | null | undefined>;
}

/**
 * What can be agreed here: ECDHE, RSA and DHE, and ciphers that are made here. DHE comes last, because it takes long to
 * compute; servers that have nothing else are asked all the same.
 */
const olderSuites: readonly number[] = suites
  .filter((suite) => suite.kind === 'plain' && ['ECDHE', 'RSA', 'DHE'].includes(suite.keyExchange))
  .filter((suite) => !suite.isExport && olderCipherOf(suite) !== null)
  .sort(
    (a, b) =>
      Number(a.keyExchange === 'DHE') - Number(b.keyExchange === 'DHE') ||
      Number(b.isForwardSecret) - Number(a.isForwardSecret) ||
      Number(b.mode === 'aead') - Number(a.mode === 'aead'),
  )
  .map(({ code }) => code);

const RECORD_HEADER = 5;

/** The hello of such a handshake; further values make it another one. */
export function olderHello(
  { peer, without }: Scan,
  version: number,
  more: Partial<Parameters<typeof encodeClientHello>[0]> = {},
) {
  const random = crypto.getRandomValues(new Uint8Array(32));
  const named = { random, serverName: peer.serverName, groups: agreeableGroups, without };
  return {
    random,
    bytes: encodeClientHello({ version, suites: olderSuites, ticket: new Uint8Array(), ...named, ...more }),
  };
}

/**
 * A whole handshake in a version up to TLS 1.2; without a certificate of ours where one is asked for. Null when the server
 * does not come to an end with us. Its own Finished is not checked: nothing that follows is believed because of it.
 * @throws TlsFormatError
 */
export async function shakeOlderHands(
  line: Line,
  scan: Scan,
  version: number,
  waitMs: number,
): Promise<OlderHandshake | null> {
  const ours = olderHello(scan, version);
  await line.send(ours.bytes);
  const reader = createFlightReader();
  const { flight } = reader;
  if (!(await readFlight(line, reader))) return null;
  const hello = flight.serverHello;
  const agreed = hello === null || hello.version >= versions['TLSv1.3'] ? null : agree(hello, flight);
  if (hello === null || agreed === null) return null;
  const said = [ours.bytes.subarray(RECORD_HEADER), ...flight.said, ...agreed.messages];
  const { seal, verifyData } = keysOf(hello, { secret: agreed.secret, random: ours.random, said });
  const plain = (type: number, payload: Uint8Array) => join(uint(type, 1), uint(hello.version, 2), vector(2, payload));
  const finished = join(uint(messageTypes.finished, 1), vector(3, verifyData));
  await line.send(
    join(
      ...agreed.messages.map((message) => plain(recordTypes.handshake, message)),
      plain(recordTypes.changeCipherSpec, Uint8Array.of(1)),
      seal(recordTypes.handshake, finished),
    ),
  );
  const next = nextRecord(line, reader);
  const ending = await readEnding(next, waitMs);
  return ending && { hello, verifyData, seal, next, ticket: ending.ticket };
}

/** Our messages up to ChangeCipherSpec, and the secret both sides have then; null where that is not done here. */
function agree(hello: ServerHello, flight: Flight): { messages: Uint8Array[]; secret: Uint8Array } | null {
  const exchange = flight.keyExchange;
  const noCertificate = join(uint(messageTypes.certificate, 1), vector(3, vector(3)));
  const withKey = (key: Uint8Array, secret: Uint8Array) => ({
    secret,
    messages: [
      ...(flight.asksForCertificate ? [noCertificate] : []),
      join(uint(messageTypes.clientKeyExchange, 1), vector(3, key)),
    ],
  });
  if (exchange?.kind === 'curve' && exchange.key !== null) {
    const key = createClientKey(exchange.group ?? 0);
    return key && withKey(vector(1, key.share.key), key.agree(exchange.key));
  }
  if (exchange?.kind === 'finite-field') {
    const agreed = agreeInField(exchange);
    return agreed && withKey(vector(2, agreed.key), agreed.secret);
  }
  const [certificate] = flight.certificates ?? [];
  if (exchange !== null || certificate === undefined) return null;
  if (suiteOf(hello.suite)?.keyExchange !== 'RSA') return null;
  // The newest version that was offered stands before it (RFC 5246 section 7.4.7.1).
  const secret = join(uint(hello.version, 2), crypto.getRandomValues(new Uint8Array(46)));
  const encrypted = orFormatError(() =>
    publicEncrypt({ key: new X509Certificate(certificate).publicKey, padding: constants.RSA_PKCS1_PADDING }, secret),
  );
  return withKey(vector(2, encrypted), secret);
}

/** A longer prime would keep the processor busy for whoever sends it. */
const MAX_PRIME_BITS = 4096;

/** Null for what is too long, or cut short. @throws TlsFormatError for a prime or a key that is none */
function agreeInField({
  bits,
  prime,
  generator,
  key,
}: Extract<KeyExchange, { kind: 'finite-field' }>): { key: Uint8Array; secret: Uint8Array } | null {
  if (bits > MAX_PRIME_BITS || generator === null || key === null) return null;
  return orFormatError(() => {
    const pair = createDiffieHellman(prime, generator);
    const ours = pair.generateKeys();
    const secret = pair.computeSecret(key);
    // Leading zeros are no part of it (RFC 5246 section 8.1.2).
    return {
      key: ours,
      secret: secret.subarray(
        Math.max(
          0,
          secret.findIndex((octet) => octet !== 0),
        ),
      ),
    };
  });
}

interface Shared {
  readonly secret: Uint8Array;
  readonly random: Uint8Array;
  readonly said: readonly Uint8Array[];
}

const MASTER_SECRET = 48;
const VERIFY_DATA = 12;
const NOT_MADE_HERE = { kind: 'cbc', keyLength: 16, macLength: 20, ivLength: 16, mac: 'sha1' } as const;

function keysOf(hello: ServerHello, { secret, random, said }: Shared): { seal: SealOlder; verifyData: Uint8Array } {
  const suite = suiteOf(hello.suite);
  const secrets: OlderSecrets = olderSecrets(hello.version, suite?.name ?? '');
  // RFC 7627 section 4.
  const master = hello.hasExtendedMasterSecret
    ? secrets.expand(secret, 'extended master secret', secrets.digest(said), MASTER_SECRET)
    : secrets.expand(secret, 'master secret', join(random, hello.random), MASTER_SECRET);
  const cipher = (suite && olderCipherOf(suite)) ?? NOT_MADE_HERE;
  const { macLength, keyLength, ivLength } = cipher;
  const block = secrets.expand(
    master,
    'key expansion',
    join(hello.random, random),
    2 * (macLength + keyLength + ivLength),
  );
  const part = (start: number, length: number) => block.subarray(start, start + length);
  const side = {
    macKey: part(0, macLength),
    key: part(2 * macLength, keyLength),
    iv: part(2 * (macLength + keyLength), ivLength),
  };
  const verifyData = secrets.expand(master, 'client finished', secrets.digest(said), VERIFY_DATA);
  return { seal: createOlderSeal(hello.version, cipher, side), verifyData };
}

function nextRecord(line: Line, reader: FlightReader): OlderHandshake['next'] {
  const { later } = reader.flight;
  let place = later.length;
  return async (ms) => {
    const end = performance.now() + ms;
    while (place >= later.length) {
      const bytes = await line.receiveWithin(Math.max(0, end - performance.now()));
      if (bytes === null || bytes === undefined) return bytes;
      reader.push(bytes);
    }
    place += 1;
    return later[place - 1];
  };
}

/** A ticket may come first; then ChangeCipherSpec, and whatever it encrypts is the server's Finished. Null for anything else. */
async function readEnding(next: OlderHandshake['next'], ms: number): Promise<Pick<OlderHandshake, 'ticket'> | null> {
  let ticket: OlderHandshake['ticket'] = null;
  let isEncrypted = false;
  for (;;) {
    const record = await next(ms);
    if (record?.type === recordTypes.changeCipherSpec) isEncrypted = true;
    else if (record?.type !== recordTypes.handshake) return null;
    else if (isEncrypted) return { ticket };
    else ticket = ticketIn(record.payload) ?? ticket;
  }
}

/** RFC 5077 section 3.3: a lifetime of 0 says nothing about it. */
function ticketIn(message: Uint8Array): OlderHandshake['ticket'] {
  const reader = readerOf(message);
  if (readUint(reader, 1) !== messageTypes.newSessionTicket) return null;
  const body = readerOf(readVector(reader, 3));
  const lifetimeSeconds = readUint(body, 4);
  const bytes = readVector(body, 2);
  return bytes.length === 0 ? null : { lifetimeSeconds, bytes };
}
