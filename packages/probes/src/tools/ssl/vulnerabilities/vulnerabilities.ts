import type { Note, Observation, VulnerabilityName } from '@sonde/contract';
import { extensionName, isOfBrowsers } from '../../../engines/tls/handshake/extension-intolerance.ts';
import type { ServerHello } from '../../../protocols/tls-records/hello/server-hello.ts';
import { describeSuite, type Suite, suites } from '../../../protocols/tls-records/registries/suites.ts';
import { type VersionName, versionNames, versions } from '../../../protocols/tls-records/registries/versions.ts';
import { sslv2SuiteNames } from '../../../protocols/tls-records/sslv2.ts';
import { longHelloSentence } from '../behaviour/long-hellos.ts';
import type { Observed } from '../observed.ts';

/** A prime of this size or less can be broken once for all servers that use it (CVE-2015-4000). */
const LOGJAM_BITS = 1024;
/** Number of suites that the evidence names; the rest are counted. */
const NAMED = 3;

export interface Vulnerability extends Observation {
  readonly name: VulnerabilityName;
}

interface Evidence {
  readonly name: VulnerabilityName;
  /** Null if the server is not vulnerable or nothing is known. */
  readonly evidence: string | null;
}

/** The vulnerabilities that follow from the observations, each with its evidence, most severe first. */
export function observedVulnerabilities(observed: Observed, hello: ServerHello | null): Vulnerability[] {
  const all: Evidence[] = [...byExperiment(observed), ...bySuites(observed), ...(hello === null ? [] : byHello(hello))];
  return all.flatMap(({ name, evidence }) => (evidence === null ? [] : [{ name, evidence }]));
}

function byExperiment({ heartbleed, earlyCcs, robot }: Observed): Evidence[] {
  return [
    {
      name: 'HEARTBLEED',
      evidence: heartbleed ? 'The server answered a heartbeat request that had no padding (CVE-2014-0160).' : null,
    },
    {
      name: 'CCS',
      evidence: earlyCcs ? 'The server accepted ChangeCipherSpec before keys were negotiated (CVE-2014-0224).' : null,
    },
    {
      name: 'ROBOT',
      evidence:
        typeof robot === 'object'
          ? `The server reacts differently to differently padded secrets (a ${robot.strength} oracle): ${robot.answers}.`
          : null,
    },
  ];
}

function bySuites(observed: Observed): Evidence[] {
  const sslv2 = observed.versions.SSLv2;
  const matching = (isMatch: (suite: Suite) => boolean, from: readonly VersionName[] = versionNames) =>
    namesOf(observed, isMatch, from);
  const smallest = observed.minAuthenticatedDhBits;
  const small = smallest !== null && smallest <= LOGJAM_BITS;
  const exportDh = matching((suite) => suite.isExport && suite.keyExchange === 'DHE');
  return [
    {
      name: 'DROWN',
      evidence: sslv2.isAccepted
        ? `The server supports SSLv2${sslv2.suites.length > 0 ? ` with ${sentence(sslv2.suites)}` : ', with an empty list of cipher suites (CVE-2015-3197)'}.`
        : null,
    },
    {
      name: 'POODLE',
      evidence: accepts(
        matching(({ mode }) => mode === 'cbc', ['SSLv3']),
        ' in SSLv3',
      ),
    },
    { name: 'FREAK', evidence: accepts(matching((suite) => suite.isExport && suite.keyExchange === 'RSA')) },
    {
      name: 'LOGJAM',
      evidence: small
        ? `The Diffie-Hellman key of the server has ${smallest} bits${sharedPrime(observed, smallest)}.`
        : accepts(exportDh),
    },
    { name: 'NULL', evidence: accepts(matching(({ cipher }) => cipher === 'NULL')) },
    { name: 'ANON', evidence: observed.isOpportunistic ? null : accepts(matching(({ isAnonymous }) => isAnonymous)) },
    { name: 'RC4', evidence: accepts(matching(({ cipher }) => cipher === 'RC4')) },
    { name: 'SWEET32', evidence: accepts(matching(hasSmallBlocks)) },
  ];
}

function sharedPrime({ dhPrimes }: Observed, bits: number): string {
  const name = dhPrimes.find((prime) => prime.bits === bits)?.name ?? null;
  return name === null ? '' : `, with a prime that many servers use: ${name}`;
}

/** 64-bit blocks (CVE-2016-2183). */
function hasSmallBlocks({ cipher, mode }: Suite): boolean {
  return mode === 'cbc' && ['3DES', 'DES', 'IDEA', 'RC2'].includes(cipher);
}

function byHello({ version, compression, hasSecureRenegotiation }: ServerHello): Evidence[] {
  const isOlder = version < versions['TLSv1.3'];
  return [
    {
      name: 'CRIME',
      evidence: isOlder && compression !== 0 ? 'The server uses TLS compression (CVE-2012-4929).' : null,
    },
    {
      name: 'INSECURE_RENEGOTIATION',
      evidence:
        isOlder && !hasSecureRenegotiation
          ? 'The server does not support secure renegotiation (RFC 5746, CVE-2009-3555).'
          : null,
    },
  ];
}

/** Weaknesses that do not affect current clients, or are merely worth knowing: not counted as vulnerabilities. */
export function notesOf(observed: Observed, intolerances: readonly number[] = []): Note[] {
  const isCbc = ({ mode }: Suite) => mode === 'cbc';
  const early = namesOf(observed, isCbc, ['SSLv3', 'TLSv1']);
  const any = namesOf(observed, isCbc, ['TLSv1', 'TLSv1.1', 'TLSv1.2']);
  const anonymous = observed.isOpportunistic ? namesOf(observed, ({ isAnonymous }) => isAnonymous, versionNames) : [];
  return [
    ...(intolerances.length > 0
      ? [{ name: 'EXTENSION_INTOLERANCE' as const, evidence: intoleranceSentence(intolerances) }]
      : []),
    ...(observed.longHellos === null
      ? []
      : [{ name: 'LONG_HELLO' as const, evidence: longHelloSentence(observed.longHellos) }]),
    ...(anonymous.length > 0 ? [{ name: 'ANON' as const, evidence: `${accepts(anonymous)}` }] : []),
    ...(early.length > 0 ? [{ name: 'BEAST' as const, evidence: `${accepts(early, ' in TLS 1.0 or older')}` }] : []),
    ...(any.length > 0 ? [{ name: 'LUCKY13' as const, evidence: `${accepts(any)}` }] : []),
  ];
}

function intoleranceSentence(types: readonly number[]): string {
  const hangsUp = `The server closes the connection on a ClientHello with ${sentence(types.map(extensionName))}`;
  return types.some(isOfBrowsers) ? `${hangsUp}, which every browser sends.` : `${hangsUp}.`;
}

function namesOf(observed: Observed, isMatch: (suite: Suite) => boolean, from: readonly VersionName[]): string[] {
  const accepted = new Set(from.flatMap((name) => observed.versions[name].suites));
  return [...suites, ...sslv2Suites]
    .filter((suite) => accepted.has(suite.name) && isMatch(suite))
    .map(({ name }) => name);
}

/** All of them encrypt the master key with the key of the certificate. */
const sslv2Suites: readonly Suite[] = sslv2SuiteNames.map((name) => ({
  ...describeSuite(-1, name),
  keyExchange: 'RSA',
  authentication: 'RSA',
  kind: 'plain',
}));

function accepts(names: readonly string[], where = ''): string | null {
  return names.length === 0 ? null : `The server accepts ${sentence(names)}${where}.`;
}

function sentence(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
}
