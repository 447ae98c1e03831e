import type { TlsVersion } from '@sonde/contract';

/** What a program offers in its ClientHello, as code points of the IANA TLS registries, in the program's order. */
export interface KnownClient {
  /** Includes the version that the data describe. */
  readonly name: string;
  /** Where the data come from. */
  readonly source: string;
  /** Newest first. */
  readonly versions: readonly TlsVersion[];
  readonly suites: readonly number[];
  /** Whether the order of the suites is known, too; default: yes. */
  readonly isOrderKnown?: boolean;
  /** Null if unknown: then it is not known, either, whether it can use suites with elliptic curves. */
  readonly groups: readonly number[] | null;
  /** Certificate key types, besides RSA, whose signatures it verifies. */
  readonly keys: readonly string[];
  /** Whether it compares the key usage of the certificate with the key exchange. */
  readonly checksKeyUsage?: boolean;
  /** The shortest finite-field key that it accepts, in bits; default: any. */
  readonly leastDhBits?: number;
  /** Whether it refuses servers without secure renegotiation (RFC 5746) up to TLS 1.2. */
  readonly needsSecureRenegotiation?: boolean;
  /** Whether it refuses signatures with SHA-1 in TLS 1.2. */
  readonly refusesSha1?: boolean;
  /** Whether it sends server_name (RFC 6066 section 3); otherwise a server presents its default certificate. */
  readonly sendsServerName: boolean;
  /** Those of its extensions that some servers do not tolerate; null if unknown. */
  readonly extensions: readonly string[] | null;
}
