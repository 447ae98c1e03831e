import { isDeepStrictEqual } from 'node:util';
import { tlsServerNames } from '@sonde/lab';
import { effort, needCommands, sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target, timed } from '../report.ts';
import { type CheckTarget, type Contender, type Found, sonde, sslscanAlone, testsslAlone } from './contenders.ts';
import { peerVersions } from './peer-versions.ts';
import { type ServedTls, serveTls } from './served-tls.ts';

const oneWayDelayMs = sized(40, { smoke: 1 });
const ROUND_TRIP_MS = 2 * oneWayDelayMs;
const rounds = sized({ plain: 5, delayed: 3 }, { smoke: { plain: 1, delayed: 1 } });
const warmUps = sized({ plain: 3, delayed: 1 }, { smoke: { plain: 0, delayed: 0 } });
const modern = 'nginx-modern';
const legacy = 'nginx-legacy';
/** A modern and a legacy configuration, a server with one client at a time, and one with TLS 1.3 only. */
const timedServers = sized([modern, legacy, 'openssl-legacy', 'openssl-tls13'], { smoke: [modern] });

const ONE_GROUP_AT_A_TIME =
  'it offers each group alone, and the server refuses a client without the curve of its certificate';

/** Why sslscan 2.0 finds less on some servers; see the README of the tool. */
const sslscanFindsLess: Readonly<Record<string, string>> = {
  'openssl-needs-client-certificate': 'it takes the end of a handshake without a certificate for a refusal',
  'openssl-needs-client-certificate-tls12': 'it takes the end of a handshake without a certificate for a refusal',
  'openssl-brainpool': 'its hello leaves the curve out',
  'openssl-null': 'it looks for no groups where all suites are NULL',
  'openssl-own-order': 'it asks for groups with RSA key exchange on offer, which the server prefers',
  'openssl-psk': 'it has no suites with a shared secret',
  'openssl-ecdsa-tls12': ONE_GROUP_AT_A_TIME,
  'openssl-ecdsa-weak-group': ONE_GROUP_AT_A_TIME,
  'openssl-ecdsa-weak-group-tls13': ONE_GROUP_AT_A_TIME,
  'gnutls-no-secure-renegotiation': 'its OpenSSL ends a handshake without RFC 5746',
  'node-24': 'it is older than X25519MLKEM768',
  'node-24-ml-kem-only': 'it is older than X25519MLKEM768',
  'node-24-p256-ml-kem-only': 'it is older than SecP256r1MLKEM768',
};
/** Refuses every handshake by design. */
const refusing = 'nginx-rejects-handshake';

type Link = keyof typeof rounds;

interface Measured {
  readonly server: string;
  readonly link: Link;
  readonly contender: string;
  readonly ms: number;
  readonly found: Found;
}

interface Agreement {
  readonly server: string;
  readonly ours: Found;
  readonly theirs: Found;
  readonly verdict: 'same' | 'explained' | 'different';
}

/**
 * Sonde, sslscan and testssl.sh on the same servers in one run, locally and with a round trip time of 80 ms; in a quick run
 * Sonde alone.
 */
export async function run(): Promise<BenchReport> {
  needCommands(['sslscan', 'testssl']);
  const compared = tlsServerNames.filter((name) => name !== refusing);
  const names = sized<readonly string[]>(compared, { quick: timedServers, smoke: timedServers });
  const served = await serveTls(names, oneWayDelayMs);
  const ours = sonde(served.caFile);
  const contenders = effort === 'quick' ? [ours] : [ours, sslscanAlone];
  try {
    const measured = [
      ...(await series(served, 'plain', contenders)),
      ...(await series(served, 'delayed', contenders)),
      ...(effort === 'full' ? await testsslOnce(served) : []),
    ];
    const agreements: Agreement[] = [];
    for (const name of effort === 'quick' ? [] : names) agreements.push(await compare(served, name, ours));
    return {
      conditions: { oneWayDelayMs, rounds, warmUps, peers: await peerVersions(), servers: names },
      targets: effort === 'quick' ? ownTargetsOf(measured) : targetsOf(measured, agreements),
      lines: [
        ...linesOf(measured),
        ...sized([modern], { quick: timedServers, smoke: [modern] }).flatMap((server) => timingOf(measured, server)),
        ...agreements.filter(({ verdict }) => verdict !== 'same').map(agreementLine),
      ],
      rounds: [...measured.map(withoutTiming), ...agreements.map(agreementWithoutTiming)],
    };
  } finally {
    ours.close();
    await served.stop();
  }
}

/** Hundreds of connections are of no use to anybody; those of the fastest lookup are among the lines. */
function withoutTiming(one: Measured) {
  const { timing: _, ...found } = one.found;
  return { ...one, found };
}

function agreementWithoutTiming(one: Agreement) {
  const { timing: _, ...ours } = one.ours;
  return { ...one, ours };
}

/** Interleaved: in every round each contender checks every server, and each round begins with another contender. */
async function series(served: ServedTls, link: Link, contenders: readonly Contender[]): Promise<Measured[]> {
  const all: Measured[] = [];
  for (let number = -warmUps[link]; number < rounds[link]; number += 1) {
    const first = Math.abs(number) % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      // Unlike the compiled peers, Sonde is compiled by the JIT during its first lookups.
      if (number < 0 && contender.name !== 'sonde') continue;
      for (const server of timedServers) {
        const one = await measure(served, link, server, contender);
        if (number >= 0) all.push(one);
      }
    }
  }
  return all;
}

/** testssl.sh takes so long that it runs only once, and with delay only against the modern server. */
async function testsslOnce(served: ServedTls): Promise<Measured[]> {
  return [
    await measure(served, 'plain', modern, testsslAlone),
    await measure(served, 'plain', legacy, testsslAlone),
    await measure(served, 'delayed', modern, testsslAlone),
  ];
}

async function measure(served: ServedTls, link: Link, server: string, contender: Contender): Promise<Measured> {
  const { ms, result } = await timed(() => contender.check(targetAt(served, server, link)));
  return { server, link, contender: contender.name, ms, found: result };
}

function targetAt({ servers }: ServedTls, name: string, link: Link): CheckTarget {
  const server = servers[name];
  if (server === undefined) throw new Error(`the lab has no ${name}`);
  const { host, port, delayedPort } = server;
  return link === 'plain' ? { host, port, roundTripMs: 0 } : { host, port: delayedPort, roundTripMs: ROUND_TRIP_MS };
}

/** Compares the number of suites in every version of TLS, and of groups; sslscan lists no suites for SSLv2 and SSLv3. */
async function compare(served: ServedTls, server: string, ours: Contender): Promise<Agreement> {
  const target = targetAt(served, server, 'plain');
  const found = { ours: await ours.check(target), theirs: await sslscanAlone.check(target) };
  const { SSLv2: _2, SSLv3: _3, ...tls } = found.ours.suites;
  const isSame = isDeepStrictEqual(tls, found.theirs.suites) && found.ours.groups === found.theirs.groups;
  const isExplained = server in sslscanFindsLess && count(found.ours) > count(found.theirs);
  return { server, ...found, verdict: isSame ? 'same' : isExplained ? 'explained' : 'different' };
}

function count({ suites, groups }: Pick<Found, 'suites' | 'groups'>): number {
  return Object.values(suites).reduce((sum, one) => sum + one, groups ?? 0);
}

function agreementLine({ server, ours, theirs, verdict }: Agreement): string {
  return `${verdict}: ${server}: sonde ${describe(ours)}, sslscan ${describe(theirs)}; ${sslscanFindsLess[server] ?? ''}`;
}

function describe({ suites, groups }: Found): string {
  const counts = Object.entries(suites).map(([version, number]) => `${version} ${number}`);
  return `${counts.join(' ')} groups ${groups}`;
}

/** How near a check has to come to what distance makes impossible, which stands beside it; whatever the peers need. */
function ownTargetsOf(measured: readonly Measured[]): Target[] {
  const distant = (server: string) =>
    measured
      .filter((one) => one.link === 'delayed' && one.server === server && one.contender === 'sonde')
      .toSorted((a, b) => a.ms - b.ms);
  const best = (server: string, words: string, limitMs: number) => {
    const [fastest] = distant(server);
    // The first question waits for the TCP handshake as well; for all others connections may be open already.
    const roundTrips = (fastest?.found.inRow ?? Number.NaN) + 1;
    const physical = `${roundTrips} round trips in a row are ${roundTrips * ROUND_TRIP_MS}`;
    return atMost(`80 ms away, ${server}${words}: best, in ms; ${physical}`, fastest?.ms ?? Number.NaN, limitMs);
  };
  const certificateMs = distant(modern).flatMap(({ found }) => found.certificateMs ?? []);
  const connections = distant(modern).flatMap(({ found }) => found.connections ?? []);
  return [
    best(modern, '', 800),
    atMost(
      `80 ms away, ${modern}: best until the certificate, in ms; 2 round trips are ${2 * ROUND_TRIP_MS}`,
      spreadOf(certificateMs).best,
      2 * ROUND_TRIP_MS + 20,
    ),
    best(legacy, ', 45 suites', 2400),
    best('openssl-legacy', ', one client at a time', 6000),
    atMost(
      `80 ms away, ${modern}: connections; every suite, group, protocol and refusal needs one`,
      spreadOf(connections).worst,
      24,
    ),
  ];
}

function targetsOf(measured: readonly Measured[], agreements: readonly Agreement[]): Target[] {
  const median = (link: Link, server: string, contender: string) =>
    spreadOf(timesOf(measured, link, server, contender)).median;
  const ratio = (link: Link, server: string) =>
    rounded(median(link, server, 'sonde') / median(link, server, 'sslscan'));
  return [
    ...ownTargetsOf(measured),
    atMost(`80 ms away, ${modern}: sonde / sslscan`, ratio('delayed', modern), 0.12),
    atMost(`80 ms away, ${legacy}: sonde / sslscan`, ratio('delayed', legacy), 0.25),
    atMost(`at hand, ${modern}: sonde / sslscan`, ratio('plain', modern), 2),
    atMost(
      'servers where sonde and sslscan differ without an explanation',
      agreements.filter(({ verdict }) => verdict === 'different').length,
      0,
    ),
  ];
}

const atMost = (what: string, value: number, limit: number): Target => ({ what, value, limit, isMet: value <= limit });

function timesOf(measured: readonly Measured[], link: Link, server: string, contender: string): number[] {
  return measured
    .filter((one) => one.link === link && one.server === server && one.contender === contender)
    .map(({ ms }) => ms);
}

function linesOf(measured: readonly Measured[]): string[] {
  const contenders = [...new Set(measured.map(({ contender }) => contender))];
  return (['plain', 'delayed'] as const).flatMap((link) =>
    timedServers.flatMap((server) =>
      contenders.flatMap((contender) => {
        const times = timesOf(measured, link, server, contender);
        if (times.length === 0) return [];
        const { median, worst } = spreadOf(times);
        const found = measured.find((one) => one.server === server && one.contender === contender)?.found;
        const extra =
          contender === 'sonde' ? `   ${found?.connections} connections${certificateText(measured, link, server)}` : '';
        return `${link.padEnd(8)} ${server.padEnd(15)} ${contender.padEnd(17)} median ${median.toFixed(0).padStart(6)} ms   worst ${worst.toFixed(0).padStart(6)} ms   ${count(found ?? { suites: {}, groups: 0 })} suites and groups${extra}`;
      }),
    ),
  );
}

/** The fastest lookup of a distant server, connection by connection. */
function timingOf(measured: readonly Measured[], server: string): string[] {
  const [fastest] = measured
    .filter((one) => one.link === 'delayed' && one.server === server && one.contender === 'sonde')
    .toSorted((a, b) => a.ms - b.ms);
  return [
    `delayed  ${server}: the fastest lookup; * is what its end waited for, times in ms`,
    ...(fastest?.found.timing ?? []),
  ];
}

function certificateText(measured: readonly Measured[], link: Link, server: string): string {
  const times = measured
    .filter((one) => one.link === link && one.server === server)
    .flatMap(({ found }) => found.certificateMs ?? []);
  return `, certificate after ${spreadOf(times).median.toFixed(0)} ms`;
}
