import { type AnyTool, type FailureReason, failures, reasons, ToolError } from '@sonde/contract';
import { refuseBurden } from '@sonde/contract/places/asked-elsewhere';
import { translateFailure } from '@sonde/probes';
import { answerDataOf, type LookupResult } from '../lookups/lookup-result.ts';
import type { Service } from '../service.ts';
import type { AgentPace } from './agent-pace.ts';
import type { Link } from './link.ts';
import { type AgentFrame, type HubFrame, LinkFault, TO_HUB_BYTES } from './protocol.ts';

type Job = Extract<HubFrame, { readonly t: 'job' }>;

/** Beyond this, parts are left out, and so is what a hub is told that gives too many jobs; answers are sent in any case. */
const MAX_UNSENT_BYTES = 256 * 1024;
/** The hub is one client of this machine. */
const HUB_CLIENT = 'hub';
/** What a frame has beside the answer. */
const FRAME_BYTES = 1024;

export interface AgentJobs {
  /** @throws LinkFault if a job with this id is running. */
  start(job: Job): void;
  cancel(id: string): void;
  /** Takes no more jobs; resolves when the last one has ended. */
  drain(): Promise<void>;
  /** Ends all jobs, without answers. */
  close(): void;
}

export interface AgentJobOptions {
  /** Makes the lookups, within the guard and the limits of this machine. */
  readonly service: Pick<Service, 'tools' | 'check' | 'plan' | 'answer'>;
  readonly pace: AgentPace;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** The lookups that an agent makes for its hub, within its own limits. */
export function createAgentJobs(link: Link, { service, pace, now }: AgentJobOptions): AgentJobs {
  const running = new Map<string, AbortController>();
  let hasLeft = false;
  let isDraining = false;
  let whenDrained = () => {};
  const send = (frame: AgentFrame) => link.send(textOf(frame));

  async function run(job: Job, { signal }: AbortController): Promise<void> {
    const startedAtMs = now();
    const measuredMs = () => Math.round(now() - startedAtMs);
    try {
      const result = await lookUp(service, job, signal, partsTo(link, job, signal));
      if (!hasLeft) link.send(answerFrame(job.job, result, measuredMs()));
    } catch (error) {
      // A cancelled job gets no answer; one that took too long gets a failure.
      if (hasLeft || (signal.aborted && !(signal.reason instanceof ToolError))) return;
      const { code, reason } = translateFailure(error);
      send({ t: 'failure', job: job.job, code, reason, measuredMs: measuredMs() });
    }
  }

  return {
    start(job) {
      if (running.has(job.job)) throw new LinkFault('A job was repeated.');
      const end = isDraining ? null : pace.begin();
      if (end === null) {
        // A hub that does not read must not fill the memory of the agent with it.
        if (link.unsentBytes <= MAX_UNSENT_BYTES) send({ t: 'busy', job: job.job });
        return;
      }
      const controller = new AbortController();
      running.set(job.job, controller);
      const timer = setTimeout(
        () => controller.abort(new ToolError('timeout', failures.timeout.meaning)),
        job.deadlineMs,
      );
      void run(job, controller).finally(() => {
        clearTimeout(timer);
        end();
        running.delete(job.job);
        if (running.size === 0) whenDrained();
      });
    },
    cancel: (id) => running.get(id)?.abort(new Error('The hub cancelled the job.')),
    drain() {
      isDraining = true;
      if (running.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        whenDrained = resolve;
      });
    },
    close() {
      hasLeft = true;
      for (const one of running.values()) one.abort(new Error('The connection to the hub ended.'));
    },
  };
}

/** Sends parts of an answer that the hub asked for, while it reads them. */
function partsTo(link: Link, { job, wantsParts }: Job, signal: AbortSignal): ((json: string) => void) | undefined {
  if (!wantsParts) return undefined;
  return (json) => {
    if (signal.aborted || link.unsentBytes > MAX_UNSENT_BYTES) return;
    link.send(`{"t":"part","job":"${job}","part":${json}}`);
  };
}

/** Checks the query as if a visitor had sent it. @throws ToolError; the reason of the signal. */
async function lookUp(
  service: AgentJobOptions['service'],
  { tool: id, query }: Job,
  signal: AbortSignal,
  listen: ((json: string) => void) | undefined,
): Promise<LookupResult> {
  const tool = toolOf(service.tools, id);
  const request = service.check(tool, query);
  // A hub refuses it, too, unless it is hostile.
  refuseBurden(tool, request.query);
  const plan = await service.plan(tool, request);
  signal.throwIfAborted();
  return service.answer(tool, request, plan, { client: HUB_CLIENT, signal, ...(listen && { listen }) });
}

function toolOf(tools: readonly AnyTool[], id: string): AnyTool {
  const tool = tools.find((one) => one.id === id);
  if (tool === undefined) throw new ToolError('invalid-input', 'There is no such tool.');
  return tool;
}

const knownReasons = new Set<unknown>(Object.keys(reasons));

/** The text of the frame. Data of an answer is not read to be written again. */
function answerFrame(job: string, result: LookupResult, measuredMs: number): string {
  const { body, code } = result;
  if (code !== null) {
    const { reason: given } = JSON.parse(body) as { readonly reason?: unknown };
    const reason = knownReasons.has(given) ? (given as FailureReason) : null;
    return textOf({ t: 'failure', job, code, reason, measuredMs });
  }
  // The hub closes a connection that sends more.
  if (Buffer.byteLength(body) > TO_HUB_BYTES - FRAME_BYTES)
    return textOf({ t: 'failure', job, code: 'work-limit', reason: null, measuredMs });
  return `{"t":"answer","job":"${job}","data":${answerDataOf(result)},"measuredMs":${measuredMs}}`;
}

const textOf = (frame: AgentFrame) => JSON.stringify(frame);
