import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runCommand, runNpm } from '../../scripts/ready/run-command.mjs';
import { rounded } from '../report.ts';
import type { JudgedPage } from './judged-page.ts';

export const profiles = ['mobile', 'desktop'] as const;
export type Profile = (typeof profiles)[number];

/** The results of one run for one page. */
export interface PageRun {
  /** The name of the page; for a route, its path. */
  readonly path: string;
  readonly profile: Profile;
  /** Scores from 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly transferredBytes: number;
  readonly requests: number;
  /** Audits without a full score. */
  readonly imperfect: readonly string[];
}

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
export type Category = (typeof categories)[number];

interface LighthouseReport {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<Category, { readonly score: number | null; readonly auditRefs: readonly AuditRef[] }>
  >;
  readonly audits: Readonly<Record<string, Audit | undefined>>;
}

interface AuditRef {
  readonly id: string;
  readonly weight: number;
}

interface Audit {
  readonly score: number | null;
  readonly numericValue?: number;
  readonly details?: { readonly items?: readonly unknown[] };
}

const FOLDER = 'bench/web/lighthouse';
const RUN_MS = 180_000;
const root = fileURLToPath(new URL('../../', import.meta.url));
const reportFile = `${root}bench/tmp/lighthouse.json`;

/** Installs Lighthouse, whose 200 packages have a separate lock file, when it is first needed. */
export async function installLighthouse(): Promise<string> {
  const manifest = JSON.parse(readFileSync(`${root}${FOLDER}/package.json`, 'utf8'));
  const wanted: string = manifest.dependencies.lighthouse;
  if (installedVersion() !== wanted) {
    const { code, output } = await runNpm(['ci', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund']);
    if (code !== 0) throw new Error(`Lighthouse could not be installed: ${output.trim().split('\n').at(-1)}`);
  }
  return wanted;
}

function installedVersion(): string | null {
  const path = `${root}${FOLDER}/node_modules/lighthouse/package.json`;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null;
}

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
/** If undefined, Lighthouse looks for Chrome itself. */
const chromium = process.env['CHROME_PATH'] ?? (existsSync(SYSTEM_CHROMIUM) ? SYSTEM_CHROMIUM : undefined);
const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Lighthouse asks for another run if the browser lost the beginning of the trace. */
const ATTEMPTS = 3;

/** Opens a page once in a new browser with an empty cache, and judges it. */
export async function judgePage(page: JudgedPage, profile: Profile): Promise<PageRun> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await judgeOnce(page, profile);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function judgeOnce({ name, origin, path }: JudgedPage, profile: Profile): Promise<PageRun> {
  mkdirSync(`${root}bench/tmp`, { recursive: true });
  const args = [
    `${root}${FOLDER}/node_modules/lighthouse/cli/index.js`,
    `${origin}${path}`,
    '--quiet',
    '--output=json',
    `--output-path=${reportFile}`,
    `--only-categories=${categories.join(',')}`,
    `--chrome-flags=${CHROME_FLAGS.join(' ')}`,
    ...(profile === 'desktop' ? ['--preset=desktop'] : []),
  ];
  const env = chromium === undefined ? {} : { CHROME_PATH: chromium };
  const { code, output } = await runCommand(process.execPath, args, { env, deadlineMs: RUN_MS });
  if (code !== 0) throw new Error(`Lighthouse failed for ${name}: ${output.trim().slice(-300)}`);
  const report: LighthouseReport = JSON.parse(readFileSync(reportFile, 'utf8'));
  if (report.runtimeError) throw new Error(`Lighthouse could not judge ${name}: ${report.runtimeError.message}`);
  return { path: name, profile, ...measuresOf(report) };
}

function measuresOf({ categories: judged, audits }: LighthouseReport): Omit<PageRun, 'path' | 'profile'> {
  const value = (id: string) => rounded(audits[id]?.numericValue ?? Number.NaN);
  const score = (category: Category) => Math.round((judged[category].score ?? Number.NaN) * 100);
  const counted = categories.flatMap((category) => judged[category].auditRefs).filter(({ weight }) => weight > 0);
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    fcpMs: value('first-contentful-paint'),
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    transferredBytes: value('total-byte-weight'),
    requests: audits['network-requests']?.details?.items?.length ?? Number.NaN,
    imperfect: counted.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 0.9),
  };
}
