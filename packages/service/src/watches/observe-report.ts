import { emptyMemory, type PartMemory, type WatchMemory } from './memory.ts';
import { type FoundChange, MEASUREMENT, type Watching, type WatchStep } from './observe.ts';
import { type MeasuredOutcome, observeOutcome } from './observe-outcome.ts';

/** How a tool of a report was measured; `later`: it says nothing about the target. */
export type PartMeasurement = MeasuredOutcome | { readonly kind: 'later'; readonly seconds: number };

export interface MeasuredPart {
  readonly tool: string;
  readonly outcome: PartMeasurement;
}

export interface WatchedPart {
  readonly tool: string;
  readonly rules: Watching['rules'] & { readonly everySeconds: number };
}

export interface ReportWatching extends Omit<Watching, 'rules' | 'prefix'> {
  /** All tools of the report, in its order. */
  readonly parts: readonly WatchedPart[];
}

/** A part whose time comes within this share of its interval is measured with the others. */
const NEARLY = 0.1;
const MIN_SECONDS = 1;

/**
 * A tool that burdens others is not measured more often than is usual for it, unless its owner has all of the report measured
 * more often than is usual: then in the same proportion.
 */
function intervalOf({ rules }: WatchedPart, { everySeconds, parts }: Intervals): number {
  const usualSeconds = Math.min(...parts.map((part) => part.rules.everySeconds));
  return Math.max(everySeconds, rules.everySeconds * Math.min(1, everySeconds / usualSeconds));
}

type Intervals = Pick<ReportWatching, 'parts' | 'everySeconds'>;

/** The tools of a report whose time has come; all of them if it was asked for before. */
export function dueParts(memory: WatchMemory | null, watching: Intervals, nowMs: number): readonly WatchedPart[] {
  const due = watching.parts.filter(
    (part) => (partOf(memory, part.tool)?.nextMs ?? 0) - nowMs <= NEARLY * intervalOf(part, watching) * 1000,
  );
  return due.length > 0 ? due : watching.parts;
}

/** What is remembered of a tool of a report; null before it was measured. */
export function partOf(memory: WatchMemory | null, tool: string): PartMemory | null {
  const parts = memory?.parts ?? {};
  return Object.hasOwn(parts, tool) ? (parts[tool] ?? null) : null;
}

/**
 * Takes what the tools of a report have shown. Each is compared with what was known from it, as in a watch of that tool alone,
 * and measured again at its own time. Tools that are no longer among the parts are forgotten.
 */
export function observeReport(
  before: WatchMemory | null,
  watching: ReportWatching,
  measured: readonly MeasuredPart[],
  atMs: number,
): WatchStep {
  const parts: Record<string, PartMemory> = {};
  const changes: FoundChange[] = [];
  for (const part of watching.parts) {
    const known = partOf(before, part.tool) ?? { memory: null, checkedAt: null, nextMs: atMs };
    const outcome = measured.find(({ tool }) => tool === part.tool)?.outcome;
    if (outcome === undefined) parts[part.tool] = known;
    else if (outcome.kind === 'later') parts[part.tool] = { ...known, nextMs: atMs + outcome.seconds * 1000 };
    else {
      const step = observeOutcome(known.memory, watchingOf(part, watching), outcome, atMs);
      const checkedAt = new Date(atMs).toISOString();
      parts[part.tool] = { memory: step.memory, checkedAt, nextMs: atMs + step.nextSeconds * 1000 };
      changes.push(...step.changes.map((change) => ({ ...change, path: `${part.tool}/${change.path}` })));
    }
  }
  const nextMs = Math.min(...Object.values(parts).map((part) => part.nextMs));
  return {
    memory: { ...emptyMemory, ...wholeOf(parts), parts },
    changes: togetherOf(changes, watching),
    nextSeconds: Math.max(MIN_SECONDS, (nextMs - atMs) / 1000),
  };
}

function watchingOf(part: WatchedPart, report: ReportWatching): Watching {
  const { parts: _, ...watching } = report;
  return { ...watching, rules: part.rules, prefix: `${part.tool}/`, everySeconds: intervalOf(part, report) };
}

/** The report cannot be measured if none of its tools can. */
function wholeOf(parts: Readonly<Record<string, PartMemory>>): Pick<WatchMemory, 'answers' | 'cannot' | 'ends'> {
  const all = Object.values(parts).flatMap(({ memory }) => (memory === null ? [] : [memory]));
  return {
    answers: Math.max(0, ...all.map(({ answers }) => answers)),
    cannot: all.every(({ cannot }) => cannot !== null) ? (all[0]?.cannot ?? null) : null,
    ends: all.flatMap(({ ends }) => ends),
  };
}

/** That several tools cannot measure, or can again, is one piece of news. */
function togetherOf(changes: readonly FoundChange[], { newId }: ReportWatching): FoundChange[] {
  const kinds = ['cannot-measure', 'back'] as const;
  return kinds.reduce<FoundChange[]>(
    (told, kind) => {
      const same = told.filter((change) => change.kind === kind);
      const [first] = same;
      if (first === undefined || same.length === 1) return told;
      const tools = same.map(({ path, before, after }) => `${path.split('/')[0]} (${before ?? after})`).join(', ');
      const values = kind === 'back' ? { before: tools, after: null } : { before: null, after: tools };
      const one: FoundChange = { ...first, id: newId(), path: MEASUREMENT, ...values };
      return [one, ...told.filter((change) => change.kind !== kind)];
    },
    [...changes],
  );
}
