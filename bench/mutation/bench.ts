import { readFileSync } from 'node:fs';
import { root } from '../../scripts/ready/run-command.mjs';
import type { BenchReport } from '../report.ts';
import { green, type Judgement } from './judgement.ts';
import { judgeBuilds, judgeInBrowser, judgeRelated, judgeTest, keepBuilds, restoreBuilds } from './judges.ts';
import { judgeMisspeltKeys, judgeTypes } from './key-judge.ts';
import { openMemory } from './memory.ts';
import { type Mutant, mutantsOf } from './mutants.ts';
import { inRepositoryCopies, putBack, putIn } from './repository-copies.ts';
import { siteSubjects } from './site-subjects.ts';
import { type Subject, textSubjects } from './subjects.ts';
import { toolSubjects } from './tool-subjects.ts';
import { createUnitJudge } from './unit-judge.ts';

/** `MUTATE=R2.5` tests only the requirements whose numbers start with that. */
const wanted = process.env['MUTATE'] ?? 'R';
/** With `MUTATE_MINUTES=30` no mutant is started after that time; untested ones are reported. */
const until = Date.now() + Number(process.env['MUTATE_MINUTES'] ?? Number.POSITIVE_INFINITY) * 60_000;
/** Copies of the repository that are tested in parallel, as long as nothing is built. */
const COPIES = 2;

const memory = openMemory();

interface Judged {
  readonly mutant: Mutant;
  readonly judge: string;
  readonly verdict: Judgement;
}

/**
 * Changes each text, constant, route and key of the specification by one character, in a copy of the repository, and
 * expects a failure: of the compiler, of the tests near the file and of all that depend on it, then of the build and of
 * the requirement's browser tests. Every judge must first pass the unchanged repository.
 */
export async function run(): Promise<BenchReport> {
  const subjects = [
    ...textSubjects(readFileSync(`${root}/docs/requirements.md`, 'utf8')),
    ...siteSubjects,
    ...toolSubjects,
  ].filter(({ ids }) => ids.some((id) => id.startsWith(wanted)));
  const bySubject = subjects.map((subject) => ({ subject, mutants: mutantsOf(root, subject) }));
  const absent = bySubject.flatMap(({ subject, mutants }) => (mutants.length === 0 ? [subject] : []));
  const mutants = withoutParts(withoutDoubles(bySubject.flatMap((one) => one.mutants)));

  const known = mutants.flatMap((mutant) => {
    const judged = memory.recall(mutant);
    return judged === null ? [] : [{ ...judged, mutant }];
  });
  const quick = await judgeQuickly(without(mutants, known));
  const noticed = quick.filter(({ verdict }) => verdict.is === 'red');
  const left = without(mutants, [...known, ...noticed]);
  const slow = left.length === 0 || Date.now() >= until ? [] : await judgeSlowly(left);
  const judged = [...known, ...noticed, ...slow];
  return reportOf(subjects, absent, known.length, judged, without(mutants, judged));
}

function without(mutants: readonly Mutant[], judged: readonly Judged[]): Mutant[] {
  const done = new Set(judged.map(({ mutant }) => mutant));
  return mutants.filter((mutant) => !done.has(mutant));
}

function withoutDoubles(mutants: readonly Mutant[]): Mutant[] {
  const known = new Map<string, Mutant>();
  for (const mutant of mutants) {
    const key = `${mutant.file} ${mutant.at} ${mutant.to}`;
    const ids = [...(known.get(key)?.ids ?? []), ...mutant.ids];
    known.set(key, { ...mutant, ids: [...new Set(ids)] });
  }
  return [...known.values()];
}

/** Subjects within a longer text are tested with that text. */
function withoutParts(mutants: readonly Mutant[]): Mutant[] {
  const isPartOf = (one: Mutant, other: Mutant) =>
    one.file === other.file && one.from.length < other.from.length && one.at >= other.at && end(one) <= end(other);
  return mutants.filter((one) => !mutants.some((other) => isPartOf(one, other)));
}

const end = ({ at, from }: Mutant) => at + from.length;

/** By the compiler and the tests that need no build, in parallel. */
async function judgeQuickly(mutants: readonly Mutant[]): Promise<Judged[]> {
  const keys = mutants.filter(mayBeKey);
  const rest = mutants.filter((mutant) => !mayBeKey(mutant));
  const [byTypes, byTests] = await Promise.all([judgeKeys(keys), judgeInHouses(rest)]);
  return [...byTypes, ...byTests, ...(await judgeInHouses(without(keys, byTypes)))];
}

async function judgeKeys(keys: readonly Mutant[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  if (keys.length === 0 || Date.now() >= until) return judged;
  await inRepositoryCopies(1, async (copy) => {
    mustBeGreen(await judgeTypes(copy));
    await judgeMisspeltKeys(copy, keys, {
      until,
      tell: (mutant, by) => judged.push(tell({ mutant, judge: 'types', verdict: { is: 'red', by } })),
    });
  });
  return judged;
}

async function judgeInHouses(mutants: readonly Mutant[]): Promise<Judged[]> {
  const queue = [...mutants];
  const judged: Judged[] = [];
  if (Date.now() >= until) return judged;
  await inRepositoryCopies(Math.min(COPIES, queue.length), async (copy) => {
    const unit = await createUnitJudge(copy, memory.proven);
    try {
      for (let mutant = next(queue); mutant !== undefined; mutant = next(queue)) {
        judged.push(tell(await judgeByTests(copy, unit, mutant)));
      }
    } finally {
      await unit.close();
    }
  });
  return judged;
}

/** Strings that may be property keys of the contract, which the compiler checks; texts of screens cannot be. */
const mayBeKey = ({ file, from }: Mutant) => !file.startsWith('apps/web/') && /^[a-zA-Z_]\w+$/.test(from);

const next = (queue: Mutant[]) => (Date.now() < until ? queue.shift() : undefined);

async function judgeByTests(copy: string, unit: UnitJudge, mutant: Mutant): Promise<Judged> {
  const verdict = await changed(copy, unit, mutant, async () => {
    let said: Judgement = green;
    for (const ask of unit.ladder(mutant)) {
      said = await decided(ask);
      if (said.is === 'red') break;
    }
    return said;
  });
  return { mutant, judge: 'unit', verdict: await unit.confirmed(verdict) };
}

type UnitJudge = Awaited<ReturnType<typeof createUnitJudge>>;

/** By the compiler, every test that depends on the file, then the browser; one after the other. */
async function judgeSlowly(mutants: readonly Mutant[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  await inRepositoryCopies(1, async (copy) => {
    mustBeGreen(await judgeTypes(copy));
    mustBeGreen(await judgeBuilds(copy, 'packages/'));
    keepBuilds(copy);
    mustBeGreen(await judgeInBrowser(copy, [...new Set(mutants.flatMap(({ ids }) => ids))]));
    for (const mutant of mutants) {
      if (Date.now() >= until) break;
      const one = await changed(copy, null, mutant, () => judgeOneSlowly(copy, mutant));
      restoreBuilds(copy);
      const { verdict } = one;
      if (one.judge === 'unit' && verdict.is === 'red') mustBeGreen(await judgeTest(copy, verdict.test ?? ''));
      judged.push(tell(one));
    }
  });
  return judged;
}

async function judgeOneSlowly(copy: string, mutant: Mutant): Promise<Judged> {
  const types = await decided(() => judgeTypes(copy));
  if (types.is === 'red') return { mutant, judge: 'types', verdict: types };
  const related = await decided(() => judgeRelated(copy, mutant.file));
  if (related.is === 'red') return { mutant, judge: 'unit', verdict: related };
  const built = await decided(() => judgeBuilds(copy, mutant.file));
  if (built.is !== 'green') return { mutant, judge: 'build', verdict: built };
  return { mutant, judge: 'browser', verdict: await decided(() => judgeInBrowser(copy, mutant.ids)) };
}

async function changed<T>(copy: string, unit: UnitJudge | null, mutant: Mutant, judge: () => Promise<T>): Promise<T> {
  putIn(copy, [mutant]);
  unit?.forget(mutant.file);
  try {
    return await judge();
  } finally {
    putBack(copy, [mutant]);
    unit?.forget(mutant.file);
  }
}

/** A judge without a result runs once more. */
async function decided(judge: () => Promise<Judgement>): Promise<Judgement> {
  const verdict = await judge();
  return verdict.is === 'undecided' ? judge() : verdict;
}

function mustBeGreen(verdict: Judgement): void {
  if (verdict.is !== 'green') throw new Error(`The unchanged copy is not green: ${JSON.stringify(verdict)}`);
}

function tell(judged: Judged): Judged {
  const { mutant, judge, verdict } = judged;
  memory.keep(mutant, { judge, verdict });
  const said =
    verdict.is === 'red' ? `${judge}  ${nameOf(mutant)}  by ${verdict.by}` : `${verdict.is}  ${nameOf(mutant)}`;
  console.log(`  ${said}`);
  return judged;
}

const nameOf = ({ ids, from, to, file, line }: Mutant) => `${ids.join(' ')}  ${from} → ${to}  ${file}:${line}`;

function reportOf(
  subjects: readonly Subject[],
  absent: readonly Subject[],
  known: number,
  judged: readonly Judged[],
  untried: readonly Mutant[],
): BenchReport {
  const survivors = judged.filter(({ verdict }) => verdict.is === 'green');
  const undecided = judged.filter(({ verdict }) => verdict.is === 'undecided');
  const noticedBy = (judge: string) => judged.filter((one) => one.verdict.is === 'red' && one.judge === judge).length;
  const none = (what: string, { length }: readonly unknown[]) => ({
    what,
    value: length,
    limit: 0,
    isMet: length === 0,
  });
  return {
    conditions: {
      wanted,
      subjects: subjects.length,
      changes: judged.length,
      knownFromEarlierRuns: known,
      noticed: {
        types: noticedBy('types'),
        unit: noticedBy('unit'),
        build: noticedBy('build'),
        browser: noticedBy('browser'),
      },
    },
    targets: [
      none('changes that no test has noticed', survivors),
      none('changes of which no judge could say anything', undecided),
      none('changes that were not tried to the end', untried),
      none('texts, constants, routes and keys that stand nowhere in the code', absent),
    ],
    lines: [
      `${judged.length} changes of ${subjects.length} texts, constants, routes and keys`,
      ...survivors.map(({ mutant }) => `survived   ${nameOf(mutant)}`),
      ...undecided.map(({ mutant }) => `undecided  ${nameOf(mutant)}`),
      ...untried.map((mutant) => `not tried  ${nameOf(mutant)}`),
      ...absent.map(({ ids, literal }) => `nowhere    ${ids.join(' ')}  ${literal}`),
    ],
    rounds: judged.map(({ mutant: { ids, from, to, file, line }, judge, verdict }) => ({
      ids: ids.join(' '),
      change: `${from} → ${to}`,
      place: `${file}:${line}`,
      judge: verdict.is === 'red' ? judge : verdict.is,
      ...(verdict.is === 'red' && { by: verdict.by }),
      ...(verdict.is === 'undecided' && { why: verdict.why }),
    })),
  };
}
