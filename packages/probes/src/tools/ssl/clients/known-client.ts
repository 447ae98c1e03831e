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
  readonly groups: readonly number[];
  /** Certificate key types, besides RSA, whose signatures it verifies. */
  readonly keys: readonly string[];
  /** Whether it sends server_name (RFC 6066 section 3); otherwise a server presents its default certificate. */
  readonly sendsServerName: boolean;
  /** Those of its extensions that some servers do not tolerate; null if unknown. */
  readonly extensions: readonly string[] | null;
}
