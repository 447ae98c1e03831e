import { tlsVersions } from '@sonde/contract';
import type { AnswerPart, ExchangeFilter } from '../checked/evidence/exchange-filter.ts';
import type { SslKnown } from './query.ts';

type Server = Pick<SslKnown, 'address'>;

/** With the address that was measured: others have a first handshake only. */
const at = ({ address }: Server): ExchangeFilter => ({
  services: ['tls', 'starttls'],
  ...(address != null && { address }),
});
const purpose = (known: Server, ...purposes: string[]): ExchangeFilter => ({ ...at(known), purposes });
const part = (label: string | null, ...filters: ExchangeFilter[]): AnswerPart => ({ label, filters });

/** The certificate and what was negotiated came from the first handshakes: of a current client, and with the widest offer. */
export function firstHandshakes(known: Server): AnswerPart[] {
  return [part(null, purpose(known, 'first-handshake'))];
}

/** The same, and certificates that authorities publish. */
export function chainParts(known: Server): AnswerPart[] {
  return [
    part('First handshakes', purpose(known, 'first-handshake')),
    part('Certificates that were not sent', { services: ['http'], purposes: ['missing-certificate'] }),
  ];
}

/** A version that was accepted is in a ServerHello; one that was not, in hellos that offered nothing else. */
export function versionParts(known: Server & Pick<SslKnown, 'enabledProtocols'>): AnswerPart[] {
  return tlsVersions.map((version) => {
    if (version === 'SSLv2') return part(version, purpose(known, 'sslv2'));
    const isEnabled = known.enabledProtocols?.includes(version) ?? false;
    const line = isEnabled ? { received: `version: ${version}` } : { sent: `versions: ${version}` };
    return part(version, { ...at(known), ...line });
  });
}

/** A suite was accepted where a ServerHello names it. */
export function suiteParts(known: Server & Pick<SslKnown, 'enabledCiphers'>): AnswerPart[] {
  return (known.enabledCiphers ?? []).map((name) => part(name, { ...at(known), received: `cipher suite: ${name}` }));
}

export function vulnerabilityParts(known: Server): AnswerPart[] {
  return [
    part('Heartbleed', purpose(known, 'heartbleed')),
    part('Early ChangeCipherSpec', purpose(known, 'early-ccs')),
    part('ROBOT', purpose(known, 'robot')),
  ];
}

export function behaviourParts(known: Server & Pick<SslKnown, 'alpnProtocols'>): AnswerPart[] {
  const selected = (known.alpnProtocols ?? []).map((name) => ({
    ...at(known),
    received: `application protocol: ${name}`,
  }));
  return [
    part('Session Resumption', purpose(known, 'resumption')),
    part('Client Renegotiation', purpose(known, 'renegotiation')),
    part('Refuses Fallback (SCSV)', purpose(known, 'fallback')),
    part('Application Protocols', purpose(known, 'application-protocols'), ...selected),
  ];
}

/** A returning client is one of those that are measured. */
export function clientParts(known: Server): AnswerPart[] {
  return [
    part('First handshakes', purpose(known, 'first-handshake')),
    part('ClientHellos of other clients', purpose(known, 'client-handshake')),
    part('A returning client', purpose(known, 'resumption')),
  ];
}

export function servedParts(known: Server & Pick<SslKnown, 'addresses'>): AnswerPart[] {
  return [
    ...(known.addresses ?? []).map(({ address }) => part(address, purpose({ address }, 'first-handshake'))),
    part('Without a server name', purpose(known, 'without-server-name')),
    part('Other keys', purpose(known, 'other-keys')),
  ];
}

/** Key-exchange groups are in the ServerHello since TLS 1.3. */
export function furtherParts(known: Server & Pick<SslKnown, 'groups'>): AnswerPart[] {
  return [
    ...(known.groups ?? []).map((group) => part(`Group ${group}`, { ...at(known), received: `group: ${group}` })),
    part('Client Certificate', purpose(known, 'client-certificate')),
    part('Revocation', { services: ['http'], purposes: ['revocation'] }),
  ];
}
