import { type AnyTool, checkParameterNames, evidenceField, freshField, ToolError, timingField } from '@sonde/contract';
import type { LookupQuery, Toolbox } from '../toolbox.ts';
import { createRefuseDeniedTargets } from './denied-targets.ts';

/** A caller's request: a query, and how it is to be answered. */
export interface LookupRequest extends LookupQuery {
  /** True if a cached answer is not acceptable. Not part of the query: the key is the same. */
  readonly wantsFresh: boolean;
  /** True if the answer must include what was sent and received, which requires a measurement. Not part of the query either. */
  readonly wantsEvidence: boolean;
  /** True if the response must include timing, which requires a measurement, too. Not part of the query either. */
  readonly wantsTiming: boolean;
  /** Resolvers that are to be asked only if no other one answers; for questions that confirm an answer of these. */
  readonly avoidedResolvers?: readonly string[];
}

/** Parameters of every tool that are not part of its query. */
export const FRESH = 'fresh';
export const EVIDENCE = 'evidence';
export const TIMING = 'timing';
/** The names of these parameters. */
export const WISHES = [FRESH, EVIDENCE, TIMING] as const;

/**
 * Checks the parameters of a call as received.
 * @throws ToolError `invalid-input`; `refused-target` for a name excluded by the operator.
 */
export type CheckRequest = (tool: AnyTool, raw: Readonly<Record<string, unknown>>) => LookupRequest;

export function createCheckRequest(toolbox: Pick<Toolbox, 'check'>, denyTargets: readonly string[] = []): CheckRequest {
  const refuseDenied = createRefuseDeniedTargets(denyTargets);
  return (tool, raw) => {
    checkParameterNames(raw, [...Object.keys(tool.query.shape), ...WISHES], tool.repeatable);
    const { [FRESH]: fresh, [EVIDENCE]: evidence, [TIMING]: timing, ...parameters } = raw;
    const wishes = {
      wantsFresh: readWish(FRESH, freshField, fresh),
      wantsEvidence: readWish(EVIDENCE, evidenceField, evidence),
      wantsTiming: readWish(TIMING, timingField, timing),
    };
    const request = { ...toolbox.check(tool.id, parameters), ...wishes };
    refuseDenied(String(request.query[tool.target]));
    return request;
  };
}

function readWish(name: string, wish: typeof freshField, text: unknown): boolean {
  const { data, error } = wish.safeParse(text);
  if (data !== undefined) return data;
  throw new ToolError('invalid-input', error?.issues[0]?.message ?? 'The query is invalid.', { field: name });
}
