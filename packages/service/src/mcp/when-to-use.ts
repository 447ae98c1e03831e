import { report } from '@sonde/contract';
import { moduleOf } from '@sonde/contract/tools/modules';

const REPORT =
  'A first look at a domain, host or address: all fitting tools at once, with one verdict and what to fix first. Takes longest; use a single tool for a single question.';

/** For agents: what a tool or the report answers, when to take it, and what comes back; null for anything else. */
export const whenToUse = (id: string): string | null => (id === report.id ? REPORT : (moduleOf(id)?.whenToUse ?? null));
