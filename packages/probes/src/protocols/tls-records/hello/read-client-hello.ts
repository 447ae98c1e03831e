import { octetsLeft, readerOf, readOctets, readUint, readVector } from '../reader.ts';
import { extensions } from './extensions.ts';
import { readExtensions } from './server-hello.ts';

/** The offer of a client (RFC 8446 section 4.1.2), as far as it is shown. */
export interface OfferedHello {
  /** From supported_versions, otherwise the version of the message. */
  readonly versions: readonly number[];
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  /** From the server_name extension (RFC 6066); null without one. */
  readonly serverName: string | null;
  readonly alpn: readonly string[];
}

/** Decodes the body of a ClientHello. @throws TlsFormatError */
export function decodeClientHello(body: Uint8Array): OfferedHello {
  const reader = readerOf(body);
  const legacyVersion = readUint(reader, 2);
  readOctets(reader, 32);
  readVector(reader, 1);
  const suites = uint16sIn(readVector(reader, 2));
  readVector(reader, 1);
  const found = octetsLeft(reader) === 0 ? new Map<number, Uint8Array>() : readExtensions(readVector(reader, 2));
  const versions = found.get(extensions.supportedVersions);
  const groups = found.get(extensions.supportedGroups);
  return {
    versions: versions === undefined ? [legacyVersion] : uint16sIn(readVector(readerOf(versions), 1)),
    suites,
    groups: groups === undefined ? [] : uint16sIn(readVector(readerOf(groups), 2)),
    serverName: serverNameIn(found.get(extensions.serverName)),
    alpn: namesIn(found.get(extensions.alpn)),
  };
}

function uint16sIn(bytes: Uint8Array): number[] {
  const reader = readerOf(bytes);
  const values: number[] = [];
  while (octetsLeft(reader) > 0) values.push(readUint(reader, 2));
  return values;
}

/** The first name of the list: only one type of name is defined, and each type occurs once. */
function serverNameIn(extension: Uint8Array | undefined): string | null {
  if (extension === undefined || extension.length === 0) return null;
  const list = readerOf(readVector(readerOf(extension), 2));
  readUint(list, 1);
  return textOf(readVector(list, 2));
}

function namesIn(extension: Uint8Array | undefined): string[] {
  if (extension === undefined) return [];
  const list = readerOf(readVector(readerOf(extension), 2));
  const names: string[] = [];
  while (octetsLeft(list) > 0) names.push(textOf(readVector(list, 1)));
  return names;
}

/** Names are ASCII; anything else is shown as a question mark. */
const textOf = (octets: Uint8Array) =>
  Array.from(octets, (octet) => (octet > 32 && octet < 127 ? String.fromCharCode(octet) : '?')).join('');
