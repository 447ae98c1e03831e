/** What the first octets of a connection ask a TLS server, in a few words. */
export function describeAsked(bytes: Uint8Array | null): string {
  if (bytes === null) return 'nothing';
  if (bytes[0] !== HANDSHAKE_RECORD) return (bytes[0] ?? 0) >= 0x80 ? 'SSLv2' : 'not TLS';
  const recordEnd = RECORD_HEADER + new DataView(bytes.buffer, bytes.byteOffset).getUint16(3);
  const view = new DataView(bytes.buffer, bytes.byteOffset, recordEnd);
  let at = RECORD_AND_MESSAGE_HEADER;
  const version = view.getUint16(at);
  at += 2 + RANDOM;
  at += 1 + view.getUint8(at);
  const suites = numbersAt(view, at);
  at += 2 + view.getUint16(at);
  at += 1 + view.getUint8(at);
  const extensions = at < recordEnd ? extensionsAt(view, at) : new Map<number, DataView>();
  const groups = extensions.get(EXTENSIONS.groups);
  const parts = [
    versionText(version, extensions.get(EXTENSIONS.versions)),
    `${suites.length} suites`,
    ...(groups === undefined ? [] : [`${numbersAt(groups, 0).length} groups`]),
    ...(suites.includes(FALLBACK_SCSV) ? ['fallback'] : []),
    ...(extensions.has(EXTENSIONS.alpn) ? ['alpn'] : []),
    ...(extensions.has(EXTENSIONS.preSharedKey) ? ['ticket'] : []),
    ...(hasShare(extensions.get(EXTENSIONS.keyShare)) ? ['key share'] : []),
    ...(extensions.has(EXTENSIONS.serverName) ? [] : ['no name']),
    ...(recordEnd < bytes.length ? ['farewell'] : []),
  ];
  return parts.join(', ');
}

const HANDSHAKE_RECORD = 22;
const RECORD_HEADER = 5;
const RECORD_AND_MESSAGE_HEADER = 9;
const RANDOM = 32;
const FALLBACK_SCSV = 0x5600;
const EXTENSIONS = { serverName: 0, groups: 10, alpn: 16, preSharedKey: 41, versions: 43, keyShare: 51 } as const;
const NAMES: Readonly<Record<number, string>> = {
  768: 'SSLv3',
  769: 'TLS 1.0',
  770: 'TLS 1.1',
  771: 'TLS 1.2',
  772: 'TLS 1.3',
};

/** A list of 16-bit numbers, preceded by its length in octets. */
function numbersAt(view: DataView, at: number): number[] {
  const octets = view.getUint16(at);
  return Array.from({ length: octets / 2 }, (_, place) => view.getUint16(at + 2 + 2 * place));
}

function extensionsAt(view: DataView, start: number): Map<number, DataView> {
  const found = new Map<number, DataView>();
  let at = start + 2;
  while (at + 4 <= view.byteLength) {
    const length = view.getUint16(at + 2);
    found.set(view.getUint16(at), new DataView(view.buffer, view.byteOffset + at + 4, length));
    at += 4 + length;
  }
  return found;
}

/**
 * A TLS 1.3 ClientHello has its versions in an extension (RFC 8446 section 4.2.1), which may contain reserved values.
 */
function versionText(version: number, offered: DataView | undefined): string {
  if (offered === undefined) return NAMES[version] ?? `version ${version}`;
  const all = Array.from({ length: offered.getUint8(0) / 2 }, (_, place) => NAMES[offered.getUint16(1 + 2 * place)]);
  return all.filter((name) => name !== undefined).join(' and ');
}

function hasShare(shares: DataView | undefined): boolean {
  return shares !== undefined && shares.byteLength > 2;
}
