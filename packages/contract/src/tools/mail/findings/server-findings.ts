import { listed, quoted } from '../../../finding/wording.ts';
import { isTlsBroken } from './server-tls.ts';
import { finding, type MailFinding, type UnjudgedMail } from './subject.ts';

type Server = UnjudgedMail['servers'][number];

/** Findings on the mail servers' replies on port 25. */
export function serverFindings(answer: UnjudgedMail): MailFinding[] {
  const { servers, gaps } = answer;
  const isBlocked = gaps.some(({ part }) => part === 'smtp');
  return [...(isBlocked ? [] : tlsFindings(answer)), ...servers.flatMap(reverseFinding)];
}

const shown = ({ name, address }: Server) => `${quoted(name)} (${address})`;

/** What makes senders require TLS of a server: a policy of the domain, or its own TLSA records. */
interface Required {
  readonly bySts: boolean;
  readonly byDane: ReadonlySet<string>;
}

function tlsFindings({ domain, servers, mtaSts, dane }: UnjudgedMail): MailFinding[] {
  const required = {
    bySts: mtaSts?.mode === 'enforce',
    byDane: new Set(dane?.filter(({ chain }) => chain.state === 'secure').map(({ name }) => name)),
  };
  const found = servers.flatMap((server) => tlsFinding(server, required));
  const isSound =
    servers.length > 0 &&
    found.length === 0 &&
    servers.every(({ starttls, certificate }) => starttls.offered === true && certificate?.valid === true);
  return isSound ? [finding('smtp-tls-offered', 'good', domain, `TLS at ${listed(servers.map(shown))}.`, null)] : found;
}

function tlsFinding(server: Server, required: Required): MailFinding[] {
  const { starttls, certificate } = server;
  const about = shown(server);
  const name = quoted(server.name);
  if (starttls.offered === false) {
    const fix = `Turn on TLS on port 25 of ${name}.`;
    return [finding('smtp-without-tls', 'warn', about, 'It does not offer STARTTLS.', fix)];
  }
  if (isTlsBroken(server)) return [brokenFinding(server, required)];
  if (starttls.problem !== null) {
    const fix = 'Check the server’s log for this connection.';
    return [finding('smtp-server-problem', 'unknown', about, quoted(starttls.problem), fix)];
  }
  if (certificate === null || certificate.valid) return [];
  const evidence = `The certificate is not valid: ${listed(certificate.reasons)}.`;
  const fix = `Request a certificate for ${name}.`;
  return [finding('smtp-certificate-invalid', required.bySts ? 'bad' : 'note', about, evidence, fix)];
}

function brokenFinding(server: Server, { bySts, byDane }: Required): MailFinding {
  const name = quoted(server.name);
  const by = bySts ? 'MTA-STS' : byDane.has(server.name) ? 'DANE' : null;
  const evidence = `It offers STARTTLS, but TLS fails: ${quoted(server.starttls.problem ?? '')}`;
  if (by === null) {
    const fix = `Mend TLS on port 25 of ${name}, or stop offering STARTTLS until it works.`;
    return finding('smtp-tls-broken', 'warn', shown(server), evidence, fix);
  }
  const fix = `Mend TLS on port 25 of ${name}: check its certificate, its key and its log.`;
  return finding(
    'smtp-tls-broken',
    'bad',
    shown(server),
    `${evidence} ${by} forbids senders to deliver without it.`,
    fix,
  );
}

function reverseFinding(server: Server): MailFinding[] {
  if (server.isConfirmed !== false) return [];
  const names = server.reverseNames;
  const evidence = names.length === 0 ? 'There is no PTR record.' : `${listed(names)} does not resolve back to it.`;
  return [
    finding(
      'smtp-reverse-name',
      'note',
      shown(server),
      evidence,
      'If this server also sends mail, ask the owner of the network for a PTR record with its name.',
    ),
  ];
}
