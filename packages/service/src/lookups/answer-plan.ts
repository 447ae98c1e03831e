import type { AnyTool } from '@sonde/contract';
import type { LookupRequest } from '../check/check-request.ts';
import type { LookupResult } from './lookup-result.ts';
import type { Caller, LookupSource } from './lookups.ts';

/** How a request is going to be answered. */
export interface AnswerPlan {
  /** The cached answer to give; undefined when the lookup has to be joined or measured. */
  readonly cached: LookupResult | undefined;
  /** True when the target is measured again although a fresh answer is cached. */
  readonly isRecheck: boolean;
  /** The units that this takes from the allowance of the client. */
  readonly cost: number;
}

export interface ServiceCaller extends Omit<Caller, 'wishes'> {
  /** Called when it is known whether the lookup is joined or measured. */
  readonly onSource?: (source: LookupSource) => void;
}

/** A promise only where other instances have to be asked. */
export type PlanAnswer = (tool: AnyTool, request: LookupRequest) => AnswerPlan | Promise<AnswerPlan>;

/**
 * Gives the cached answer, or joins or starts the lookup.
 * @throws ToolError `rate-limited` when the client runs too many lookups, or the target was measured a moment ago; the
 * reason of the caller's signal.
 */
export type GiveAnswer = (
  tool: AnyTool,
  request: LookupRequest,
  plan: AnswerPlan,
  caller: ServiceCaller,
) => Promise<LookupResult>;
