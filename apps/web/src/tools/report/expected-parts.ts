import { hostKinds, readTarget } from '@sonde/contract/targets/target-kinds';
import { counted } from '@sonde/contract/text/counted';
import { siteConfig } from '../../browser/site-config.ts';
import { type ExpectedPart, partLists } from './part-lists.ts';

/**
 * The parts of a report on this target, in order, without tools that are turned off; empty if there is no report for
 * it.
 */
export function expectedParts(target: string): readonly ExpectedPart[] {
  const read = readTarget(target, hostKinds);
  const parts = (read && partLists[read.kind]) ?? [];
  return parts.filter(({ tool }) => !siteConfig.toolsOff.includes(tool));
}

/** `7 tools`. */
export const toolsInWords = (parts: readonly ExpectedPart[]): string => counted(parts.length, 'tool');

/** The cost of a report on this target: `7 tools, at most 23 units of your allowance`. */
export function costInWords(parts: readonly ExpectedPart[]): string {
  const units = parts.reduce((sum, { cost }) => sum + cost, 0);
  return `${toolsInWords(parts)}, at most ${units} units of your allowance`;
}
