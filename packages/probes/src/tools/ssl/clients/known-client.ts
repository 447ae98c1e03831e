import type { TlsVersion } from '@sonde/contract';

/** What a program offers in its ClientHello, as code points of the IANA TLS registries, in its own order. */
export interface KnownClient {
  /** With the version that the data describe. */
  readonly name: string;
  /** Where the data come from. */
  readonly source: string;
  /** Newest first. */
  readonly versions: readonly TlsVersion[];
  readonly suites: readonly number[];
  readonly groups: readonly number[];
  /** Key types of certificates, beside RSA, whose signatures it verifies. */
  readonly keys: readonly string[];
  /** Whether it sends server_name (RFC 6066 section 3); without it a server presents its default certificate. */
  readonly sendsServerName: boolean;
  /** Those of its extensions that some servers do not tolerate; null where that is not known. */
  readonly extensions: readonly string[] | null;
}
