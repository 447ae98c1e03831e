import type { AnyTool, ToolError } from '@sonde/contract';
import type { RateLimit } from '@sonde/probes';
import { createAllowanceStore } from './allowances/allowance-store.ts';
import { type ClientAllowances, createClientAllowances, type TokenRate } from './allowances/client-allowances.ts';
import { createConcurrentLookups } from './allowances/concurrent-lookups.ts';
import { createRechecks } from './allowances/rechecks.ts';
import { type CheckRequest, createCheckRequest, type LookupRequest } from './check/check-request.ts';
import { createRefuseDeniedTargets, type RefuseDeniedTarget } from './check/denied-targets.ts';
import { isAccountClient } from './clients/token-client.ts';
import type { AnswerPlan, GiveAnswer, PlanAnswer, ServiceCaller } from './lookups/answer-plan.ts';
import { answerShapeOf } from './lookups/answer-shape.ts';
import { costOf, settleCost } from './lookups/lookup-cost.ts';
import type { LookupResult } from './lookups/lookup-result.ts';
import { createLookups, isRecorded, type Lookups } from './lookups/lookups.ts';
import { createReports, type Reports } from './reports/reports.ts';
import { createSharedLookups } from './stores/shared-lookups.ts';
import type { SharedStore } from './stores/shared-store.ts';
import type { ReadCertificates, Toolbox } from './toolbox.ts';

export interface ServiceOptions {
  readonly toolbox: Toolbox;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Null when clients are not limited. */
  readonly rateLimit: RateLimit | null;
  /** The allowance of a client with a token; default: that of any client. */
  readonly tokenRate?: TokenRate;
  /** Names excluded by the operator. */
  readonly denyTargets: readonly string[];
  /** The store that instances share; null for a single instance. */
  readonly shared: SharedStore | null;
  /** Called once for every failed lookup. */
  readonly onFailure: (failure: ToolError, id: string) => void;
  /** Called with the duration of each measurement. */
  readonly onMeasured: (id: string, durationMs: number) => void;
  /** Called with the number of unusable entries that were dropped from the shared store. */
  readonly onMalformed: (count: number) => void;
}

/**
 * Handles a call the way every app with a server does: `check` the request, `plan` the answer, take the cost of the plan
 * from the `allowances`, and `answer`.
 */
export interface Service {
  readonly tools: readonly AnyTool[];
  /** Null when clients are not limited. */
  readonly allowances: ClientAllowances | null;
  readonly check: CheckRequest;
  /** The same for a lookup of a list, which does not count among the concurrent lookups of its client. */
  readonly answerInList: GiveAnswer;
  readonly plan: PlanAnswer;
  readonly answer: GiveAnswer;
  /** Combines the answers of several tools about one target. */
  readonly reports: Reports;
  /** Null without a search of certificate logs that can be asked for what is new. */
  readonly readCertificates: ReadCertificates | null;
  /** @throws ToolError `refused-target` for a name that the operator has excluded */
  readonly refuseDenied: RefuseDeniedTarget;
  /**
   * The results of a query that this instance still holds, or that another one has cached, newest first: those that may be
   * kept. Measures nothing.
   */
  held(request: LookupRequest): Promise<readonly LookupResult[]>;
  readonly slots: Lookups['slots'];
  readonly meanDurationMs: Lookups['meanDurationMs'];
}

/** Who asks. */
type Requester = Pick<ServiceCaller, 'client' | 'network'>;

export function createService(options: ServiceOptions): Service {
  const { toolbox, now, rateLimit, tokenRate, denyTargets, shared, onFailure, onMeasured, onMalformed } = options;
  const tools = Object.values(toolbox.tools);
  const createStore = (limit: RateLimit) => createAllowanceStore(limit, now, shared);
  const lookups = createLookups({
    toolbox,
    now,
    onFailure,
    onMeasured,
    shared: shared && createSharedLookups({ store: shared, shapes: shapesOf(tools), onMalformed }),
  });
  const rechecks = createRechecks(tools, createStore);
  const concurrent = rateLimit === null ? null : createConcurrentLookups();

  const allowances = rateLimit === null ? null : createClientAllowances(rateLimit, createStore, tokenRate);
  const begin = ({ client, network }: Requester) => concurrent?.begin(client, network);

  /** `beginOne` counts the lookup among the concurrent lookups of its client. */
  const answerCounted =
    (beginOne: (requester: Requester) => (() => void) | undefined): GiveAnswer =>
    async (tool, request, plan, { onSource, ...caller }) => {
      if (plan.cached !== undefined) {
        onSource?.('fresh');
        return plan.cached;
      }
      let isMeasured = false;
      let end: (() => void) | undefined;
      try {
        if (plan.isRecheck) await rechecks.take(tool, String(request.query[tool.target]));
        const isJoined = lookups.isRunning(request, request);
        end = isJoined ? undefined : beginOne(caller);
        onSource?.(isJoined ? 'joined' : 'measured');
        const onMeasure = () => {
          isMeasured = true;
        };
        return await lookups.lookUp(request, { ...caller, client: sharingClient(caller), wishes: request, onMeasure });
      } finally {
        end?.();
        void settleCost(allowances, { ...caller, charged: plan.cost, cost: costOf(tool, request, isMeasured) });
      }
    };

  const check = createCheckRequest(toolbox, denyTargets);
  const plan = createPlan(lookups);
  return {
    tools,
    allowances,
    check,
    plan,
    answer: answerCounted(begin),
    answerInList: answerCounted(() => undefined),
    // A report counts as one lookup of its client: counting each part would exceed the limit every time.
    reports: createReports({ tools, check, plan, answer: answerCounted(() => undefined), begin, hold: lookups.hold }),
    readCertificates: toolbox.readCertificates ?? null,
    refuseDenied: createRefuseDeniedTargets(denyTargets),
    async held(request) {
      const { key } = request;
      if (lookups.held(key).length === 0) await lookups.askOthers?.(request);
      return lookups.held(key);
    },
    slots: lookups.slots,
    meanDurationMs: lookups.meanDurationMs,
  };
}

/** Whose share of everything that clients share a lookup takes: accounts of a network share one, since anyone may have several. */
const sharingClient = ({ client, network }: Requester): string =>
  network !== undefined && isAccountClient(client) ? network : client;

function createPlan(lookups: Lookups): PlanAnswer {
  /** `isElsewhere`: another instance is measuring the query. */
  function planNow(tool: AnyTool, request: LookupRequest, isElsewhere: boolean): AnswerPlan {
    const cached = lookups.cached(request.key);
    const wantsOther = request.wantsFresh || isRecorded(request);
    // What is cached is enough for most: whether the same runs does not matter to them.
    if (cached !== undefined && !wantsOther) return { cached, isRecheck: false, cost: costOf(tool, request, false) };
    // A running lookup is joined: its answer will be as fresh as a new one.
    const isRunning = lookups.isRunning(request, request);
    const isRecheck = wantsOther && cached !== undefined && !isRunning;
    const isLookup = isRecheck || (cached === undefined && !isElsewhere && !isRunning);
    return { cached: wantsOther ? undefined : cached, isRecheck, cost: costOf(tool, request, isLookup) };
  }

  return (tool, request) => {
    const { askOthers } = lookups;
    if (
      isRecorded(request) ||
      askOthers === null ||
      lookups.cached(request.key) !== undefined ||
      lookups.isRunning(request)
    ) {
      return planNow(tool, request, false);
    }
    return askOthers(request).then((isElsewhere) => planNow(tool, request, isElsewhere));
  };
}

const shapesOf = (tools: readonly AnyTool[]) => new Map(tools.map((tool) => [tool.id, answerShapeOf(tool)]));
