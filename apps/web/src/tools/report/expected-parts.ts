import { hostKinds, readTarget } from '@sonde/contract/targets/target-kinds';
import { siteConfig } from '../../browser/site-config.ts';
import { type ExpectedPart, partLists } from './part-lists.ts';

/** The parts of a report on this target, in their order, without tools that are turned off; empty for what is no target of a report. */
export function expectedParts(target: string): readonly ExpectedPart[] {
  const read = readTarget(target, hostKinds);
  const parts = (read && partLists[read.kind]) ?? [];
  return parts.filter(({ tool }) => !siteConfig.toolsOff.includes(tool));
}

/** What a report on this target takes: `6 tools, at most 20 units of your allowance`. */
export function costInWords(parts: readonly ExpectedPart[]): string {
  const units = parts.reduce((sum, { cost }) => sum + cost, 0);
  return `${parts.length} tools, at most ${units} units of your allowance`;
}
