import { suiteName } from '@sonde/probes';
import type { TestsslRow } from './ask.ts';
import { certificateFacts, type Facts, type Said, sorted, told, toMinute, versions } from './facts.ts';

/** The names that testssl.sh uses for versions: in the rows on whether they are enabled, then in the rows on suites. */
const names = {
  SSLv2: ['SSLv2', 'ssl2'],
  SSLv3: ['SSLv3', 'ssl3'],
  TLSv1: ['TLS1', 'tls1'],
  'TLSv1.1': ['TLS1_1', 'tls1_1'],
  'TLSv1.2': ['TLS1_2', 'tls1_2'],
  'TLSv1.3': ['TLS1_3', 'tls1_3'],
} as const;

export function factsOfTestssl(rows: readonly TestsslRow[]): Facts {
  const finding = (id: string) => rows.find((row) => row.id === id)?.finding ?? null;
  const [below, tls13] = order(finding('cipher_order'), /^offered/.test(finding('TLS1_3') ?? ''));
  const suites = versions.map((name) => [`suites ${name}`, suitesOf(rows, names[name][1])]);
  const dh = rows.flatMap(({ id, finding: text }) => {
    const bits = /^cipher-(ssl|tls1_[12]_|tls1_x)/.test(id) ? / DH(?: |\()(\d+)/.exec(text)?.[1] : undefined;
    return bits === undefined ? [] : [Number(bits)];
  });
  const isVulnerable = (id: string) =>
    verdict(finding(id), /^(likely )?vulnerable/i, /^(likely |probably )?not vulnerable|TLS 1.3 only/i);
  return {
    ...told({
      versions: sorted(versions.filter((name) => /^(offered|vulnerable with)/.test(finding(names[name][0]) ?? ''))),
      'order below TLSv1.3': below,
      'order TLSv1.3': tls13,
      groups: groupsOf(finding('PFS_ECDHE_curves'), finding('DH_groups')),
      'smallest Diffie-Hellman key': dh.length > 0 ? Math.min(...dh) : null,
      'session tickets': verdict(finding('TLS_session_ticket'), /^valid for/, /^no --/),
      'lifetime of tickets': numberIn(finding('TLS_session_ticket'), /valid for (\d+) seconds/),
      resumption: resumes(finding('sessionresumption_ticket'), finding('sessionresumption_ID')),
      'client renegotiation': isVulnerable('secure_client_renego'),
      'fallback SCSV': verdict(finding('fallback_SCSV'), /^supported/, /NOT supported|non-RFC-compliant/),
      compression: isVulnerable('CRIME_TLS'),
      'secure renegotiation': verdict(finding('secure_renego'), /^supported/, /VULNERABLE/),
      Heartbleed: isVulnerable('heartbleed'),
      CCS: isVulnerable('CCS'),
      ROBOT: isVulnerable('ROBOT'),
    }),
    ...Object.fromEntries(suites),
    ...stapled(rows),
    ...Object.assign({}, ...certificatesOf(rows)),
  };
}

function verdict(text: string | null, yes: RegExp, no: RegExp): boolean | null {
  if (text === null) return null;
  if (no.test(text)) return false;
  return yes.test(text) ? true : null;
}

function numberIn(text: string | null, pattern: RegExp): number | null {
  const found = pattern.exec(text ?? '')?.[1];
  return found === undefined ? null : Number(found);
}

function suitesOf(rows: readonly TestsslRow[], version: string): string[] {
  const pattern = new RegExp(`^cipher-${version}_x([0-9a-f]+)$`);
  return sorted(
    rows.flatMap(({ id, finding }) => {
      const code = pattern.exec(id)?.[1];
      if (code === undefined) return [];
      // SSLv2 cipher codes have three octets, and their own names.
      return [/\bSSL_CK_\w+/.exec(finding)?.[0] ?? suiteName(Number.parseInt(code, 16))];
    }),
  );
}

/** Parses the sentence on whose order decides, up to TLS 1.2 and in TLS 1.3. */
function order(text: string | null, hasTls13: boolean): [below: string | null, tls13: string | null] {
  if (text === null) return [null, null];
  if (/^server -- TLS 1.3 client determined/.test(text)) return ['server', 'client'];
  if (/^server -- < TLS 1.3 client determined/.test(text)) return ['client', 'server'];
  if (/^server \(TLS 1.3\)/.test(text)) return [null, 'server'];
  if (/^not a cipher order for TLS 1.3/.test(text)) return [null, 'client'];
  if (/^server/.test(text)) return ['server', hasTls13 ? 'server' : null];
  return /^NOT a cipher order/.test(text) ? ['client', hasTls13 ? 'client' : null] : [null, null];
}

/** The curves and the finite-field groups of RFC 7919 that testssl.sh reports; other primes are not named groups. */
function groupsOf(curves: string | null, primes: string | null): string[] | null {
  if (curves === null && primes === null) return null;
  const official: Readonly<Record<string, string>> = {
    prime256v1: 'secp256r1',
    prime192v1: 'secp192r1',
    X25519: 'x25519',
    X448: 'x448',
  };
  const words = `${curves ?? ''} ${primes ?? ''}`
    .split(/\s+/)
    .filter((word) => /^(sec[pt]|prime|brainpool|X|ffdhe)\w*\d/.test(word));
  return sorted(words.map((word) => official[word] ?? word));
}

function resumes(byTicket: string | null, byId: string | null): boolean | null {
  const [ticket, id] = [byTicket, byId].map((text) =>
    verdict(text, /^supported/, /not supported|no resumption|not resumed/i),
  );
  if (ticket === true || id === true) return true;
  return ticket === false && id === false ? false : null;
}

/** With one certificate, testssl.sh prints one row for each property; with several, one row for each certificate, numbered. */
function perCertificate(rows: readonly TestsslRow[]): ((id: string) => string | null)[] {
  const marks = new Set(rows.flatMap(({ id }) => /^cert_keySize( <.*>)?$/.exec(id)?.slice(1) ?? []));
  return [...marks].map(
    (mark = '') =>
      (id: string) =>
        rows.find((row) => row.id === `${id}${mark}`)?.finding ?? null,
  );
}

function certificatesOf(rows: readonly TestsslRow[]): Facts[] {
  return perCertificate(rows).map((finding) => {
    const [, type = 'unknown', bits] = /^(\w+) (\d+) bits/.exec(finding('cert_keySize') ?? '') ?? [];
    const trust = finding('cert_chain_of_trust') ?? '';
    const date = (id: string) => (finding(id) === null ? null : toMinute(finding(id) ?? ''));
    return certificateFacts({
      keyType: type,
      fingerprint: finding('cert_fingerprintSHA256'),
      keyBits: Number(bits),
      commonName: finding('cert_commonName'),
      names: namesIn(finding('cert_subjectAltName')),
      issuer: finding('cert_caIssuers')?.replace(/ \(.*\)$/, '') ?? null,
      serialNumber: finding('cert_serialNumber'),
      notBefore: date('cert_notBefore'),
      notAfter: date('cert_notAfter'),
      hash: /sha-?\d+|md5/i.exec(finding('cert_signatureAlgorithm') ?? '')?.[0]?.toUpperCase() ?? null,
      isExpired: /^expired/i.test(finding('cert_expirationStatus') ?? ''),
      isSelfSigned: /self signed/.test(trust) && !/self signed CA/.test(trust),
      isForHost: verdict(finding('cert_trust'), /^Ok via/i, /does not match/),
      // Expiry is compared as a separate fact.
      isChainComplete: /\(expired\)/.test(trust) ? null : verdict(trust, /passed/, /failed/),
      sent: Number(finding('certs_countServer')),
    });
  });
}

function namesIn(text: string | null): string[] | null {
  if (text === null) return null;
  return /^No SAN/.test(text) ? [] : sorted(text.trim().split(/\s+/));
}

function stapled(rows: readonly TestsslRow[]): Readonly<Record<string, Said>> {
  const found = rows.filter(({ id }) => id.startsWith('OCSP_stapling')).map(({ finding }) => finding);
  if (found.length === 0) return {};
  return { 'stapled OCSP response': found.some((text) => /^offered/.test(text)) };
}
