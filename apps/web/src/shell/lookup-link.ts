import { classify } from '@sonde/contract/target/classify';
import type { ScreenCard } from '../tools/screen-card.ts';

/** The address of a lookup: what the tool's own form would send. */
export function lookupLink(screen: ScreenCard, target: string): string | null {
  if (screen.lookup === undefined) return null;
  return `${screen.path}?${new URLSearchParams({ [screen.lookup.param]: target })}`;
}

/** The working tools that can look a text up, by what kind of target it is. */
export function toolsFor(text: string, screens: readonly ScreenCard[]): readonly ScreenCard[] {
  const kind = classify(text);
  return screens.filter(({ status, lookup }) => status === 'live' && lookup?.takes.includes(kind));
}
