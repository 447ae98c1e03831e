import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { json, text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { judgeAnswer } from '@sonde/contract/answers/answer-checks';
import { readMetaTags } from '@sonde/contract/http/meta-tags';
import { answer, HTTP, HTTPS, hop, redirect, start } from '@sonde/contract/tools/web/findings/testing/web-answers';
import { runCommand } from '@sonde/lab';
import { type HeaderSet, headerSets, ORIGIN } from './header-sets.ts';
import { differences } from './observatory-differences.ts';

/** The findings with which Sonde says what a test of the Observatory looks at. */
const findingsOf = {
  hsts: ['hsts-missing', 'hsts-invalid', 'hsts-withdrawn', 'hsts-short'],
  csp: [
    'csp-missing',
    'csp-report-only',
    'csp-partly-ignored',
    'csp-without-scripts',
    'csp-allows-inline',
    'csp-open-sources',
    'csp-allows-eval',
    'csp-without-object-src',
  ],
  frames: ['framing-allowed', 'frame-options-contradictory', 'frame-options-ignored'],
  nosniff: ['nosniff-missing'],
  referrer: ['referrer-told', 'referrer-policy-ignored'],
  cors: ['cors-reads-as-visitor'],
  resource: ['isolation-ignored'],
  cookies: ['cookie-rejected', 'cookie-without-secure', 'cookie-readable-by-scripts'],
} as const;
type Test = keyof typeof findingsOf;
type Said = Readonly<Record<Test, { readonly pass: boolean; readonly result: string }>>;

interface ObservatoryComparison {
  readonly tests: number;
  readonly judgements: number;
  readonly explained: readonly string[];
  readonly unexplained: readonly string[];
  /** Explanations of differences that are not there. */
  readonly stale: readonly string[];
}

const folder = fileURLToPath(new URL('observatory/', import.meta.url));
const INSTALL_MS = 300_000;

/** The codes of the findings of Sonde on each set. */
export const judgedSets = (): (readonly string[])[] => headerSets.map((set) => [...codesOn(set)]);

/** Judges all header sets by both, and compares. The first run installs the Observatory, from its own lock file. */
export async function compareWithObservatory(): Promise<ObservatoryComparison> {
  if (!existsSync(`${folder}node_modules/@mdn/mdn-http-observatory`)) {
    await runCommand('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder, INSTALL_MS);
  }
  const said = await askObservatory();
  const different = headerSets.flatMap((set, index) => {
    const codes = codesOn(set);
    return (Object.keys(findingsOf) as Test[]).flatMap((test) => {
      const found = findingsOf[test].filter((code) => codes.has(code));
      const peer = said[index]?.[test];
      const isSame = peer?.pass === (found.length === 0);
      return isSame
        ? []
        : [
            {
              id: `${set.name}: ${test}`,
              words: `Observatory ${peer?.result}, Sonde ${found.join(', ') || 'nothing'}`,
            },
          ];
    });
  });
  const ids = new Set(different.map(({ id }) => id));
  return {
    tests: Object.keys(findingsOf).length,
    judgements: headerSets.length * Object.keys(findingsOf).length,
    explained: different
      .filter(({ id }) => id in differences)
      .map(({ id, words }) => `${id}: ${words}: ${differences[id]}`),
    unexplained: different.filter(({ id }) => !(id in differences)).map(({ id, words }) => `${id}: ${words}`),
    stale: Object.keys(differences).filter((id) => !ids.has(id)),
  };
}

function codesOn({ fields, head }: HeaderSet): ReadonlySet<string> {
  const headers = [['Content-Type', 'text/html'], ...fields];
  const sentValue = (name: string) => fields.find(([sent]) => sent.toLowerCase() === name)?.[1] ?? null;
  const { policies, referrer } = readMetaTags(`<head>${head}</head>`);
  const last = hop(HTTPS, { headers });
  const measured = answer({
    starts: [start([redirect(HTTP, HTTPS), last]), start([last])],
    chain: [last],
    page: { title: null, metaPolicies: policies, metaReferrer: referrer, mixedActive: [], mixedPassive: [] },
    cors: {
      origin: ORIGIN,
      allowOrigin: sentValue('access-control-allow-origin'),
      allowCredentials: sentValue('access-control-allow-credentials'),
    },
  });
  return new Set(judgeAnswer('web', measured).findings.map(({ code }) => code));
}

async function askObservatory(): Promise<readonly Said[]> {
  const child = spawn(process.execPath, [`${folder}observatory.mjs`], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const errors = text(child.stderr);
  child.stdin.end(JSON.stringify(headerSets.map((set) => ({ ...set, origin: ORIGIN }))));
  try {
    return (await json(child.stdout)) as readonly Said[];
  } catch {
    throw new Error(`The Observatory gave no results: ${await errors}`);
  }
}
