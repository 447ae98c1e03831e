import type { DecodedMessage } from '@sonde/contract/evidence/evidence';
import { decodeClientHello } from '../../../protocols/tls-records/hello/read-client-hello.ts';
import { decodeServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { createMessageReader, type HandshakeMessage, messageTypes } from '../../../protocols/tls-records/messages.ts';
import { createRecordReader, recordTypes, type TlsRecord } from '../../../protocols/tls-records/records.ts';
import { alertName } from '../../../protocols/tls-records/registries/alerts.ts';
import { groupName } from '../../../protocols/tls-records/registries/groups.ts';
import { suiteName } from '../../../protocols/tls-records/registries/suites.ts';
import { versionName } from '../../../protocols/tls-records/registries/versions.ts';
import { TlsFormatError } from '../../../protocols/tls-records/tls-format-error.ts';
import type { DecodablePiece } from './decodable-piece.ts';

const CLIENT_HELLO = 1;
const HANDSHAKE = 22;

/** Handshake message types of RFC 8446 appendix B.3 and of older versions. */
const messageNames: Readonly<Record<number, string>> = {
  [messageTypes.helloRequest]: 'HelloRequest',
  [messageTypes.newSessionTicket]: 'NewSessionTicket',
  [messageTypes.certificate]: 'Certificate',
  [messageTypes.serverKeyExchange]: 'ServerKeyExchange',
  [messageTypes.certificateRequest]: 'CertificateRequest',
  [messageTypes.serverHelloDone]: 'ServerHelloDone',
  [messageTypes.certificateVerify]: 'CertificateVerify',
  [messageTypes.clientKeyExchange]: 'ClientKeyExchange',
  [messageTypes.finished]: 'Finished',
  [messageTypes.certificateStatus]: 'CertificateStatus',
};

interface Side {
  readonly records: ReturnType<typeof createRecordReader>;
  readonly messages: ReturnType<typeof createMessageReader>;
  /** True once the rest is encrypted or malformed. */
  isOpaque: boolean;
}

/** Decodes the unencrypted TLS messages of a connection; a dialogue before them (STARTTLS) is skipped. */
export function decodedTls(pieces: readonly DecodablePiece[]): DecodedMessage[] {
  const start = pieces.findIndex(({ octets }) => octets[0] === HANDSHAKE && octets[1] === 3);
  if (start === -1) return [];
  const sides = { out: newSide(), in: newSide() };
  return pieces.slice(start).flatMap(({ direction, octets }) => {
    const side = sides[direction];
    try {
      return side.isOpaque ? [] : side.records.push(octets).flatMap((record) => messagesOf(record, side, direction));
    } catch (error) {
      if (!(error instanceof TlsFormatError)) throw error;
      side.isOpaque = true;
      return [];
    }
  });
}

function newSide(): Side {
  return { records: createRecordReader(), messages: createMessageReader(), isOpaque: false };
}

function messagesOf({ type, payload }: TlsRecord, side: Side, direction: 'out' | 'in'): DecodedMessage[] {
  const size = `${payload.length} octets`;
  if (side.isOpaque) return [];
  switch (type) {
    case recordTypes.handshake:
      return side.messages.push(payload).map((message) => ({ direction, ...handshakeOf(message) }));
    case recordTypes.alert:
      return [{ direction, title: `Alert: ${alertName(payload[1] ?? 0)}`, lines: [] }];
    case recordTypes.changeCipherSpec:
      return [{ direction, title: 'ChangeCipherSpec', lines: [] }];
    case recordTypes.heartbeat:
      return [{ direction, title: `Heartbeat, ${size}`, lines: [] }];
    default:
      side.isOpaque = true;
      return [{ direction, title: 'From here on encrypted', lines: [] }];
  }
}

function handshakeOf(message: HandshakeMessage): Pick<DecodedMessage, 'title' | 'lines'> {
  const { type, body } = message;
  if (type === CLIENT_HELLO) return { title: 'ClientHello', lines: clientHelloLines(body) };
  if (type === messageTypes.serverHello) return { title: 'ServerHello', lines: serverHelloLines(body) };
  const name = messageNames[type] ?? `Handshake message ${type}`;
  return { title: `${name}, ${body.length} octets`, lines: [] };
}

function clientHelloLines(body: Uint8Array): string[] {
  const { serverName, versions, suites, groups, alpn } = decodeClientHello(body);
  return [
    `versions: ${versions.map(nameOfVersion).join(', ')}`,
    ...(serverName === null ? [] : [`server name: ${serverName}`]),
    `${suites.length} cipher suites: ${suites.map(suiteName).join(', ')}`,
    ...(groups.length === 0 ? [] : [`groups: ${groups.map(groupName).join(', ')}`]),
    ...(alpn.length === 0 ? [] : [`application protocols: ${alpn.join(', ')}`]),
  ];
}

function serverHelloLines(body: Uint8Array): string[] {
  const { version, suite, group, alpn, isRetryRequest } = decodeServerHello(body);
  return [
    ...(isRetryRequest ? ['HelloRetryRequest: asks for another key'] : []),
    `version: ${nameOfVersion(version)}`,
    `cipher suite: ${suiteName(suite)}`,
    ...(group === null ? [] : [`group: ${groupName(group)}`]),
    ...(alpn === null ? [] : [`application protocol: ${alpn}`]),
  ];
}

const nameOfVersion = (version: number) => versionName(version) ?? `0x${version.toString(16).padStart(4, '0')}`;
