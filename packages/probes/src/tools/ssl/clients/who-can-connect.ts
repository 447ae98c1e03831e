import {
  type ClientOutcome,
  clientObstacles,
  type Note,
  type PublicKey,
  type ServedCertificate,
  type TlsVersion,
  type VulnerabilityName,
} from '@sonde/contract';
import { groupName, x25519mlkem768 } from '../../../protocols/tls-records/registries/groups.ts';
import { suiteNames } from '../../../protocols/tls-records/registries/suite-names.ts';
import { suiteName } from '../../../protocols/tls-records/registries/suites.ts';
import { versionName } from '../../../protocols/tls-records/registries/versions.ts';
import type { ClientHandshake, ClientHandshakes } from './handshakes.ts';
import type { KnownClient } from './known-client.ts';
import { knownClients } from './known-clients.ts';

/** What was measured of a server; names as in the answer. */
export interface MeasuredChoices {
  readonly enabledProtocols: readonly TlsVersion[];
  readonly ciphersByProtocol: Readonly<Partial<Record<TlsVersion, readonly string[]>>>;
  /** Whose order decides; absent or null if unknown or irrelevant. */
  readonly cipherOrder: Readonly<Partial<Record<TlsVersion, 'server' | 'client' | null>>>;
  readonly groups: readonly string[];
  /** Key of the certificate that a current client receives. */
  readonly key: PublicKey | null;
  /** Extensions, by IANA name, that the server does not tolerate; null if unknown. */
  readonly hangsUpOn: readonly string[] | null;
  /** True if not everything was measured: what was not seen may still exist. */
  readonly partial: boolean;
  /** The shortest finite-field key in suites that authenticate the server; null without one. */
  readonly minAuthenticatedDhBits?: number | null | undefined;
  /** Of the certificate that a current client receives; empty without the extension. */
  readonly keyUsages?: readonly string[];
  readonly vulnerabilities?: readonly VulnerabilityName[];
  readonly clientAuth?: 'none' | 'requested' | 'required' | null;
  /** All certificates that clients receive. */
  readonly servedCertificates?: readonly Pick<ServedCertificate, 'key'>[];
  /** Whether it signs with SHA-1 in TLS 1.2 even for clients that do not offer that; null if not known. */
  readonly signsOnlyWithSha1?: boolean | null;
  readonly notes?: readonly Pick<Note, 'name'>[];
  /** It refuses clients that offer only HTTP by ALPN (RFC 7301). */
  readonly refusesWebProtocols?: boolean;
}

/**
 * Whether each of the known clients can connect, most common first: by the result of its own hello, otherwise computed from
 * what both sides support. Whether the client trusts the certificate is not considered.
 */
export function whoCanConnect(server: MeasuredChoices, handshakes: ClientHandshakes = new Map()): ClientOutcome[] {
  return knownClients.map((client) => {
    const computed = predict(client, server);
    const shown = withHandshake(computed, handshakes.get(client.name));
    const outcome = afterwards(shown, client, server);
    return { client: client.name, source: client.source, ...outcome };
  });
}

type Outcome = Prediction & Pick<ClientOutcome, 'isChecked' | 'computed'>;

/**
 * What the client finds wrong only after the server has selected, so that the server cannot avoid it: the outcome of a handshake
 * that ends with the server's first flight does not show it.
 */
function afterwards(outcome: Outcome, client: KnownClient, server: MeasuredChoices): Outcome {
  const { connects, protocol, cipherSuite } = outcome;
  if (connects !== true || protocol === null) return outcome;
  const why = laterObstacle(protocol, cipherSuite ?? '', client, server);
  if (why === null) return outcome;
  return { connects: false, protocol: null, cipherSuite: null, why, isChecked: false, computed: null };
}

function laterObstacle(
  protocol: TlsVersion,
  suite: string,
  client: KnownClient,
  server: MeasuredChoices,
): string | null {
  const isTls13 = protocol === 'TLSv1.3';
  const { minAuthenticatedDhBits: bits = null, keyUsages = [], vulnerabilities = [], clientAuth } = server;
  if (/_DHE_/.test(suite) && bits !== null && bits < (client.leastDhBits ?? 0)) {
    return `It accepts no Diffie-Hellman key below ${client.leastDhBits} bits; that of the server has ${bits}.`;
  }
  if (!isTls13 && client.needsSecureRenegotiation && vulnerabilities.includes('INSECURE_RENEGOTIATION')) {
    return 'It refuses servers without secure renegotiation (RFC 5746).';
  }
  const isSigned = isTls13 || /_(ECDHE|DHE)_/.test(suite);
  if (protocol === 'TLSv1.2' && isSigned && client.refusesSha1 && server.signsOnlyWithSha1) {
    return 'It accepts no signature with SHA-1, and the server makes no other.';
  }
  const use = isSigned ? 'digitalSignature' : 'keyEncipherment';
  if (client.checksKeyUsage && keyUsages.length > 0 && !keyUsages.includes(use)) {
    return `It checks the key usage of the certificate, which does not permit ${use}.`;
  }
  return clientAuth === 'required' ? 'It connects only with a client certificate.' : null;
}

type Prediction = Pick<ClientOutcome, 'connects' | 'protocol' | 'cipherSuite' | 'why'>;

/** A handshake overrides the computation; a different computed result is kept beside it. */
function withHandshake(
  computed: Prediction,
  handshake: ClientHandshake | undefined,
): Prediction & Pick<ClientOutcome, 'isChecked' | 'computed'> {
  // A server may negotiate everything and then sign with a key that the client does not support.
  if (
    handshake === undefined ||
    (handshake.kind === 'agreed' && computed.why?.startsWith(clientObstacles.unsupportedKey))
  ) {
    return { ...computed, isChecked: false, computed: null };
  }
  const seen: Prediction =
    handshake.kind === 'refused'
      ? {
          connects: false,
          protocol: null,
          cipherSuite: null,
          why: `The server ${handshake.answer} on its ClientHello.`,
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

function words({ connects, protocol, cipherSuite, why }: Prediction): string {
  if (connects === true) return `It would connect with ${protocol} and ${cipherSuite}.`;
  return why ?? 'It would not connect.';
}

function predict(client: KnownClient, server: MeasuredChoices): Prediction {
  const agreed = predictNegotiation(client, server);
  if (agreed.connects !== true) return agreed;
  if (server.refusesWebProtocols && client.extensions?.includes(ALPN)) {
    return {
      connects: false,
      protocol: null,
      cipherSuite: null,
      why: clientObstacles.otherProtocol,
    };
  }
  // Only clients whose own hello is sent are known to be stopped by its length.
  if (client.groups?.includes(x25519mlkem768) && server.notes?.some(({ name }) => name === 'LONG_HELLO')) {
    const why = 'Its hello may have a post-quantum key share, and long ClientHellos get no answer.';
    return { ...agreed, connects: null, why };
  }
  if (server.hangsUpOn === null || server.hangsUpOn.length === 0) return agreed;
  if (client.extensions === null) {
    const why = `The server closes the connection on ${server.hangsUpOn.join(', ')}; whether the client sends it is not known.`;
    return { ...agreed, connects: null, why };
  }
  const minded = server.hangsUpOn.filter((name) => client.extensions?.includes(name));
  if (minded.length === 0) return agreed;
  const why = `The server closes the connection on ${minded.join(', ')} in its ClientHello.`;
  return { connects: false, protocol: null, cipherSuite: null, why };
}

function predictNegotiation(client: KnownClient, server: MeasuredChoices): Prediction {
  // Only the newest common version counts (RFC 8446 section 4.1.1, RFC 5246 appendix E.1).
  const protocol = client.versions.find((version) => server.enabledProtocols.includes(version));
  if (protocol === undefined) {
    return missing(server, `It supports only ${client.versions.join(', ')}.`, null);
  }
  const offered = client.suites.flatMap((code) => suiteNames.get(code) ?? []);
  const accepted = server.ciphersByProtocol[protocol] ?? [];
  const common = inOrder(offered, accepted, server.cipherOrder[protocol] ?? null);
  if (common.length === 0) return missing(server, `No common cipher suite for ${protocol}.`, protocol);
  const candidates = common.map((suite) => ({ suite, problem: obstacleTo(suite, client, server) }));
  const at = candidates.findIndex(({ problem }) => problem === null);
  const possible = candidates[at];
  if (possible === undefined) {
    return { ...missing(server, candidates[0]?.problem?.why ?? '', protocol), ...certainty(candidates[0]?.problem) };
  }
  if (!client.sendsServerName) {
    const why = 'It sends no server name, and the certificate that it would get was not measured.';
    return { connects: null, protocol, cipherSuite: possible.suite, why };
  }
  const isOrdered = common.length === 1 || server.cipherOrder[protocol] === 'server' || client.isOrderKnown !== false;
  const isFirst = candidates.slice(0, at).every(({ problem }) => problem?.isCertain);
  return { connects: true, protocol, cipherSuite: isOrdered && isFirst ? possible.suite : null, why: null };
}

function inOrder(offered: readonly string[], accepted: readonly string[], order: 'server' | 'client' | null): string[] {
  return order === 'server'
    ? accepted.filter((suite) => offered.includes(suite))
    : offered.filter((suite) => accepted.includes(suite));
}

const ALPN = 'application_layer_protocol_negotiation';

interface Obstacle {
  readonly why: string;
  readonly isCertain: boolean;
}

/** What prevents a client from using a common suite; null if nothing does. */
function obstacleTo(
  suite: string,
  client: KnownClient,
  { groups, key, ciphersByProtocol, servedCertificates = [] }: MeasuredChoices,
): Obstacle | null {
  const isTls13 = !suite.includes('_WITH_');
  if (client.groups === null && suite.includes('ECD')) {
    return { why: 'Which elliptic curves it supports is not documented.', isCertain: false };
  }
  if (client.groups !== null && (isTls13 || suite.includes('ECDHE'))) {
    const known = client.groups.map(groupName);
    if (groups.length === 0) return { why: 'The groups of the server were not measured.', isCertain: false };
    if (!groups.some((group) => known.includes(group))) {
      return { why: 'No common key-exchange group.', isCertain: true };
    }
  }
  const name = key?.type === 'EC' ? key.curve : (key?.type ?? null);
  const isOtherKey = name !== null && name !== 'RSA' && !client.keys.includes(name);
  // The suites of an RSASSA-PSS key are named like those of an RSA key.
  const isPss = name === 'RSA-PSS';
  const isUsed = isTls13 || suite.includes(isPss ? '_RSA_' : 'ECDSA');
  if (!isOtherKey || !isUsed) return null;
  // A server that also has an RSA certificate would present that one.
  const hasRsa = isPss
    ? servedCertificates.some((one) => one.key?.type === 'RSA')
    : Object.values(ciphersByProtocol).some((names) => names?.some((one) => /_(ECDHE_RSA|RSA)_WITH_/.test(one)));
  return { why: `${clientObstacles.unsupportedKey} (${name}).`, isCertain: !hasRsa };
}

function missing({ partial }: MeasuredChoices, why: string, protocol: TlsVersion | null): Prediction {
  const doubt = partial ? ' Not everything could be measured.' : '';
  return { connects: partial ? null : false, protocol, cipherSuite: null, why: `${why}${doubt}` };
}

function certainty(problem: Obstacle | null | undefined): Partial<Prediction> {
  return problem?.isCertain === false ? { connects: null } : {};
}
