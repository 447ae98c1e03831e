/** What a tool reports about a server, by the name of the fact; sets are sorted. Facts that it does not report are missing. */
export type Facts = Readonly<Record<string, Said>>;

export type Said = boolean | number | string | readonly string[];

export const versions = ['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const;

export const sorted = (items: Iterable<string>): string[] => [...new Set(items)].sort();

/** Removes facts that are null, which means that the tool does not report them. */
export function told(facts: Readonly<Record<string, Said | null>>): Facts {
  return Object.fromEntries(Object.entries(facts).flatMap(([name, said]) => (said === null ? [] : [[name, said]])));
}

/** The facts about one certificate; their names contain its key type, since a server has at most one of each type. */
export interface CertificateFacts {
  readonly keyType: string;
  readonly fingerprint: string | null;
  readonly keyBits: number | null;
  readonly commonName: string | null;
  readonly names: readonly string[] | null;
  readonly issuer: string | null;
  readonly serialNumber: string | null;
  /** To the minute: `2026-11-22T10:03Z`. */
  readonly notBefore: string | null;
  readonly notAfter: string | null;
  readonly hash: string | null;
  readonly isExpired: boolean | null;
  readonly isSelfSigned: boolean | null;
  readonly isForHost: boolean | null;
  /** A path to an anchor was found. */
  readonly isChainComplete: boolean | null;
  readonly sent: number | null;
}

export function certificateFacts(one: CertificateFacts): Facts {
  const { keyType, ...rest } = one;
  return told(
    Object.fromEntries(Object.entries(rest).map(([name, said]) => [`${keyType} certificate: ${name}`, said])),
  );
}

/** Reads `Nov 21 10:11:45 2026 GMT`, ISO 8601 and `2026-11-21 10:11` (UTC). */
export function toMinute(text: string): string {
  const date = new Date(/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text) ? `${text.replace(' ', 'T')}:00Z` : text);
  return `${date.toISOString().slice(0, 16)}Z`;
}
