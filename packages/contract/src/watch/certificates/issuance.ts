// certificates/: which certificates of a domain its owner has expected, judged from what logs and servers show. Pure.

/**
 * That a certificate was issued, as logs show it. The precertificate, which is logged first, and the certificate have the same
 * issuer and serial number (RFC 6962 section 3.1), and are one issuance.
 */
export interface Issuance {
  /** Equal for the same issuance: issuer and serial number, or what the search knows instead if that could not be read. */
  readonly id: string;
  /** Name of the issuer (RFC 4514); null if it could not be read. */
  readonly issuer: string | null;
  /** Upper-case hex with colons; null if it could not be read. */
  readonly serial: string | null;
  /** SHA-256 of the SubjectPublicKeyInfo in lower-case hex; null if it could not be read. */
  readonly keySha256: string | null;
  /** DNS names in lower case, as A-labels. */
  readonly names: readonly string[];
  /** ISO 8601 in UTC; null if they could not be read. */
  readonly notBefore: string | null;
  readonly notAfter: string | null;
  /** Whether only the precertificate is known so far. */
  readonly isPrecertificate: boolean;
  /** By which names of its issuer CAA records allow it (RFC 8659 section 4.2); null if that is not known. */
  readonly caaDomains: readonly string[] | null;
}

/** The issuances, each once, in the order of the first entry of each; what the certificate says counts more than its precertificate. */
export function onceEach(entries: readonly Issuance[]): Issuance[] {
  const byId = new Map<string, Issuance>();
  for (const entry of entries) {
    const known = byId.get(entry.id);
    if (known === undefined || (known.isPrecertificate && !entry.isPrecertificate)) byId.set(entry.id, entry);
  }
  return [...byId.values()];
}

/**
 * The names of an issuance that are the domain, below it, or a wildcard for it, without those of others in the same certificate.
 */
export function namesWithin(domain: string, names: readonly string[]): string[] {
  const wildcard = `*${domain.slice(domain.indexOf('.'))}`;
  return names.filter((name) => name === domain || name === wildcard || name.endsWith(`.${domain}`));
}

/** Whether an issuance is for the domain, or may be because no name in it could be read. */
export const concerns = (domain: string, { names }: Pick<Issuance, 'names'>): boolean =>
  names.length === 0 || namesWithin(domain, names).length > 0;
