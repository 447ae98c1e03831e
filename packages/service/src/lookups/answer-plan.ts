import type { AnyTool } from '@sonde/contract';
import type { LookupRequest } from '../check/check-request.ts';
import type { LookupResult } from './lookup-result.ts';
import type { Caller, LookupSource } from './lookups.ts';

/** How a request is going to be answered. */
export interface AnswerPlan {
  /** The cached answer to return; undefined if the lookup has to be joined or measured. */
  readonly cached: LookupResult | undefined;
  /** True if the target is measured again although a fresh answer is cached. */
  readonly isRecheck: boolean;
  /** Cost units to take from the client's allowance. */
  readonly cost: number;
}

export interface ServiceCaller extends Omit<Caller, 'wishes'> {
  /** The network that the request came from, if the client is not a network. */
  readonly network?: string;
  /** Called once it is known whether the lookup is joined or measured. */
  readonly onSource?: (source: LookupSource) => void;
}

/** Returns a promise only if other instances have to be asked. */
export type PlanAnswer = (tool: AnyTool, request: LookupRequest) => AnswerPlan | Promise<AnswerPlan>;

/**
 * Returns the cached answer, or joins or starts the lookup.
 * @throws ToolError `rate-limited` if the client runs too many lookups, or the target was measured too recently; the reason
 *   of the caller's signal.
 */
export type GiveAnswer = (
  tool: AnyTool,
  request: LookupRequest,
  plan: AnswerPlan,
  caller: ServiceCaller,
) => Promise<LookupResult>;
