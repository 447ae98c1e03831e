/** What differs between the versions of QUIC whose handshake we know. */
export interface QuicVersion {
  readonly number: number;
  /** The packet type bits of Initial, Handshake and Retry packets. */
  readonly types: { readonly initial: number; readonly handshake: number; readonly retry: number };
  /** Hexadecimal: the salt of the Initial secrets, and the key and nonce of the integrity tag of a Retry packet. */
  readonly initialSalt: string;
  readonly retryKey: string;
  readonly retryNonce: string;
  /** The start of the labels of packet protection keys: `quic key`. */
  readonly label: string;
}

/** RFC 9000 section 17.2, RFC 9001 sections 5.1, 5.2 and 5.8. */
export const quicV1: QuicVersion = {
  number: 0x0000_0001,
  types: { initial: 0, handshake: 2, retry: 3 },
  initialSalt: '38762cf7f55934b34d179ae6a4c80cadccbb7f0a',
  retryKey: 'be0c690b9f66575a1d766b54e368c84e',
  retryNonce: '461599d35d632bf2239825bb',
  label: 'quic',
};

/** RFC 9369 section 3. */
export const quicV2: QuicVersion = {
  number: 0x6b33_43cf,
  types: { initial: 1, handshake: 3, retry: 0 },
  initialSalt: '0dede3def700a6db819381be6e269dcbf9bd2ed9',
  retryKey: '8fb4b01b56ac48e260fbcbcead7ccc92',
  retryNonce: 'd86969bc2d7c6d9990efb04a',
  label: 'quicv2',
};

/** In the order in which they are tried. */
export const quicVersions: readonly QuicVersion[] = [quicV1, quicV2];

/** A version that no server has, so that it answers with those that it has (RFC 9000 section 15). */
export function isReservedVersion(version: number): boolean {
  return (version & 0x0f0f_0f0f) === 0x0a0a_0a0a;
}

/** Eight hexadecimal digits. */
export function versionText(version: number): string {
  return version.toString(16).padStart(8, '0');
}
