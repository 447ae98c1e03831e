import { NOTHING } from '@sonde/e2e/layout-shifts.ts';
import { startSonde } from '@sonde/e2e/serve.ts';
import { screens } from '@sonde/e2e/site.ts';
import { serveLab } from '../dns/served-lab.ts';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target } from '../report.ts';
import { type IdleToResult, measureIdleToResult } from './idle-to-result.ts';
import type { JudgedPage } from './judged-page.ts';
import { keepPages } from './kept-pages.ts';
import { type Category, categories, installLighthouse, judgePage, type PageRun, profiles } from './run-lighthouse.ts';

/** Each takes ten minutes or more; `WEB_ROUNDS=1` for one. None in a smoke run: Lighthouse is not installed with the rest. */
const WANTED_ROUNDS = process.env['WEB_ROUNDS'];
const ROUNDS = sized(Number(WANTED_ROUNDS ?? 3), { quick: 1, smoke: 0 });
const COMMAND = `${WANTED_ROUNDS === undefined ? '' : `WEB_ROUNDS=${ROUNDS} `}npm run bench -- web`;
/** For a quick check: the heaviest pages, and those whose layout depends on data stored in the browser. */
const QUICK_PATHS = ['/', '/dns', '/ssl', '/ping', '/report', '/dashboard'];
/** The round trip takes longer than the 500 ms after a key press in which layout shifts do not count. */
const ONE_WAY_DELAY_MS = sized(300, { smoke: 1 });
const paths = sized(
  screens.map(({ path }) => path),
  { quick: QUICK_PATHS, smoke: QUICK_PATHS },
);

const LIMITS = { performance: 98, others: 100, lcpMs: 900, tbtMs: 100, cls: 0, bytes: 140_000, requests: 10 } as const;

/**
 * Lighthouse on every route and on kept results, with the mobile and desktop profiles, and the layout shifts from the idle
 * page to its answer. Times are judged by the best round, since other load only adds to them; scores and shifts by the median.
 */
export async function run(): Promise<BenchReport> {
  const lighthouse = ROUNDS === 0 ? null : await installLighthouse();
  const lab = await serveLab(ONE_WAY_DELAY_MS);
  try {
    const sonde = await startSonde({ SONDE_RESOLVERS: lab.resolver });
    const kept = await keepPages();
    try {
      const idle = paths.map((path): JudgedPage => ({ name: path, origin: sonde.url, path, isIndexed: true }));
      const pages = [...idle, ...kept.pages];
      const shifts = await measureIdleToResult(sonde.url);
      const runs = await judgeAll(pages);
      const judged = pages.map(({ name }) => name);
      return {
        command: COMMAND,
        conditions: { lighthouse, rounds: ROUNDS, paths: judged, profiles, oneWayDelayMs: ONE_WAY_DELAY_MS },
        targets: [...profiles.flatMap((profile) => targetsOf(runs, pages, profile)), ...shifts.map(shiftTarget)],
        lines: linesOf(runs, judged),
        rounds: [...shifts, ...runs],
      };
    } finally {
      await Promise.all([sonde.stop(), kept.demo.stop()]);
    }
  } finally {
    await lab.stop();
  }
}

/** Runs every page once per round, so that a busy phase of the machine does not affect only one page. */
async function judgeAll(pages: readonly JudgedPage[]): Promise<PageRun[]> {
  const runs: PageRun[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const page of pages) {
      for (const profile of profiles) runs.push(await judgePage(page, profile));
    }
  }
  return runs;
}

type Measure = (run: PageRun) => number;

const scoreOf =
  (category: Category): Measure =>
  ({ scores }) =>
    scores[category];

function targetsOf(all: readonly PageRun[], pages: readonly JudgedPage[], profile: PageRun['profile']): Target[] {
  const every = pages.map(({ name }) => name);
  // The other pages are not indexed by search engines, and they contain the code and data of an answer.
  const idle = pages.filter(({ isIndexed }) => isIndexed).map(({ name }) => name);
  const runsOf = (path: string) => all.filter((run) => run.profile === profile && run.path === path);
  const worst = (
    what: string,
    limit: number,
    judge: 'median' | 'best',
    measure: Measure,
    { least = false, paths = every }: { readonly least?: boolean; readonly paths?: readonly string[] } = {},
  ): Target => {
    const values = paths.map((path) => ({ path, value: spreadOf(runsOf(path).map(measure))[judge] }));
    const [first] = values.toSorted((a, b) => (least ? a.value - b.value : b.value - a.value));
    const { path, value } = first ?? { path: '', value: Number.NaN };
    return {
      what: `${profile}: ${what}, worst at ${path}`,
      value,
      limit,
      isMet: least ? value >= limit : value <= limit,
    };
  };
  return [
    ...categories.map((category) =>
      worst(category, category === 'performance' ? LIMITS.performance : LIMITS.others, 'median', scoreOf(category), {
        least: true,
        paths: category === 'seo' ? idle : every,
      }),
    ),
    worst('largest paint, ms', LIMITS.lcpMs, 'best', ({ lcpMs }) => lcpMs, { paths: idle }),
    worst('blocked, ms', LIMITS.tbtMs, 'best', ({ tbtMs }) => tbtMs, { paths: idle }),
    worst('layout shift', LIMITS.cls, 'median', ({ cls }) => Number(cls.toFixed(3))),
    worst('bytes transferred', LIMITS.bytes, 'median', ({ transferredBytes }) => transferredBytes, { paths: idle }),
    worst('requests', LIMITS.requests, 'median', ({ requests }) => requests, { paths: idle }),
  ];
}

function shiftTarget({ path, window, score }: IdleToResult): Target {
  return {
    what: `${path} on a ${window}: layout shift from idle to answer`,
    value: rounded(score),
    limit: LIMITS.cls,
    isMet: score < NOTHING,
  };
}

function linesOf(all: readonly PageRun[], paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    profiles.map((profile) => {
      const runs = all.filter((run) => run.profile === profile && run.path === path);
      const median = (measure: Measure) => spreadOf(runs.map(measure)).median;
      const scores = categories.map((category) => String(median(scoreOf(category))).padStart(3)).join(' ');
      const lcp = spreadOf(runs.map(({ lcpMs }) => lcpMs));
      const imperfect = [...new Set(runs.flatMap((run) => run.imperfect))].join(' ');
      const times = `LCP ${lcp.best.toFixed(0)}–${lcp.worst.toFixed(0)} ms`;
      const weight = `${(median(({ transferredBytes }) => transferredBytes) / 1000).toFixed(1)} kB`;
      return `${path.padEnd(15)} ${profile.padEnd(7)} ${scores}  ${times}  ${weight}  ${imperfect}`.trimEnd();
    }),
  );
}
