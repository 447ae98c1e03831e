import type { SondeReport } from './ask.ts';
import { certificateFacts, type Facts, sorted, told, toMinute, versions } from './facts.ts';

type Answer = SondeReport['data'];

export function factsOfSonde({ data, gaps }: Pick<SondeReport, 'data' | 'gaps'>): Facts {
  const below = sorted(versions.flatMap((name) => (name === 'TLSv1.3' ? [] : (data.cipherOrder[name] ?? []))));
  return {
    ...told({
      versions: sorted(data.enabledProtocols),
      'order below TLSv1.3': below.length === 0 ? null : below.join(' and '),
      'order TLSv1.3': data.cipherOrder['TLSv1.3'] ?? null,
      groups: sorted(data.groups),
      'smallest Diffie-Hellman key': data.minDhBits,
      'stapled OCSP response': data.ocspStapled,
      'session tickets': data.sessionTickets,
      'lifetime of tickets': data.ticketLifetimeSeconds,
      resumption: data.resumption,
      'client renegotiation': data.clientRenegotiation,
      'fallback SCSV': data.fallbackScsv,
      compression: data.compression,
      'secure renegotiation': knowsRenegotiation(data),
      Heartbleed: data.vulnerabilities.includes('HEARTBLEED'),
      CCS: data.vulnerabilities.includes('CCS'),
      ROBOT: gaps.some(({ part }) => part === 'ROBOT') ? null : data.vulnerabilities.includes('ROBOT'),
    }),
    ...Object.fromEntries(versions.map((name) => [`suites ${name}`, sorted(data.ciphersByProtocol[name] ?? [])])),
    ...leafFacts(data),
  };
}

/** Secure renegotiation (RFC 5746) only concerns versions before TLS 1.3. */
function knowsRenegotiation({ enabledProtocols, vulnerabilities }: Answer): boolean | null {
  if (enabledProtocols.every((name) => name === 'TLSv1.3' || name === 'SSLv2')) return null;
  return !vulnerabilities.includes('INSECURE_RENEGOTIATION');
}

function leafFacts(data: Answer): Facts {
  if (data.key === null || data.validFrom === null || data.validUntil === null) return {};
  const has = (reason: Answer['reasons'][number]) => data.reasons.includes(reason);
  return certificateFacts({
    keyType: data.key.type,
    fingerprint: data.certificateFingerprints['SHA-256']?.replaceAll(':', '') ?? null,
    keyBits: data.key.bits,
    commonName: commonName(data.subject),
    names: sorted(data.subjectAlternativeNames),
    issuer: commonName(data.issuer),
    serialNumber: data.serialNumber?.replaceAll(':', '') ?? null,
    notBefore: toMinute(data.validFrom),
    notAfter: toMinute(data.validUntil),
    hash:
      /sha-?\d+|md5/i
        .exec(data.signatureAlgorithm ?? '')?.[0]
        ?.replace('-', '')
        .toUpperCase() ?? null,
    isExpired: has('expired'),
    isSelfSigned: has('self_signed'),
    isForHost: !has('hostname_mismatch'),
    isChainComplete: !(['untrusted', 'bad_signature', 'self_signed', 'incomplete_chain'] as const).some(has),
    sent: data.certificateChain.length,
  });
}

function commonName(subject: string | null): string | null {
  return /(?:^|,)CN=([^,+]+)/.exec(subject ?? '')?.[1] ?? null;
}
