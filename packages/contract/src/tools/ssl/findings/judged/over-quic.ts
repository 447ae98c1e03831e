import type { OverQuic } from '../../../../tls/over-quic.ts';
import type { SslFinding, UnjudgedSsl } from './ssl-finding.ts';

/** Whether the server speaks HTTP/3, and what differs from TLS over TCP at the same address. */
export function quicFindings(answer: UnjudgedSsl): SslFinding[] {
  const { quic } = answer;
  if (quic == null) return [];
  return [...http3(answer, quic), ...otherCertificate(answer, quic), ...withoutPostQuantum(answer, quic)];
}

const isWorking = ({ h3, isProven }: OverQuic) => h3 === true && isProven;

function http3({ domain: about }: UnjudgedSsl, quic: OverQuic): SslFinding[] {
  if (isWorking(quic)) {
    const evidence = `Over QUIC ${versionOf(quic)}, it selects h3 with ${quic.cipherSuite} and ${quic.group}.`;
    return [{ code: 'http3', state: 'good', about, evidence, fix: null }];
  }
  const evidence = failureOf(quic);
  if (evidence === null) return [];
  const fix = 'Enable HTTP/3 for this name, or stop the server at the UDP port.';
  return [{ code: 'http3-fails', state: 'note', about, evidence, fix }];
}

/** Null where nothing speaks QUIC: most servers do not, and nothing is wrong with that. */
function failureOf({ h3, reason, detail, versions, version, isProven }: OverQuic): string | null {
  if (h3 === true && !isProven) return 'It selects h3 over QUIC, but its signature does not fit its certificate.';
  if (versions === null && version === null) return null;
  const why = detail === null ? reason.replaceAll('-', ' ') : `${reason.replaceAll('-', ' ')} (${detail})`;
  return `It answers over QUIC, but no handshake for h3 was completed: ${why}.`;
}

const versionNames: Readonly<Record<string, string>> = { '00000001': 'version 1', '6b3343cf': 'version 2' };

function versionOf({ version }: OverQuic): string {
  return versionNames[version ?? ''] ?? 'of a version unknown here';
}

/** Compared with every certificate that the check has seen over TCP. */
function otherCertificate(answer: UnjudgedSsl, { certificate }: OverQuic): SslFinding[] {
  const { domain: about, servedCertificates, certificateFingerprints } = answer;
  const seen = [certificateFingerprints['SHA-256'], ...servedCertificates.map(({ fingerprint }) => fingerprint)];
  const known = seen.filter((fingerprint) => fingerprint !== null);
  if (certificate === null || certificate.fingerprint === null || known.length === 0) return [];
  if (known.includes(certificate.fingerprint)) return [];
  const ends = certificate.validUntil === null ? '' : `, valid until ${certificate.validUntil.slice(0, 10)}`;
  const reasons = certificate.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ');
  const distrust = certificate.valid === false ? `, which clients do not trust (${reasons})` : '';
  const evidence = `Over QUIC: ${certificate.fingerprint}${ends}${distrust}. Over TCP: ${known[0]}.`;
  const fix = 'Use the same certificate for HTTP/3 as for TCP, and reload the server after each renewal.';
  return [
    { code: 'http3-other-certificate', state: certificate.valid === false ? 'warn' : 'note', about, evidence, fix },
  ];
}

/** The hello over QUIC had a key share for it, unless only a short one was answered. */
function withoutPostQuantum(answer: UnjudgedSsl, quic: OverQuic): SslFinding[] {
  const hybrid = answer.groups.find((group) => group === 'X25519MLKEM768');
  if (hybrid === undefined || quic.group === null || quic.group.includes('MLKEM') || quic.needsShortHello) return [];
  const evidence = `Over TCP, it accepts ${hybrid}; over QUIC, it selected ${quic.group} although ${hybrid} was offered.`;
  const fix = 'Update the QUIC library of the server, or enable the same groups for it.';
  return [{ code: 'http3-without-post-quantum', state: 'note', about: answer.domain, evidence, fix }];
}
