import { ToolError, type ToolId } from '@sonde/contract';
import { answerFacts } from '@sonde/contract/facts/answer-facts';
import { endingsOf } from '@sonde/contract/findings/ending/endings';
import { findingStates } from '@sonde/contract/findings/finding';
import { type ListItem, listItems, slotsOfList } from '@sonde/contract/lists/list-items';
import type { ListAnswer, ListOutcome } from '@sonde/contract/lists/list-outcome';
import { readTarget } from '@sonde/contract/targets/target-kinds';
import { createSemaphore, type Semaphore, translateFailure, withDeadline } from '@sonde/probes';
import { failureResult, type LookupResult, lookupBudgetMs, type Service } from '@sonde/service';

/** The client name of the monitoring listener, which belongs to the operator. */
const CLIENT = 'probe';

/** Makes a lookup and returns its metrics in the text format of Prometheus. The signal aborts the lookup. */
export type ProbeTarget = (target: string, tool: string, signal: AbortSignal) => Promise<string>;

/**
 * Works like blackbox_exporter: reports `probe_success`, the duration, and the facts of the answer. Probes use no
 * allowance, so that monitoring never fails for lack of one. Like lists, they take at most a third of a tool's slots.
 */
export function createProbe(service: Service): ProbeTarget {
  const slots = new Map<string, Semaphore>(service.tools.map((tool) => [tool.id, createSemaphore(slotsOfList(tool))]));
  return async (text, id, signal) => {
    const target = readTarget(text);
    const tool = service.tools.find((one) => one.id === id);
    const [item] = target === null || tool === undefined ? [] : listItems([target], [tool]);
    if (item === undefined) throw new ToolError('invalid-input', 'target must be a target that the tool can look up.');
    const start = performance.now();
    const result = await lookUp(service, slots.get(id), item, signal).catch((error: unknown) =>
      failureResult(translateFailure(error)),
    );
    const outcome = JSON.parse(result.body) as ListOutcome['outcome'];
    return metricsOf(id as ToolId, outcome, (performance.now() - start) / 1000);
  };
}

async function lookUp(
  service: Service,
  slots: Semaphore | undefined,
  { tool, question }: ListItem,
  gone: AbortSignal,
): Promise<LookupResult> {
  const request = service.check(tool, question);
  const plan = await service.plan(tool, request);
  return withDeadline({ timeoutMs: lookupBudgetMs(tool, request), what: 'the probe' }, [gone], async (signal) => {
    const release = await slots?.acquire(signal);
    try {
      return await service.answerInList(tool, request, plan, { client: CLIENT, signal });
    } finally {
      release?.();
    }
  });
}

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
    family('sonde_fact', 'Facts that are numbers, 1 for yes and 0 for no; of a list, how many members it has.', facts),
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
