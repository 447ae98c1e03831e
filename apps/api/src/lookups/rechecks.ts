import { type AnyTool, ToolError, toRetrySeconds } from '@sonde/contract';
import type { AllowanceStore, RateLimit } from '../limits/allowance.ts';

/** How often a target is measured anew although an answer is fresh. All clients together have one allowance for each target. */
export interface Rechecks {
  /** Takes the target's allowance. @throws ToolError `rate-limited` that says when there will be one again. */
  take(tool: AnyTool, target: string): Promise<void>;
}

/** `createStore` makes the place where allowances of one kind are counted. */
export function createRechecks(tools: readonly AnyTool[], createStore: (limit: RateLimit) => AllowanceStore): Rechecks {
  const stores = new Map(tools.map(({ id, recheckMs }) => [id, createStore({ units: 1, windowMs: recheckMs })]));
  return {
    async take({ id }, target) {
      const verdict = await stores.get(id)?.take(`recheck ${id} ${target}`, 1);
      if (verdict === undefined) throw new Error(`There is no tool ${id}.`);
      if (!verdict.isAllowed) throw tooSoon(toRetrySeconds(verdict.retryInMs / 1000));
    },
  };
}

function tooSoon(retryAfterSeconds: number): ToolError {
  const when = retryAfterSeconds === 1 ? 'in a second' : `in ${retryAfterSeconds} seconds`;
  return new ToolError('rate-limited', `This was checked a moment ago. It can be checked again ${when}.`, {
    retryAfterSeconds,
  });
}
