import type { TlsVersion } from '@sonde/contract';

/** What a program offers in its hello; code points of the IANA registries for TLS, in its own order. */
export interface KnownClient {
  /** With the version the data are of. */
  readonly name: string;
  /** Where the data are from. */
  readonly source: string;
  /** The newest first. */
  readonly versions: readonly TlsVersion[];
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  /** Keys of certificates, beside RSA, whose signatures it verifies. */
  readonly keys: readonly string[];
  /** Without a server name (RFC 6066 section 3) a server answers with whatever certificate it has first. */
  readonly sendsServerName: boolean;
  /** Of the extensions that servers are known to hang up on, those in its hello; null where that is not known. */
  readonly extensions: readonly string[] | null;
}
