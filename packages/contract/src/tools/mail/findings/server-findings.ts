import { listed, quoted } from '../../../finding/wording.ts';
import { finding, type MailAnswer, type MailFinding } from './subject.ts';

type Server = MailAnswer['servers'][number];

/** Findings on the mail servers' replies on port 25. */
export function serverFindings(answer: MailAnswer): MailFinding[] {
  const { servers, gaps } = answer;
  const isBlocked = gaps.some(({ part }) => part === 'smtp');
  return [...(isBlocked ? [] : tlsFindings(answer)), ...servers.flatMap(reverseFinding)];
}

const shown = ({ name, address }: Server) => `${quoted(name)} (${address})`;

function tlsFindings({ domain, servers, mtaSts }: MailAnswer): MailFinding[] {
  const isEnforced = mtaSts?.mode === 'enforce';
  const found = servers.flatMap((server): MailFinding[] => {
    const { starttls, certificate } = server;
    if (starttls.offered === false) {
      return [
        finding(
          'smtp-without-tls',
          'warn',
          shown(server),
          'It does not offer STARTTLS.',
          `Turn on TLS on port 25 of ${quoted(server.name)}.`,
        ),
      ];
    }
    if (starttls.problem !== null) {
      return [
        finding(
          'smtp-server-problem',
          'unknown',
          shown(server),
          quoted(starttls.problem),
          'Check the server’s log for this connection.',
        ),
      ];
    }
    if (certificate === null || certificate.valid) return [];
    const evidence = `The certificate is not valid: ${listed(certificate.reasons)}.`;
    const fix = `Request a certificate for ${quoted(server.name)}.`;
    return [finding('smtp-certificate-invalid', isEnforced ? 'bad' : 'note', shown(server), evidence, fix)];
  });
  const isSound =
    servers.length > 0 &&
    servers.every(({ starttls, certificate }) => starttls.offered === true && certificate?.valid === true);
  return isSound ? [finding('smtp-tls-offered', 'good', domain, `TLS at ${listed(servers.map(shown))}.`, null)] : found;
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
      'Ask the owner of the network for a PTR record with the server’s name.',
    ),
  ];
}
