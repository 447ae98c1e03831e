import { listed, type SslFinding, type UnjudgedSsl } from './ssl-finding.ts';
import { withCheck, withOwnCheck } from './verify.ts';
import { isOldVersion } from './versions.ts';

const HTTPS_PORT = 443;
const DAY_SECONDS = 86_400;

/** How the server behaves apart from what it accepts. */
export function behaviourFindings(answer: UnjudgedSsl): SslFinding[] {
  return [safety, sessions, clientCertificate, http2].flatMap((judge) => judge(answer));
}

function safety(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, notes, fallbackScsv, clientRenegotiation, enabledProtocols } = answer;
  const intolerance = notes.find(({ name }) => name === 'EXTENSION_INTOLERANCE');
  const old = enabledProtocols.filter(isOldVersion);
  const found: SslFinding[] = [];
  if (intolerance !== undefined) {
    const fix = 'Update the server, or the load balancer or firewall in front of it.';
    found.push({ code: 'extension-intolerance', state: 'warn', about, evidence: intolerance.evidence, fix });
  }
  // Between TLS 1.3 and 1.2, the random value of the server reveals a downgrade (RFC 8446 section 4.1.3).
  if (fallbackScsv === false && old.length > 0) {
    const evidence = `It accepts a ClientHello with TLS_FALLBACK_SCSV, and supports ${enabledProtocols.join(', ')}.`;
    const fix = 'Update the TLS library, and accept only TLS 1.2 and TLS 1.3.';
    found.push({ code: 'no-fallback-protection', state: 'warn', about, evidence, fix });
  }
  if (clientRenegotiation === true) {
    const evidence = 'The server began a second handshake at the client’s request.';
    const fix = withCheck(
      answer,
      'Disable client-initiated renegotiation, or update the server. After R and Return, the connection must end.',
      ['-tls1_2'],
    );
    found.push({ code: 'client-renegotiation', state: 'warn', about, evidence, fix });
  }
  return found;
}

function sessions({ domain: about, ticketLifetimeSeconds, earlyData, maxEarlyDataBytes, resumption }: UnjudgedSsl) {
  const found: SslFinding[] = [];
  if (ticketLifetimeSeconds !== null && ticketLifetimeSeconds > DAY_SECONDS) {
    const evidence = `Its session tickets are valid for ${Math.floor(ticketLifetimeSeconds / 3600)} hours.`;
    const fix = 'Limit the lifetime of tickets to a few hours, and change the ticket key every day.';
    found.push({ code: 'long-ticket-lifetime', state: 'note', about, evidence, fix });
  }
  if (earlyData === true) {
    const evidence = `Its session tickets allow ${maxEarlyDataBytes ?? 'some'} octets of early data.`;
    const fix = 'Disable early data unless the application can handle replayed requests.';
    found.push({ code: 'early-data', state: 'note', about, evidence, fix });
  }
  if (resumption === false) {
    const evidence = 'A second connection needed a full handshake.';
    found.push({
      code: 'no-resumption',
      state: 'note',
      about,
      evidence,
      fix: 'Enable session tickets or a session cache.',
    });
  }
  return found;
}

function clientCertificate(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, clientAuth, startTls, peerPort } = answer;
  if (clientAuth !== 'requested' && clientAuth !== 'required') return [];
  const evidence =
    clientAuth === 'required'
      ? 'It ends the handshake if the client has no certificate.'
      : 'It requests a certificate, but completes the handshake without one.';
  const fix = withOwnCheck(answer, 'If the service is public, turn off the request for client certificates.');
  const isSite = startTls === null && peerPort === HTTPS_PORT;
  const state = clientAuth === 'required' && isSite ? 'warn' : 'note';
  return [{ code: 'client-certificate-wanted', state, about, evidence, fix }];
}

function http2(answer: UnjudgedSsl): SslFinding[] {
  const { domain: about, startTls, peerPort, alpnProtocols } = answer;
  if (startTls !== null || peerPort !== HTTPS_PORT || alpnProtocols === null || alpnProtocols.includes('h2')) return [];
  const evidence =
    alpnProtocols.length === 0 ? 'It selects no protocol by ALPN.' : `By ALPN, it selects ${listed(alpnProtocols)}.`;
  const fix = withCheck(answer, 'Enable HTTP/2.', ['-alpn h2'], { prints: 'ALPN protocol: h2' });
  return [{ code: 'no-http2', state: 'note', about, evidence, fix }];
}
