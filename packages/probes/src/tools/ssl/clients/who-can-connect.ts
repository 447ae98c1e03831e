import type { ClientOutcome, PublicKey, TlsVersion } from '@sonde/contract';
import { groupName } from '../../../protocols/tls-records/groups.ts';
import { suiteNames } from '../../../protocols/tls-records/suite-names.ts';
import { suiteName } from '../../../protocols/tls-records/suites.ts';
import { versionName } from '../../../protocols/tls-records/versions.ts';
import type { ClientHandshake, ClientHandshakes } from './handshakes.ts';
import type { KnownClient } from './known-client.ts';
import { knownClients } from './known-clients.ts';

/** What was measured of a server; names as in the answer. */
export interface MeasuredServer {
  readonly enabledProtocols: readonly TlsVersion[];
  readonly ciphersByProtocol: Readonly<Partial<Record<TlsVersion, readonly string[]>>>;
  /** Whose order decides; absent or null where that is not known, or does not matter. */
  readonly cipherOrder: Readonly<Partial<Record<TlsVersion, 'server' | 'client' | null>>>;
  readonly groups: readonly string[];
  /** Of the certificate that a current client gets. */
  readonly key: PublicKey | null;
  /** Extensions that the server hangs up on, by IANA name; null where that is not known. */
  readonly hangsUpOn: readonly string[] | null;
  /** True when not everything was asked: what was not seen may be there all the same. */
  readonly partial: boolean;
}

/**
 * Whether each of the known clients can connect, the commonest first: as its own hello has shown, else computed from what
 * both take. Says nothing of whether it trusts the certificate.
 */
export function whoCanConnect(server: MeasuredServer, handshakes: ClientHandshakes = new Map()): ClientOutcome[] {
  return knownClients.map((client) => {
    const computed = outcomeOf(client, server);
    const shown = withHandshake(computed, handshakes.get(client.name));
    return { client: client.name, source: client.source, ...shown };
  });
}

type Outcome = Pick<ClientOutcome, 'connects' | 'protocol' | 'cipherSuite' | 'why'>;

/** What a handshake has shown stands; where the computation says something else, that is told beside it. */
function withHandshake(
  computed: Outcome,
  handshake: ClientHandshake | undefined,
): Outcome & Pick<ClientOutcome, 'isChecked' | 'computed'> {
  // A server may agree on everything and then sign with a key that the client cannot verify.
  if (handshake === undefined || (handshake.kind === 'agreed' && computed.why?.startsWith(CANNOT_VERIFY))) {
    return { ...computed, isChecked: false, computed: null };
  }
  const seen: Outcome =
    handshake.kind === 'refused'
      ? {
          connects: false,
          protocol: null,
          cipherSuite: null,
          why: `The server ${handshake.answer} when it gets its hello.`,
        }
      : {
          connects: true,
          protocol: versionName(handshake.version),
          cipherSuite: suiteName(handshake.suite),
          why: null,
        };
  const isAlike = seen.connects === computed.connects && seen.cipherSuite === computed.cipherSuite;
  return {
    ...seen,
    isChecked: true,
    computed: isAlike && seen.protocol === computed.protocol ? null : words(computed),
  };
}

function words({ connects, protocol, cipherSuite, why }: Outcome): string {
  if (connects === true) return `It would connect by ${protocol} with ${cipherSuite}.`;
  return why ?? 'It would not connect.';
}

function outcomeOf(client: KnownClient, server: MeasuredServer): Outcome {
  const agreed = agreementOf(client, server);
  if (agreed.connects !== true || server.hangsUpOn === null || server.hangsUpOn.length === 0) return agreed;
  if (client.extensions === null) {
    const why = `Whether its hello has ${server.hangsUpOn.join(', ')}, on which the server hangs up, is not known.`;
    return { ...agreed, connects: null, why };
  }
  const minded = server.hangsUpOn.filter((name) => client.extensions?.includes(name));
  if (minded.length === 0) return agreed;
  const why = `The server hangs up on ${minded.join(', ')} in its hello.`;
  return { connects: false, protocol: null, cipherSuite: null, why };
}

function agreementOf(client: KnownClient, server: MeasuredServer): Outcome {
  // The newest version that both know is the only one that is tried (RFC 8446 section 4.1.1, RFC 5246 appendix E.1).
  const protocol = client.versions.find((version) => server.enabledProtocols.includes(version));
  if (protocol === undefined) {
    return missing(server, `It knows no version beside ${client.versions.join(', ')}.`, null);
  }
  const offered = client.suites.flatMap((code) => suiteNames.get(code) ?? []);
  const accepted = server.ciphersByProtocol[protocol] ?? [];
  const common = inOrder(offered, accepted, server.cipherOrder[protocol] ?? null);
  if (common.length === 0) return missing(server, `No cipher suite of ${protocol} that both know.`, protocol);
  const verdicts = common.map((suite) => ({ suite, problem: problemOf(suite, client, server) }));
  const possible = verdicts.find(({ problem }) => problem === null);
  if (possible === undefined) {
    return { ...missing(server, verdicts[0]?.problem?.why ?? '', protocol), ...certainty(verdicts[0]?.problem) };
  }
  if (!client.sendsServerName) {
    const why = 'It sends no server name: which certificate it gets was not measured.';
    return { connects: null, protocol, cipherSuite: possible.suite, why };
  }
  return { connects: true, protocol, cipherSuite: possible.suite, why: null };
}

function inOrder(offered: readonly string[], accepted: readonly string[], order: 'server' | 'client' | null): string[] {
  return order === 'server'
    ? accepted.filter((suite) => offered.includes(suite))
    : offered.filter((suite) => accepted.includes(suite));
}

const CANNOT_VERIFY = 'It cannot verify signatures of the certificate’s key';

interface Problem {
  readonly why: string;
  readonly isCertain: boolean;
}

/** What keeps a client from a suite that both know; null when nothing does. */
function problemOf(
  suite: string,
  client: KnownClient,
  { groups, key, ciphersByProtocol }: MeasuredServer,
): Problem | null {
  const isTls13 = !suite.includes('_WITH_');
  if (isTls13 || suite.includes('ECDHE')) {
    const known = client.groups.map(groupName);
    if (groups.length === 0) return { why: 'The groups of the server were not measured.', isCertain: false };
    if (!groups.some((group) => known.includes(group))) {
      return { why: 'No key-exchange group that both know.', isCertain: true };
    }
  }
  const name = key?.type === 'EC' ? key.curve : (key?.type ?? null);
  const isOtherKey = name !== null && name !== 'RSA' && !client.keys.includes(name);
  if (!isOtherKey || !(isTls13 || suite.includes('ECDSA'))) return null;
  // A server with an RSA certificate as well would give that one.
  const hasRsa = Object.values(ciphersByProtocol).some((names) =>
    names?.some((one) => /_(ECDHE_RSA|RSA)_WITH_/.test(one)),
  );
  return { why: `${CANNOT_VERIFY} (${name}).`, isCertain: !hasRsa };
}

function missing({ partial }: MeasuredServer, why: string, protocol: TlsVersion | null): Outcome {
  const doubt = partial ? ' Not everything could be asked.' : '';
  return { connects: partial ? null : false, protocol, cipherSuite: null, why: `${why}${doubt}` };
}

function certainty(problem: Problem | null | undefined): Partial<Outcome> {
  return problem?.isCertain === false ? { connects: null } : {};
}
