import { decodeTransportParameters, type TransportParameters } from '../../protocols/quic/transport-parameters.ts';
import { encodeClientHello } from '../../protocols/tls-records/hello/client-hello.ts';
import { extensions } from '../../protocols/tls-records/hello/extensions.ts';
import { decodeServerHello, readExtensions, type ServerHello } from '../../protocols/tls-records/hello/server-hello.ts';
import { type HandshakeMessage, messageTypes } from '../../protocols/tls-records/messages.ts';
import { readerOf, readVector } from '../../protocols/tls-records/reader.ts';
import {
  secp256r1,
  secp384r1,
  secp521r1,
  x25519,
  x25519mlkem768,
} from '../../protocols/tls-records/registries/groups.ts';
import { versions } from '../../protocols/tls-records/registries/versions.ts';
import { TlsFormatError } from '../../protocols/tls-records/tls-format-error.ts';
import { type ClientKey, createClientKey } from '../tls/handshake/client-key.ts';
import {
  type Mutable,
  noServerParameters,
  noteParameters,
  type ServerParameters,
} from '../tls/handshake/tls13/encrypted-flight.ts';
import { createHandshakeKeys, type HandshakeKeys, messageHash } from '../tls/handshake/tls13/key-schedule.ts';
import { aeads } from '../tls/handshake/tls13/record-protection.ts';
import { isFinishedBy, isSignedByServer, provableSchemes } from './server-proof.ts';

/** What the server has said so far. */
export interface QuicServer extends ServerParameters {
  readonly suite: number | null;
  readonly group: number | null;
  readonly transport: TransportParameters | null;
  /** It has proven that it has the key of its certificate (CertificateVerify). */
  readonly isSigned: boolean;
  /** Its Finished is authentic: the handshake is complete on its side. */
  readonly isFinished: boolean;
}

/** The TLS 1.3 handshake of a client, without records (RFC 9001 section 4). It ends with the server's Finished. */
export interface QuicTls {
  readonly server: QuicServer;
  /** The first ClientHello. */
  readonly hello: Uint8Array;
  /**
   * Takes a message from an Initial packet. A second ClientHello if the server asks for one, the secrets of Handshake packets
   * after a ServerHello.
   * @throws TlsFormatError for anything else
   */
  takeHello(message: HandshakeMessage): { readonly hello: Uint8Array } | { readonly secrets: HandshakeKeys['secrets'] };
  /** Takes a message from a Handshake packet. @throws TlsFormatError */
  takeEncrypted(message: HandshakeMessage): void;
}

/** What browsers offer, in their order; shares for the first two. */
const offeredGroups: readonly number[] = [x25519mlkem768, x25519, secp256r1, secp384r1, secp521r1];
const classicGroups: readonly number[] = offeredGroups.slice(1);
const offeredSuites: readonly number[] = [0x1301, 0x1302, 0x1303];

export interface QuicHelloOptions {
  /** A-labels; null leaves out server_name. */
  readonly serverName: string | null;
  readonly alpn: readonly string[];
  readonly transportParameters: Uint8Array;
  /** Without a post-quantum key share, the hello fits into one datagram. */
  readonly isShort: boolean;
}

export function createQuicTls({ serverName, alpn, transportParameters, isShort }: QuicHelloOptions): QuicTls {
  const groups = isShort ? classicGroups : offeredGroups;
  const random = crypto.getRandomValues(new Uint8Array(32));
  const encode: EncodeHello = (keys, retry) =>
    encodeClientHello({
      version: versions['TLSv1.3'],
      suites: offeredSuites,
      random,
      // RFC 9001 section 8.4.
      sessionId: new Uint8Array(),
      serverName,
      groups,
      keyShares: keys.map(({ share }) => share),
      alpn,
      withStatus: true,
      signatureAlgorithms: provableSchemes,
      quicParameters: transportParameters,
      ...(retry?.cookie ? { cookie: retry.cookie } : {}),
    }).subarray(RECORD_HEADER);
  const keys = keysFor(groups.filter((group) => group === x25519mlkem768 || group === x25519));
  return new Client(keys, groups, encode);
}

const RECORD_HEADER = 5;

function keysFor(groups: readonly number[]): ClientKey[] {
  return groups.flatMap((group) => createClientKey(group) ?? []);
}

const nothingSaid: QuicServer = {
  ...noServerParameters,
  suite: null,
  group: null,
  transport: null,
  isSigned: false,
  isFinished: false,
};

type EncodeHello = (keys: readonly ClientKey[], retry: ServerHello | null) => Uint8Array;

class Client implements QuicTls {
  readonly server: Mutable<QuicServer> = { ...nothingSaid };
  readonly hello: Uint8Array;
  readonly #groups: readonly number[];
  readonly #encode: EncodeHello;
  #keys: readonly ClientKey[];
  #messages: Uint8Array[];
  #retry: ServerHello | null = null;
  #handshake: HandshakeKeys | null = null;

  constructor(keys: readonly ClientKey[], groups: readonly number[], encode: EncodeHello) {
    this.#keys = keys;
    this.#groups = groups;
    this.#encode = encode;
    this.hello = encode(keys, null);
    this.#messages = [this.hello];
  }

  takeHello({ type, body, bytes }: HandshakeMessage): ReturnType<QuicTls['takeHello']> {
    if (type !== messageTypes.serverHello || this.#handshake !== null) throw unexpected(type);
    const hello = decodeServerHello(body);
    this.#check(hello);
    if (hello.isRetryRequest) return { hello: this.#helloAgain(hello, bytes) };
    const key = this.#keys.find(({ share }) => share.group === hello.group);
    if (key === undefined || hello.key === null) throw new TlsFormatError('a key share for a group without ours');
    this.#messages.push(bytes);
    const keys = createHandshakeKeys({ suite: hello.suite, messages: this.#messages }, key.agree(hello.key));
    if (keys === null) throw new TlsFormatError('a cipher suite that was not offered');
    this.#handshake = keys;
    Object.assign(this.server, { suite: hello.suite, group: hello.group });
    return { secrets: keys.secrets };
  }

  #check({ version, suite }: ServerHello): void {
    if (version !== versions['TLSv1.3']) throw new TlsFormatError('a version that was not offered');
    if (!offeredSuites.includes(suite)) throw new TlsFormatError('a cipher suite that was not offered');
    if (this.#retry !== null && this.#retry.suite !== suite) throw new TlsFormatError('another suite than before');
  }

  /** RFC 8446 section 4.1.4. */
  #helloAgain(retry: ServerHello, bytes: Uint8Array): Uint8Array {
    if (this.#retry !== null) throw new TlsFormatError('a second HelloRetryRequest');
    const { group } = retry;
    if (group !== null) {
      const hasShare = this.#keys.some(({ share }) => share.group === group);
      if (hasShare || !this.#groups.includes(group)) throw new TlsFormatError('a request for a group without reason');
      this.#keys = keysFor([group]);
    }
    this.#retry = retry;
    const again = this.#encode(this.#keys, retry);
    this.#messages = [messageHash(retry.suite, this.hello), bytes, again];
    return again;
  }

  takeEncrypted(message: HandshakeMessage): void {
    const { type, body, bytes } = message;
    const { server } = this;
    if (this.#handshake === null || server.isFinished) throw unexpected(type);
    const hash = aeads.get(server.suite ?? 0)?.hash ?? 'sha256';
    if (type === messageTypes.certificateVerify) {
      server.isSigned = isSignedByServer(body, hash, this.#messages, server.certificates?.[0]);
    } else if (type === messageTypes.finished) {
      if (!isFinishedBy(body, hash, this.#handshake.secrets.server, this.#messages)) {
        throw new TlsFormatError('a Finished that is not authentic');
      }
      server.isFinished = true;
    } else if (type === messageTypes.encryptedExtensions) server.transport = transportIn(body);
    noteParameters(server, message);
    this.#messages.push(bytes);
  }
}

function transportIn(body: Uint8Array): TransportParameters | null {
  const found = readExtensions(readVector(readerOf(body), 2)).get(extensions.quicParameters);
  return found === undefined ? null : decodeTransportParameters(found);
}

function unexpected(type: number): TlsFormatError {
  return new TlsFormatError(`handshake message ${type} out of turn`);
}
