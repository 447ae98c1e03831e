// reports/: reports, which combine the answers of several tools. It knows no single tool.
import {
  type AnyTool,
  checkParameterNames,
  type PlannedPart,
  type ReportPart,
  report,
  reportPartsOf,
  ToolError,
} from '@sonde/contract';
import { composeReport } from '@sonde/contract/report/compose';
import { sleep, translateFailure, withDeadline } from '@sonde/probes';
import { type CheckRequest, FRESH, type LookupRequest } from '../check/check-request.ts';
import type { AnswerPlan, GiveAnswer, PlanAnswer, ServiceCaller } from '../lookups/answer-plan.ts';
import { lookupBudgetMs } from '../lookups/lookup-budget.ts';
import { answerResult, failureResult, type LookupResult } from '../lookups/lookup-result.ts';
import type { LookupSource } from '../lookups/lookups.ts';

/** One tool's part of a requested report. */
interface RequestedPart {
  readonly tool: AnyTool;
  readonly request: LookupRequest;
}

/** A caller's request: the lookups of all tools that take part in a report on the target. */
export interface ReportRequest {
  /** In canonical form. */
  readonly target: string;
  /** In the order of display. */
  readonly parts: readonly RequestedPart[];
}

export interface ReportPlan {
  readonly target: string;
  readonly parts: readonly (RequestedPart & { readonly plan: AnswerPlan })[];
  /** Cost units to take from the client's allowance: the sum of the parts as separate calls. */
  readonly cost: number;
}

export interface ReportCaller {
  readonly client: string;
  /** The network that the request came from, if the client is not a network. */
  readonly network?: string;
  readonly signal: AbortSignal;
  /** Called with each part as JSON text, in the order in which they end. */
  onPart?(json: string): void;
  /** Called when a part has ended. */
  onAnswer?(tool: AnyTool, result: LookupResult, source: LookupSource | null): void;
}

export interface Reports {
  /** @throws ToolError `invalid-input`; `refused-target` for a name that the operator has excluded. */
  check(raw: Readonly<Record<string, unknown>>): ReportRequest;
  /** Returns a promise only if other instances have to be asked. */
  plan(request: ReportRequest): ReportPlan | Promise<ReportPlan>;
  /**
   * Runs all parts in parallel, each like a separate call and within its time limit. A part without an answer becomes a gap
   * of the report; a report without any answer ends with the failure of its first part.
   * @throws ToolError `rate-limited` if the client runs too many lookups; the reason of the caller's signal.
   */
  answer(plan: ReportPlan, caller: ReportCaller): Promise<LookupResult>;
  /** How many milliseconds a caller waits for the report at most. */
  budgetMs(request: ReportRequest): number;
}

export interface ReportParts {
  readonly tools: readonly AnyTool[];
  readonly check: CheckRequest;
  readonly plan: PlanAnswer;
  /** Like `answer` of the service, but without counting the lookup among the concurrent lookups of its client. */
  readonly answer: GiveAnswer;
  /** Counts the report as one lookup of the client; call the returned function when it ends. @throws ToolError `rate-limited`. */
  begin(requester: Pick<ReportCaller, 'client' | 'network'>): (() => void) | undefined;
  /** Holds a result under the key of its query, so that a visitor may keep it. */
  hold(key: string, result: LookupResult): void;
}

interface StartingPart {
  readonly planned: ReportPlan['parts'][number];
  readonly startsAfterMs: number;
}

/** How one part ended: the text to send, and the data for the report. */
interface EndedPart {
  readonly part: ReportPart;
  readonly result: LookupResult;
}

/**
 * Time between the starts of two measurements. Starting a lookup takes milliseconds of processor time: if all started at
 * once, the first answer would wait for the start of all others.
 */
const START_INTERVAL_MS = 5;
/** Time in addition to that of the parts, so that a report ends shortly after its last part. */
const MARGIN_MS = 500;

export function createReports({ tools, check, plan, answer, begin, hold }: ReportParts): Reports {
  function requested({ tool, question }: PlannedPart, fresh: object): RequestedPart {
    return { tool, request: check(tool, { ...question, ...fresh }) };
  }

  /** If the target was measured a moment ago, that answer is used, while the other parts are measured again. */
  async function answerPart({ tool, request, plan: planned }: ReportPlan['parts'][number], caller: ServiceCaller) {
    try {
      return await answer(tool, request, planned, caller);
    } catch (error) {
      const isTooSoon = planned.isRecheck && error instanceof ToolError && error.code === 'rate-limited';
      if (!isTooSoon) throw error;
      const again = { ...request, wantsFresh: false };
      return answer(tool, again, await plan(tool, again), caller);
    }
  }

  async function endPart({ planned, startsAfterMs }: StartingPart, caller: ReportCaller): Promise<EndedPart> {
    const { tool, request } = planned;
    const { client, signal, onPart, onAnswer } = caller;
    let source: LookupSource | null = null;
    const onSource = (found: LookupSource) => {
      source = found;
    };
    const deadline = { timeoutMs: lookupBudgetMs(tool, request), what: `${tool.id} of a report` };
    const result = await withDeadline(deadline, [signal], async (inTime) => {
      if (startsAfterMs > 0) await sleep(startsAfterMs, inTime);
      return answerPart(planned, { client, signal: inTime, onSource });
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      return failureResult(translateFailure(error));
    });
    // Answers have been held since their measurement. A report is kept with its gaps.
    if (result.code !== null) hold(request.key, result);
    onAnswer?.(tool, result, source);
    onPart?.(`{"tool":${JSON.stringify(tool.id)},"outcome":${result.body}}`);
    return { part: { tool: tool.id, outcome: JSON.parse(result.body) as ReportPart['outcome'] }, result };
  }

  return {
    check(raw) {
      checkParameterNames(raw, [report.target, FRESH]);
      const { [FRESH]: fresh, ...parameters } = raw;
      const target = readReportTarget(parameters);
      const anew = fresh === undefined ? {} : { [FRESH]: fresh };
      return { target, parts: reportPartsOf(target, tools).map((part) => requested(part, anew)) };
    },
    plan({ target, parts }) {
      const plans = parts.map(({ tool, request }) => plan(tool, request));
      const planned = (all: readonly AnswerPlan[]) => planOf(target, parts, all);
      return plans.some((one) => one instanceof Promise)
        ? Promise.all(plans).then(planned)
        : planned(plans as readonly AnswerPlan[]);
    },
    async answer({ target, parts }, caller) {
      caller.signal.throwIfAborted();
      const end = begin(caller);
      try {
        const ended = await Promise.all(startingParts(parts).map((part) => endPart(part, caller)));
        const [first] = ended;
        if (first !== undefined && ended.every(({ result }) => result.code !== null)) return first.result;
        const composed = composeReport(
          target,
          ended.map(({ part }) => part),
        );
        return answerResult(composed);
      } finally {
        end?.();
      }
    },
    budgetMs: ({ parts }) =>
      MARGIN_MS + Math.max(0, ...parts.map(({ tool, request }) => lookupBudgetMs(tool, request))),
  };
}

/** Cached answers are returned at once. */
function startingParts(parts: ReportPlan['parts']): StartingPart[] {
  let measured = 0;
  return parts.map((planned) => {
    if (planned.plan.cached !== undefined) return { planned, startsAfterMs: 0 };
    measured += 1;
    return { planned, startsAfterMs: (measured - 1) * START_INTERVAL_MS };
  });
}

/** @throws ToolError `invalid-input`. */
function readReportTarget(parameters: Readonly<Record<string, unknown>>): string {
  const { data, error } = report.query.safeParse(parameters);
  if (data !== undefined) return data.target;
  throw new ToolError('invalid-input', error?.issues[0]?.message ?? 'The query is invalid.', {
    field: report.target,
  });
}

function planOf(target: string, parts: readonly RequestedPart[], plans: readonly AnswerPlan[]): ReportPlan {
  const planned = parts.flatMap((part, index) => {
    const plan = plans[index];
    return plan === undefined ? [] : [{ ...part, plan }];
  });
  return { target, parts: planned, cost: planned.reduce((sum, { plan }) => sum + plan.cost, 0) };
}
