import { createHash } from 'node:crypto';
import type { Issuance } from '@sonde/contract/watch/certificates/issuance';
import type { X509 } from '@sonde/contract/x509/certificate';
import { readableX509, serialText } from '../engines/tls/certificate/parsed-certificate.ts';
import { fieldOf, textsOf } from './certificate-search.ts';

/** The extension that makes a certificate one for logs only (RFC 6962 section 3.1). */
const POISON = '1.3.6.1.4.1.11129.2.4.3';
const MAX_NAMES = 500;
const MAX_TEXT = 500;
const MAX_CAA_DOMAINS = 50;

/** An entry of the answer of Cert Spotter's API, with the cursor behind it. */
export interface IssuanceEntry {
  /** What has to be sent as `after` to go on behind this entry. */
  readonly cursor: string;
  readonly issuance: Issuance;
}

/**
 * Reads an entry of the list of issuances (Cert Spotter's API, version 1). What counts is the certificate; the fields of the
 * search are taken where it cannot be read. Null for an entry without an id, behind which nothing can be asked for.
 */
export function issuanceEntry(entry: unknown): IssuanceEntry | null {
  const cursor = textOf(fieldOf(entry, 'id'));
  if (cursor === null || cursor === '') return null;
  const issuer = fieldOf(entry, 'issuer');
  const caaDomains = fieldOf(issuer, 'caa_domains');
  const listed = textsOf(fieldOf(entry, 'dns_names'));
  const certificate = certificateOf(textOf(fieldOf(entry, 'cert_der'), Number.POSITIVE_INFINITY));
  const tbsSha256 = textOf(fieldOf(entry, 'tbs_sha256'));
  const common = {
    caaDomains: Array.isArray(caaDomains) ? textsOf(caaDomains).slice(0, MAX_CAA_DOMAINS).map(lower) : null,
    names: namesOf([...(certificate === null ? [] : namesIn(certificate)), ...listed]),
  };
  if (certificate !== null) return { cursor, issuance: { ...common, ...factsOf(certificate) } };
  const issuance = {
    ...common,
    id: tbsSha256 === null ? `entry ${cursor}` : `body ${lower(tbsSha256)}`,
    issuer: textOf(fieldOf(issuer, 'name')),
    serial: null,
    keySha256: sha256Of(textOf(fieldOf(entry, 'pubkey_sha256'))),
    notBefore: timeOf(textOf(fieldOf(entry, 'not_before'))),
    notAfter: timeOf(textOf(fieldOf(entry, 'not_after'))),
    isPrecertificate: false,
  };
  return { cursor, issuance };
}

const lower = (text: string) => text.toLowerCase();

/** A text, or null if it is none or too long to be one of these. */
const textOf = (value: unknown, most = MAX_TEXT): string | null =>
  typeof value === 'string' && value.length <= most ? value : null;

const certificateOf = (base64: string | null): X509 | null =>
  base64 === null ? null : readableX509(new Uint8Array(Buffer.from(base64, 'base64')));

function namesIn({ subject, extensions }: X509): string[] {
  const alternative = (extensions.alternativeNames ?? []).flatMap(({ kind, text }) => (kind === 'dns' ? text : []));
  return alternative.length > 0 ? alternative : [...subject.commonNames];
}

const namesOf = (names: readonly string[]): string[] =>
  [...new Set(names.map((name) => lower(name).replace(/\.$/, '')))]
    .filter((name) => name !== '' && name.length <= MAX_TEXT)
    .slice(0, MAX_NAMES);

function factsOf(certificate: X509): Omit<Issuance, 'names' | 'caaDomains'> {
  const { issuer, serialNumber, publicKey, notBefore, notAfter, extensions } = certificate;
  const serial = serialText(serialNumber);
  const issuerSha256 = createHash('sha256').update(issuer.der).digest('hex');
  return {
    id: `${issuerSha256} ${serial}`,
    issuer: issuer.text,
    serial,
    keySha256: keySha256Of(publicKey.der),
    notBefore: notBefore?.toISOString() ?? null,
    notAfter: notAfter?.toISOString() ?? null,
    isPrecertificate: extensions.unknownCritical.includes(POISON),
  };
}

/** SHA-256 of a SubjectPublicKeyInfo, in lower-case hex. */
export function keySha256Of(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}

const sha256Of = (text: string | null): string | null =>
  text !== null && /^[\da-f]{64}$/i.test(text) ? lower(text) : null;

function timeOf(text: string | null): string | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
