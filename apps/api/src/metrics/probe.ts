import { type AnyTool, ToolError, type ToolId } from '@sonde/contract';
import { answerFacts } from '@sonde/contract/answers/answer-facts';
import { endingsOf } from '@sonde/contract/answers/endings';
import { findingStates } from '@sonde/contract/finding/finding';
import { type ListItem, listItems, slotsOfList } from '@sonde/contract/lists/list-items';
import type { ListAnswer, ListOutcome } from '@sonde/contract/lists/list-outcome';
import { readList } from '@sonde/contract/lists/read-list';
import { createSemaphore, type Semaphore, translateFailure, withDeadline } from '@sonde/probes';
import { failureResult, type LookupResult, lookupBudgetMs, type Service } from '@sonde/service';

/** The client name of the monitoring listener, which belongs to the operator. */
const CLIENT = 'probe';

export interface ProbeCall {
  readonly target: string;
  /** Id of the tool. */
  readonly tool: string;
  /** How long the scrape may take; null if the caller did not say. */
  readonly timeoutMs: number | null;
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal;
}

/**
 * Makes a lookup and returns its metrics in the text format of Prometheus.
 * @throws ToolError `invalid-input` if the tool cannot look up the target.
 */
export type ProbeTarget = (call: ProbeCall) => Promise<string>;

/** Time for the answer to reach Prometheus, which discards what arrives after its timeout. */
const ON_THE_WAY_MS = 500;
/** Of a scrape with a very short timeout, half is left for the lookup. */
const MIN_SHARE = 0.5;
/** More series per target would burden Prometheus; names of others may be thousands. */
const MAX_FACTS = 200;

/**
 * Works like blackbox_exporter: reports `probe_success`, the duration, and the facts of the answer. Probes use no
 * allowance, so that monitoring never fails for lack of one. Like lists, they take at most a third of a tool's slots.
 */
export function createProbe(service: Service): ProbeTarget {
  const slots = new Map<string, Semaphore>(service.tools.map((tool) => [tool.id, createSemaphore(slotsOfList(tool))]));
  return async ({ target, tool: id, timeoutMs, signal }) => {
    const item = itemOf(service.tools, target, id);
    const start = performance.now();
    const result = await lookUp(service, slots.get(id), item, { timeoutMs, signal }).catch((error: unknown) =>
      failureResult(translateFailure(error)),
    );
    const outcome = JSON.parse(result.body) as ListOutcome['outcome'];
    return metricsOf(id as ToolId, outcome, (performance.now() - start) / 1000);
  };
}

function itemOf(tools: readonly AnyTool[], text: string, id: string): ListItem {
  const tool = tools.find((one) => one.id === id);
  const wrong = (message: string) => new ToolError('invalid-input', message);
  if (tool === undefined) throw wrong(`tool must be one of ${tools.map((one) => one.id).join(', ')}.`);
  const { targets, badLines } = readList(text);
  const [target] = targets;
  if (target === undefined || targets.length > 1 || badLines.length > 0)
    throw wrong('target must be one name or address, host:port, or an http or https URL.');
  const [item] = listItems([target], [tool]);
  if (item === undefined) throw wrong(`${id} does not look up targets of this kind.`);
  return item;
}

type Wait = Pick<ProbeCall, 'timeoutMs' | 'signal'>;

async function lookUp(
  service: Service,
  slots: Semaphore | undefined,
  { tool, question }: ListItem,
  wait: Wait,
): Promise<LookupResult> {
  const request = service.check(tool, question);
  const plan = await service.plan(tool, request);
  const allowedMs = wait.timeoutMs === null ? Number.POSITIVE_INFINITY : lookupMs(wait.timeoutMs);
  const timeoutMs = Math.min(lookupBudgetMs(tool, request), allowedMs);
  return withDeadline({ timeoutMs, what: 'the probe' }, [wait.signal], async (signal) => {
    const release = await slots?.acquire(signal);
    try {
      return await service.answerInList(tool, request, plan, { client: CLIENT, signal });
    } finally {
      release?.();
    }
  });
}

const lookupMs = (timeoutMs: number) => Math.max(timeoutMs - ON_THE_WAY_MS, timeoutMs * MIN_SHARE);

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

function metricsOf(id: ToolId, outcome: ListOutcome['outcome'], seconds: number): string {
  const none: Readonly<Record<string, string>> = {};
  const families = [
    family('probe_success', 'Whether the lookup has an answer.', [[none, Number(outcome.success)]]),
    family('probe_duration_seconds', 'How long the lookup took.', [[none, seconds]]),
    outcome.success
      ? answerMetrics(id, outcome._data)
      : family('sonde_failure', 'Why there is no answer.', [[{ code: outcome.code, reason: outcome.reason ?? '' }, 1]]),
  ];
  return families.join('');
}

function answerMetrics(id: ToolId, answer: ListAnswer): string {
  const { findings = [], gaps } = answer;
  const ends = endingsOf(id, answer).map(({ ends: at }) => Date.parse(at ?? ''));
  const earliest = Math.min(...ends.filter(Number.isFinite));
  const perState = findingStates.map(
    (state): Sample => [{ state }, findings.filter((one) => one.state === state).length],
  );
  const perCode = new Map<string, Sample>();
  for (const { code, state } of findings) {
    const before = perCode.get(`${code} ${state}`)?.[1] ?? 0;
    perCode.set(`${code} ${state}`, [{ code, state }, before + 1]);
  }
  const facts = [...answerFacts(id, answer)].flatMap(([fact, value]): Sample[] => {
    if (typeof value === 'number' || typeof value === 'boolean') return [[{ fact }, Number(value)]];
    return Array.isArray(value) ? [[{ fact }, value.length]] : [];
  });
  return [
    family('sonde_gaps', 'Parts of the answer that could not be measured.', [[{}, gaps.length]]),
    family('sonde_findings', 'Findings by state.', perState),
    family('sonde_finding', 'Findings by code and state.', [...perCode.values()]),
    family(
      'sonde_fact',
      'Facts that are numbers, 1 for yes and 0 for no; of a list, how many members it has.',
      facts.slice(0, MAX_FACTS),
    ),
    family('sonde_facts_left_out', 'Facts that are not listed, because the answer has too many.', [
      [{}, Math.max(0, facts.length - MAX_FACTS)],
    ]),
    Number.isFinite(earliest)
      ? family('sonde_earliest_end_timestamp_seconds', 'When the first certificate or registration ends.', [
          [{}, earliest / 1000],
        ])
      : '',
  ].join('');
}

function family(name: string, help: string, samples: readonly Sample[]): string {
  if (samples.length === 0) return '';
  const lines = samples.map(([labels, value]) => `${name}${labelsText(labels)} ${value}`);
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('\n')}\n`;
}

/** Fact names may contain untrusted text; in label values, only these three characters must be escaped. */
function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
