import { toAsNumber } from '@sonde/contract/target/as-number';
import { classify } from '@sonde/contract/target/classify';
import { toIpv4 } from '@sonde/contract/target/ipv4';
import { toIpv6 } from '@sonde/contract/target/ipv6';
import type { ScreenCard, TakenKind } from '../tools/screen-card.ts';

/** The address of a lookup: what the tool's own form would send, or for what its field refuses the parameter beside it. */
export function lookupLink(screen: ScreenCard, target: string): string | null {
  if (screen.lookup === undefined) return null;
  const second = secondTarget(screen, target);
  const query = second === null ? { [screen.lookup.param]: target } : { [second.param]: second.target };
  return `${screen.path}?${new URLSearchParams(query)}`;
}

/** The working tools that can look a text up, by what kind of target it is. */
export function toolsFor(text: string, screens: readonly ScreenCard[]): readonly ScreenCard[] {
  return toolsForKind(kindOf(text), screens);
}

export function toolsForKind(kind: TakenKind, screens: readonly ScreenCard[]): readonly ScreenCard[] {
  return screens.filter(({ status, lookup }) => {
    const taken = lookup === undefined ? [] : [...lookup.takes, ...(lookup.second?.takes ?? [])];
    return status === 'live' && taken.includes(kind);
  });
}

/** What a page asks for a text that its field refuses, and the parameter that carries it; null where it asks nothing. */
export function secondTarget({ lookup }: ScreenCard, text: string): { param: string; target: string } | null {
  if (!lookup?.second?.takes.includes(kindOf(text))) return null;
  const target = toIpv4(text) ?? toIpv6(text) ?? toAsNumber(text);
  return target === null ? null : { param: lookup.second.param, target };
}

function kindOf(text: string): TakenKind {
  return toAsNumber(text) === null ? classify(text) : 'as-number';
}
