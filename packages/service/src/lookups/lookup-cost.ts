import type { AnyTool } from '@sonde/contract';
import type { ClientAllowances } from '../allowances/client-allowances.ts';
import type { LookupRequest } from '../check/check-request.ts';

/** Additional cost of recording what is sent and received. */
const EVIDENCE_COST = 1;
/** Share of a tool's cost charged for cached or joined answers. */
const SHARE_WITHOUT_LOOKUP = 1 / 4;

/** What a call costs its client, if a lookup is made for it, or if not. */
export function costOf(
  tool: Pick<AnyTool, 'cost'>,
  { wantsEvidence }: Pick<LookupRequest, 'wantsEvidence'>,
  isLookup: boolean,
): number {
  return (isLookup ? tool.cost : tool.cost * SHARE_WITHOUT_LOOKUP) + (wantsEvidence ? EVIDENCE_COST : 0);
}

interface Settlement {
  readonly client: string;
  readonly network?: string | undefined;
  /** What was charged when the call was planned. */
  readonly charged: number;
  /** What it cost in the end: another lookup may have begun or ended meanwhile. */
  readonly cost: number;
}

/** Charges or returns the difference. What exceeds the allowance is taken as far as there is any; nothing is refused for it. */
export async function settleCost(
  allowances: ClientAllowances | null,
  { client, network, charged, cost }: Settlement,
): Promise<void> {
  if (allowances === null || cost === charged) return;
  const decision = await allowances.take(client, cost - charged, network ?? null);
  if (!decision.isAllowed && decision.remaining > 0) await allowances.take(client, decision.remaining, network ?? null);
}
