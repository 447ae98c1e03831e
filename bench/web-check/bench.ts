import { runCommand } from '@sonde/lab';
import { effort, isHere, needCommands, sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';
import { type Comparison, compareHeaders, compareHttp2, compareHttp3, compareRedirects } from './compare-facts.ts';
import { compareWithObservatory, judgedSets } from './compare-observatory.ts';
import { compareTimes, type TimesComparison } from './compare-times.ts';
import { type OwnWeb, openOwnWeb } from './own.ts';
import { type ServedSites, serveSites } from './served-sites.ts';

const SETS = 60;
/** Own work beside the requests. */
const IDLE_MS = 50;
const oneWayDelayMs = sized(40, { smoke: 1 });
const peers = ['curl', 'nghttp', 'gtlsclient', 'testssl'] as const;
type Peer = (typeof peers)[number];

/** Each peer with what is compared with it. */
const comparisons: readonly (readonly [Peer, (served: ServedSites, sonde: OwnWeb) => Promise<Comparison>])[] = [
  ['curl', compareRedirects],
  ['nghttp', compareHttp2],
  ['gtlsclient', compareHttp3],
  ['testssl', compareHeaders],
];

/**
 * Sonde beside curl, nghttp, ngtcp2's client and testssl.sh on the same servers in one run, and its judgement on header
 * fields beside that of MDN's HTTP Observatory. A smoke run installs nothing, and asks the peers that are there.
 */
export async function run(): Promise<BenchReport> {
  needCommands(peers);
  const present = peers.filter((peer) => isHere(peer) && (effort !== 'smoke' || peer !== 'testssl'));
  const served = await serveSites(oneWayDelayMs);
  const sonde = openOwnWeb(served);
  try {
    const times = await compareTimes(served, sonde, present.includes('curl'));
    const compared: Comparison[] = [];
    for (const [peer, compare] of comparisons) {
      if (present.includes(peer)) compared.push(await compare(served, sonde));
    }
    const judged = await judgements();
    return {
      conditions: {
        oneWayDelayMs,
        rounds: times.rounds,
        peers: await versionsOf(present),
        missing: peers.filter((peer) => !present.includes(peer)),
        resolver: served.resolver !== null,
        ...judged.conditions,
      },
      targets: [...targetsOf(times), ...compared.map(differenceTarget), ...judged.targets],
      lines: [...linesOf(times), ...compared.flatMap(linesOfComparison), ...judged.lines],
      rounds: [times, ...compared, ...judged.rounds],
    };
  } finally {
    sonde.close();
    await served.stop();
  }
}

function targetsOf({ compared, own }: TimesComparison): Target[] {
  const idle = spreadOf(own.map(({ idleMs }) => idleMs)).median;
  return [
    ...(compared.length === 0
      ? []
      : [
          atMost(
            `of ${compared.length} parts of the time, those that differ from curl by more than 2 ms and 5 %`,
            compared.filter(({ isWithin }) => !isWithin).length,
            0,
          ),
        ]),
    atMost('time of a check without a request of its own under way: median, in ms', idle, IDLE_MS),
  ];
}

const differenceTarget = ({ peer, different }: Comparison) =>
  atMost(`facts that differ from ${peer} without an explanation`, different.length, 0);

function linesOf({ compared, own }: TimesComparison): string[] {
  const within = compared.filter(({ isWithin }) => isWithin).length;
  const walls = spreadOf(own.map(({ wallMs }) => wallMs));
  return [
    `${within} of ${compared.length} parts of the time are within 2 ms or 5 % of those of curl -w, the best of each`,
    ...compared.map(
      ({ server, part, ownMs, curlMs, isWithin }) =>
        `${isWithin ? '      ' : 'beyond'} ${server.padEnd(8)} ${part.padEnd(9)} sonde ${ownMs.toFixed(1).padStart(6)} ms   curl ${curlMs.toFixed(1).padStart(6)} ms   ${differenceOf(ownMs, curlMs)}`,
    ),
    `a whole check takes ${walls.median.toFixed(0)} ms, ${walls.best.toFixed(0)} to ${walls.worst.toFixed(0)}`,
  ];
}

function differenceOf(ownMs: number, curlMs: number): string {
  const difference = rounded(ownMs - curlMs);
  const ratio = curlMs === 0 ? '' : `, ratio ${(ownMs / curlMs).toFixed(2)}`;
  return `difference ${difference.toFixed(1)} ms${ratio}`;
}

const linesOfComparison = ({ peer, compared, different, explained }: Comparison): string[] => [
  `${peer}: ${compared} compared, ${different.length} differ, ${explained.length} explained`,
  ...different.map((one) => `unexplained: ${one}`),
  ...explained.map((one) => `explained: ${one}`),
];

/** The judgement on header fields, compared with that of MDN's HTTP Observatory. */
async function judgements(): Promise<Omit<BenchReport, 'conditions'> & { readonly conditions: object }> {
  const own = judgedSets();
  const found = effort === 'smoke' ? null : await compareWithObservatory();
  return {
    conditions: { sets: own.length, tests: found?.tests ?? 0 },
    targets: [
      atMost(`header sets that are missing for ${SETS}`, Math.max(0, SETS - own.length), 0),
      ...(found === null
        ? []
        : [
            atMost('judgements that differ from the Observatory without an explanation', found.unexplained.length, 0),
            atMost('explanations of differences that are not there', found.stale.length, 0),
          ]),
    ],
    lines: [
      `${own.length} header sets, ${own.filter((codes) => codes.length === 0).length} of them without a finding`,
      ...(found === null
        ? []
        : [
            `${found.judgements} judgements of the Observatory: ${found.explained.length} differ, all in bench/web-check/observatory-differences.ts`,
            ...found.unexplained.map((one) => `unexplained: ${one}`),
            ...found.stale.map((one) => `no difference: ${one}`),
          ]),
    ],
    rounds: [{ explained: found?.explained ?? [] }],
  };
}

const atMost = (what: string, value: number, limit: number): Target => ({ what, value, limit, isMet: value <= limit });

/** What each of them says about its version. */
async function versionsOf(present: readonly Peer[]): Promise<Readonly<Record<string, string>>> {
  const said = present.map(async (peer) => {
    const text = await runCommand(peer, ['--version']).catch((error: { stdout?: string }) => error.stdout ?? '');
    return [peer, /\d+\.\d+[\d.]*/.exec(text)?.[0] ?? 'unknown'] as const;
  });
  return Object.fromEntries(await Promise.all(said));
}
