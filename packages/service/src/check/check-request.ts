import { type AnyTool, checkParameterNames, evidenceField, freshField, ToolError, timingField } from '@sonde/contract';
import type { LookupQuery, Toolbox } from '../toolbox.ts';
import { createRefuseDeniedTargets } from './denied-targets.ts';

/** What a caller asks for: a query, and whether a cached answer will do. */
export interface LookupRequest extends LookupQuery {
  /** True when a cached answer will not do. Not part of the query: the key is the same. */
  readonly wantsFresh: boolean;
  /** True when what is sent and received is to come with the answer: then it is measured. Not part of the query either. */
  readonly wantsEvidence: boolean;
  /** True when the caller wants to know where the time went: measured for this call too, and no part of the query. */
  readonly wantsTiming: boolean;
}

/** The parameters of every tool that are not part of its query. */
export const FRESH = 'fresh';
export const EVIDENCE = 'evidence';
export const TIMING = 'timing';
/** All of them. */
export const WISHES = [FRESH, EVIDENCE, TIMING] as const;

/**
 * Checks the parameters of a call as they were sent.
 * @throws ToolError `invalid-input`; `refused-target` for a name that the operator has excluded.
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
  throw new ToolError('invalid-input', error?.issues[0]?.message ?? 'The query does not fit.', { field: name });
}
