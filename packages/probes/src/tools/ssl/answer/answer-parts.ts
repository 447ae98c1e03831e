import type {
  DataOf,
  FailureCode,
  Gap,
  Observation,
  PartialReason,
  ProgressOf,
  TlsVersion,
  Tools,
} from '@sonde/contract';
import type { CurrentSession } from '../../../engines/tls/handshake/current-client.ts';
import type { Accepted } from '../../../engines/tls/handshake/send-hello.ts';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { groupName } from '../../../protocols/tls-records/registries/groups.ts';
import { suiteName, suiteOf, suites } from '../../../protocols/tls-records/registries/suites.ts';
import {
  type VersionName,
  versionName,
  versionNames,
  versions,
} from '../../../protocols/tls-records/registries/versions.ts';
import { sslv2SuiteNames } from '../../../protocols/tls-records/sslv2.ts';
import type { Observed } from '../observed.ts';
import { untestedVulnerabilities } from '../vulnerabilities/untested.ts';
import { notesOf, observedVulnerabilities } from '../vulnerabilities/vulnerabilities.ts';

export type SslData = DataOf<Tools['ssl']>;
export type SslProgress = ProgressOf<Tools['ssl']>;
/** The fields of one progress part. */
export type ProgressPart<Stage extends SslProgress['stage']> = Omit<Extract<SslProgress, { stage: Stage }>, 'stage'>;

const newestFirst: readonly VersionName[] = versionNames.toReversed();
const supportedProtocols: readonly TlsVersion[] = newestFirst;
const supportedCiphers: readonly string[] = [...new Set(suites.map(({ name }) => name)), ...sslv2SuiteNames];

export function protocolsPart({ versions: facts }: Observed): Pick<SslData, 'supportedProtocols' | 'enabledProtocols'> {
  return {
    supportedProtocols: [...supportedProtocols],
    enabledProtocols: newestFirst.filter((name) => facts[name].isAccepted === true),
  };
}

export function suitesPart({
  versions: facts,
}: Observed): Pick<SslData, 'supportedCiphers' | 'enabledCiphers' | 'ciphersByProtocol' | 'cipherOrder'> {
  const accepting = newestFirst.filter((name) => facts[name].isAccepted === true);
  return {
    supportedCiphers: [...supportedCiphers],
    enabledCiphers: [...new Set(accepting.flatMap((name) => facts[name].suites))],
    ciphersByProtocol: Object.fromEntries(accepting.map((name) => [name, [...facts[name].suites]])),
    cipherOrder: Object.fromEntries(accepting.map((name) => [name, facts[name].cipherOrder])),
  };
}

export function groupsPart({ groups, minDhBits, minAuthenticatedDhBits, dhPrimes }: Observed): ProgressPart<'groups'> {
  return {
    groups: groups.map(groupName),
    minDhBits,
    minAuthenticatedDhBits,
    dhPrimes: dhPrimes.map(({ bits, name }) => ({ bits, name })),
  };
}

/** What a current client negotiates; if it cannot connect, what the server selected from our first offer. */
export interface Negotiated {
  readonly version: number;
  readonly suite: number;
  readonly sessionId: Uint8Array;
  readonly alpn: string | null;
  readonly firstByteAt: Date;
  readonly lastByteAt: Date;
}

export function negotiatedOf(session: CurrentSession | null, first: Accepted | null): Negotiated | null {
  if (session !== null) return session;
  return first && { ...first.hello, firstByteAt: first.firstByteAt, lastByteAt: first.lastByteAt };
}

type SessionFields = Pick<
  SslData,
  'protocol' | 'cipherSuite' | 'sessionId' | 'creationTime' | 'lastAccessedTime' | 'alpn'
>;

export function sessionFields(negotiated: Negotiated | null): SessionFields {
  if (negotiated === null) {
    return {
      protocol: null,
      cipherSuite: null,
      sessionId: null,
      creationTime: null,
      lastAccessedTime: null,
      alpn: null,
    };
  }
  const { version, suite, sessionId, alpn, firstByteAt, lastByteAt } = negotiated;
  // In TLS 1.3, the server echoes the client's value (legacy_session_id_echo).
  const hasSession = version < versions['TLSv1.3'] && sessionId.length > 0;
  return {
    protocol: versionName(version),
    cipherSuite: suiteName(suite),
    sessionId: hasSession ? Buffer.from(sessionId).toString('hex').toUpperCase() : null,
    creationTime: firstByteAt.toISOString(),
    lastAccessedTime: lastByteAt.toISOString(),
    alpn,
  };
}

interface SecuritySources {
  readonly observed: Observed;
  readonly negotiated: Negotiated | null;
  /** Key type of the server's certificate. */
  readonly keyType: string | null;
  readonly vulnerabilities: readonly Observation[];
  /** True when no further measurements follow. */
  readonly isOver: boolean;
}

/** Null until known: one vulnerability is enough for true; false requires every test. */
export function securityInfo(sources: SecuritySources): SslData['securityInfo'] {
  const { observed, negotiated, keyType, vulnerabilities, isOver } = sources;
  const isAllKnown = isOver && gapsOf(observed, null).length === 0 && untestedVulnerabilities(observed).length === 0;
  return {
    tls13Supported: observed.versions['TLSv1.3'].isAccepted,
    hasKnownVulnerabilities: vulnerabilities.length > 0 ? true : isAllKnown ? false : null,
    perfectForwardSecrecy: negotiated === null ? null : (suiteOf(negotiated.suite)?.isForwardSecret ?? null),
    eccbased: keyType === null ? null : /^(EC|Ed25519|Ed448)$/.test(keyType),
  };
}

export function observationsPart(
  observed: Observed,
  hello: ServerHello | null,
  untrusted: readonly Observation[],
  intolerances: readonly number[] | null,
): Pick<SslData, 'vulnerabilities' | 'untested' | 'observations' | 'notes'> {
  const found = observedVulnerabilities(observed, hello);
  return {
    vulnerabilities: found.map(({ name }) => name),
    untested: untestedVulnerabilities(observed).filter((name) => found.every((one) => one.name !== name)),
    observations: [...untrusted, ...found],
    notes: notesOf(observed, intolerances ?? []),
  };
}

const codeOfStop: Readonly<Record<PartialReason, FailureCode>> = {
  limited_by_server: 'unreachable',
  long_hellos_unanswered: 'timeout',
  time_limit: 'timeout',
  connection_limit: 'protocol',
  byte_limit: 'protocol',
  address_limit: 'rate-limited',
};

/** After this, the allowance is enough for an ordinary check again. */
export const ADDRESS_RETRY_SECONDS = 30;

/** The parts that were not measured completely. */
export function gapsOf(observed: Observed, stopped: PartialReason | null): Gap[] {
  const code = stopped === null ? 'timeout' : codeOfStop[stopped];
  const parts = [
    ...newestFirst.filter((name) => !observed.versions[name].isComplete),
    ...(observed.areGroupsComplete ? [] : ['groups']),
    ...(observed.areKeysComplete ? [] : ['other certificates']),
    ...(observed.heartbleed === null ? ['HEARTBLEED'] : []),
    ...(observed.earlyCcs === null ? ['CCS'] : []),
    ...(observed.robot === 'unknown' ? ['ROBOT'] : []),
  ];
  return parts.map((part) => ({
    part,
    code,
    ...(stopped === 'address_limit' ? { retryAfterSeconds: ADDRESS_RETRY_SECONDS } : {}),
  }));
}
