import type { DataOf, FailureCode, Finding, Gap, PartialReason, ProgressOf, TlsVersion, Tools } from '@sonde/contract';
import { groupName } from '../../protocols/tls-records/groups.ts';
import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { sslv2SuiteNames } from '../../protocols/tls-records/sslv2.ts';
import { suiteName, suiteOf, suites } from '../../protocols/tls-records/suites.ts';
import { type VersionName, versionName, versionNames, versions } from '../../protocols/tls-records/versions.ts';
import type { Accepted } from './ask.ts';
import type { CurrentSession } from './current-client.ts';
import type { Observed } from './observed.ts';
import { notesOf, vulnerabilityFindings } from './vulnerabilities.ts';

export type SslData = DataOf<Tools['ssl']>;
export type SslProgress = ProgressOf<Tools['ssl']>;
/** The fields of one stage of the answer. */
export type Part<Stage extends SslProgress['stage']> = Omit<Extract<SslProgress, { stage: Stage }>, 'stage'>;

/** Newest first, as a visitor asks. */
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

export function groupsPart({ groups, minDhBits, dhPrimes }: Observed): Part<'groups'> {
  return { groups: groups.map(groupName), minDhBits, dhPrimes: dhPrimes.map(({ bits, name }) => ({ bits, name })) };
}

/** What a client of today gets; where it gets nothing, what the server chose out of everything we offered. */
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
  // In TLS 1.3 the server only repeats what the client sent.
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
  /** Of the server's certificate. */
  readonly keyType: string | null;
  readonly vulnerabilities: readonly Finding[];
  /** True when nothing more will be asked. */
  readonly isOver: boolean;
}

/** Null is what is not known yet, or was not reached: one finding is enough for a yes, a no needs everything. */
export function securityInfo(sources: SecuritySources): SslData['securityInfo'] {
  const { observed, negotiated, keyType, vulnerabilities, isOver } = sources;
  const isAllKnown = isOver && gapsOf(observed, null).length === 0;
  return {
    tls13Supported: observed.versions['TLSv1.3'].isAccepted,
    hasKnownVulnerabilities: vulnerabilities.length > 0 ? true : isAllKnown ? false : null,
    perfectForwardSecrecy: negotiated === null ? null : (suiteOf(negotiated.suite)?.isForwardSecret ?? null),
    eccbased: keyType === null ? null : /^(EC|Ed25519|Ed448)$/.test(keyType),
  };
}

export function findingsPart(
  observed: Observed,
  hello: ServerHello | null,
  untrusted: readonly Finding[],
  intolerances: readonly number[] | null,
): Pick<SslData, 'vulnerabilities' | 'findings' | 'notes'> {
  const found = vulnerabilityFindings(observed, hello);
  return {
    vulnerabilities: found.map(({ name }) => name),
    findings: [...untrusted, ...found],
    notes: notesOf(observed, intolerances ?? []),
  };
}

const codeOfStop: Readonly<Record<PartialReason, FailureCode>> = {
  limited_by_server: 'unreachable',
  time_limit: 'timeout',
  connection_limit: 'protocol',
  byte_limit: 'protocol',
  address_limit: 'rate-limited',
};

/** After this there is room for a usual check again, however many others go on. */
export const ADDRESS_RETRY_SECONDS = 30;

/** What was not asked to the end, by name. */
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
