import type { Finding, Note, VulnerabilityName } from '@sonde/contract';
import type { ServerHello } from '../../protocols/tls-records/server-hello.ts';
import { type Suite, suites } from '../../protocols/tls-records/suites.ts';
import { type VersionName, versionNames, versions } from '../../protocols/tls-records/versions.ts';
import { extensionName, isOfBrowsers } from './intolerance.ts';
import type { Observed } from './observed.ts';

/** A finite-field key of this size or less can be broken once for everybody who uses its prime (CVE-2015-4000). */
const LOGJAM_BITS = 1024;
/** How many suites an evidence names before it only counts. */
const NAMED = 3;

export interface Vulnerability extends Finding {
  readonly name: VulnerabilityName;
}

interface Evidence {
  readonly name: VulnerabilityName;
  /** Null where the server is not open to it, or nothing is known. */
  readonly evidence: string | null;
}

/** What follows from what was seen; each with its evidence, the gravest first. */
export function vulnerabilityFindings(observed: Observed, hello: ServerHello | null): Vulnerability[] {
  const all: Evidence[] = [...byExperiment(observed), ...bySuites(observed), ...(hello === null ? [] : byHello(hello))];
  return all.flatMap(({ name, evidence }) => (evidence === null ? [] : [{ name, evidence }]));
}

function byExperiment({ heartbleed, earlyCcs, robot }: Observed): Evidence[] {
  return [
    {
      name: 'HEARTBLEED',
      evidence: heartbleed ? 'It echoed a heartbeat whose padding was missing (CVE-2014-0160).' : null,
    },
    {
      name: 'CCS',
      evidence: earlyCcs ? 'It took a ChangeCipherSpec before any key was agreed (CVE-2014-0224).' : null,
    },
    {
      name: 'ROBOT',
      evidence:
        typeof robot === 'object'
          ? `Its answers tell how a secret was padded, a ${robot.strength} oracle: ${robot.answers}.`
          : null,
    },
  ];
}

function bySuites(observed: Observed): Evidence[] {
  const sslv2 = observed.versions.SSLv2;
  const matching = (isMeant: (suite: Suite) => boolean, from: readonly VersionName[] = versionNames) =>
    namesOf(observed, isMeant, from);
  const smallest = observed.minAuthenticatedDhBits;
  const small = smallest !== null && smallest <= LOGJAM_BITS;
  const exportDh = matching((suite) => suite.isExport && suite.keyExchange === 'DHE');
  return [
    {
      name: 'DROWN',
      evidence: sslv2.isAccepted
        ? `It answers SSLv2${sslv2.suites.length > 0 ? ` with ${sentence(sslv2.suites)}` : ', without a suite of its own (CVE-2015-3197)'}.`
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
        ? `Its Diffie-Hellman key has ${smallest} bits${sharedPrime(observed, smallest)}.`
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
  return name === null ? '' : `, of a prime that many servers share: ${name}`;
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
      evidence: isOlder && compression !== 0 ? 'It compresses what it encrypts (CVE-2012-4929).' : null,
    },
    {
      name: 'INSECURE_RENEGOTIATION',
      evidence:
        isOlder && !hasSecureRenegotiation ? 'It does not know secure renegotiation (RFC 5746, CVE-2009-3555).' : null,
    },
  ];
}

/** What clients of today are not open to, or what is worth knowing: no vulnerability of the server. */
export function notesOf(observed: Observed, intolerances: readonly number[] = []): Note[] {
  const isCbc = ({ mode }: Suite) => mode === 'cbc';
  const early = namesOf(observed, isCbc, ['SSLv3', 'TLSv1']);
  const any = namesOf(observed, isCbc, ['TLSv1', 'TLSv1.1', 'TLSv1.2']);
  const anonymous = observed.isOpportunistic ? namesOf(observed, ({ isAnonymous }) => isAnonymous, versionNames) : [];
  return [
    ...(intolerances.length > 0
      ? [{ name: 'EXTENSION_INTOLERANCE' as const, evidence: intoleranceSentence(intolerances) }]
      : []),
    ...(anonymous.length > 0 ? [{ name: 'ANON' as const, evidence: `${accepts(anonymous)}` }] : []),
    ...(early.length > 0 ? [{ name: 'BEAST' as const, evidence: `${accepts(early, ' in TLS 1.0 or before')}` }] : []),
    ...(any.length > 0 ? [{ name: 'LUCKY13' as const, evidence: `${accepts(any)}` }] : []),
  ];
}

function intoleranceSentence(types: readonly number[]): string {
  const hangsUp = `It hangs up on a hello with ${sentence(types.map(extensionName))}`;
  return types.some(isOfBrowsers) ? `${hangsUp}, which every browser sends.` : `${hangsUp}.`;
}

function namesOf(observed: Observed, isMeant: (suite: Suite) => boolean, from: readonly VersionName[]): string[] {
  const accepted = new Set(from.flatMap((name) => observed.versions[name].suites));
  return suites.filter((suite) => accepted.has(suite.name) && isMeant(suite)).map(({ name }) => name);
}

function accepts(names: readonly string[], where = ''): string | null {
  return names.length === 0 ? null : `It accepts ${sentence(names)}${where}.`;
}

function sentence(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
}
