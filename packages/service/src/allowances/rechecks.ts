import { type AnyTool, ToolError, toRetrySeconds } from '@sonde/contract';
import type { AllowanceStore, RateLimit } from '@sonde/probes';

/** Limits how often a target is measured again while a fresh answer is cached. All clients share one allowance per target. */
export interface Rechecks {
  /** Takes the target's allowance. @throws ToolError `rate-limited`, with the time until it is available again. */
  take(tool: AnyTool, target: string): Promise<void>;
}

/** `createStore` makes a store for allowances of one kind. */
export function createRechecks(tools: readonly AnyTool[], createStore: (limit: RateLimit) => AllowanceStore): Rechecks {
  const stores = new Map(tools.map(({ id, recheckMs }) => [id, createStore({ units: 1, windowMs: recheckMs })]));
  return {
    async take({ id }, target) {
      const decision = await stores.get(id)?.take(`recheck ${id} ${target}`, 1);
      if (decision === undefined) throw new Error(`There is no tool ${id}.`);
      if (!decision.isAllowed) throw tooSoon(toRetrySeconds(decision.retryInMs / 1000));
    },
  };
}

function tooSoon(retryAfterSeconds: number): ToolError {
  const when = retryAfterSeconds === 1 ? 'in a second' : `in ${retryAfterSeconds} seconds`;
  return new ToolError('rate-limited', `This was checked a moment ago. It can be checked again ${when}.`, {
    retryAfterSeconds,
  });
}
