import { join } from '../../octets.ts';
import { ascii, uint, uint16s, vector } from '../writer.ts';

/** Extension types (IANA "TLS ExtensionType Values"). */
export const extensions = {
  serverName: 0,
  statusRequest: 5,
  supportedGroups: 10,
  pointFormats: 11,
  signatureAlgorithms: 13,
  heartbeat: 15,
  alpn: 16,
  timestamps: 18,
  padding: 21,
  extendedMasterSecret: 23,
  sessionTicket: 35,
  preSharedKey: 41,
  earlyData: 42,
  supportedVersions: 43,
  cookie: 44,
  pskModes: 45,
  signatureAlgorithmsCert: 50,
  keyShare: 51,
  quicParameters: 57,
  renegotiationInfo: 0xff01,
} as const;

/**
 * More than two dozen, because a server without a common one refuses ECDHE and DHE: ECDSA, EdDSA, PSS, PKCS #1, DSA, SM2,
 * brainpool (RFC 8734), ML-DSA, and SHA-1 and MD5 last.
 */
export const signatureAlgorithms: readonly number[] = [
  0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0809, 0x080a, 0x080b, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601,
  0x081a, 0x081b, 0x081c, 0x0904, 0x0905, 0x0906, 0x0708, 0x0303, 0x0301, 0x0302, 0x0402, 0x0502, 0x0602, 0x0203,
  0x0201, 0x0202, 0x0101,
];

export interface KeyShare {
  readonly group: number;
  readonly key: Uint8Array;
}

export function extension(type: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return join(uint(type, 2), vector(2, ...parts));
}

/** server_name (RFC 6066 section 3). */
export function serverNameExtension(name: string): Uint8Array {
  return extension(extensions.serverName, vector(2, uint(0, 1), vector(2, ascii(name))));
}

/** application_layer_protocol_negotiation (RFC 7301). */
export function alpnExtension(protocols: readonly string[]): Uint8Array {
  return extension(extensions.alpn, vector(2, ...protocols.map((protocol) => vector(1, ascii(protocol)))));
}

/** status_request: OCSP, any responder, no extensions (RFC 6066 section 8). */
export function statusRequestExtension(): Uint8Array {
  return extension(extensions.statusRequest, uint(1, 1), uint(0, 2), uint(0, 2));
}

/** supported_groups (RFC 8446 section 4.2.7), and ec_point_formats with uncompressed points up to TLS 1.2 (RFC 8422). */
export function groupExtensions(groups: readonly number[]): Uint8Array {
  return join(
    extension(extensions.supportedGroups, vector(2, uint16s(groups))),
    extension(extensions.pointFormats, vector(1, Uint8Array.of(0, 1, 2))),
  );
}

/**
 * signature_algorithms (RFC 8446 section 4.2.3). With a restricted list, signature_algorithms_cert still allows all for the
 * certificates: the issuer of an ECDSA certificate often has an RSA key.
 */
export function signatureAlgorithmsExtension(supported: readonly number[] = signatureAlgorithms): Uint8Array {
  const usual = vector(2, uint16s(signatureAlgorithms));
  if (supported === signatureAlgorithms) return extension(extensions.signatureAlgorithms, usual);
  return join(
    extension(extensions.signatureAlgorithms, vector(2, uint16s(supported))),
    extension(extensions.signatureAlgorithmsCert, usual),
  );
}

/** heartbeat: the peer may send requests (RFC 6520). */
export function heartbeatExtension(): Uint8Array {
  return extension(extensions.heartbeat, uint(1, 1));
}

/** A TLS 1.3 session to resume (RFC 8446 section 4.2.11). */
export interface OfferedSession {
  readonly ticket: Uint8Array;
  /** Ticket age in milliseconds plus ticket_age_add. */
  readonly obfuscatedAge: number;
  readonly binderLength: number;
}

/** pre_shared_key has to be the last extension. The binder at its end is zero until it has been computed. */
export function preSharedKeyExtension({ ticket, obfuscatedAge, binderLength }: OfferedSession): Uint8Array {
  const age = join(uint(obfuscatedAge >>> 16, 2), uint(obfuscatedAge & 0xffff, 2));
  return extension(
    extensions.preSharedKey,
    vector(2, vector(2, ticket), age),
    vector(2, vector(1, new Uint8Array(binderLength))),
  );
}

/** The extensions of TLS 1.3. Without key shares the server names suite and group in a HelloRetryRequest. */
export function extensionsOf13(
  offered: readonly number[],
  shares: readonly KeyShare[],
  cookie?: Uint8Array,
): Uint8Array {
  return join(
    extension(extensions.supportedVersions, vector(1, uint16s(offered))),
    extension(extensions.pskModes, vector(1, uint(1, 1))),
    extension(extensions.keyShare, vector(2, ...shares.map(({ group, key }) => join(uint(group, 2), vector(2, key))))),
    ...(cookie === undefined ? [] : [extension(extensions.cookie, cookie)]),
  );
}
