import type { ScreenCard } from '../screens/screen-card.ts';
import { openReader } from './handed-text.ts';
import { offersFor, type WayOn } from './offers.ts';
import { wholeText } from './whole-text.ts';

/** How a field leads to another page, or to another lookup of its own page. */
export interface Go {
  navigate(href: string): void;
  choose(target: string): void;
}

export interface Submitted {
  readonly screen: ScreenCard;
  readonly screens: readonly ScreenCard[];
  readonly text: string;
  /** True if the field has refused this very text already. */
  readonly isRefused: boolean;
}

export function takeWay({ does }: WayOn, text: string, { navigate, choose }: Go): void {
  if ('target' in does) {
    choose(does.target);
    return;
  }
  if (does.reader === null) navigate(does.href);
  else openReader(does.reader, does.text ?? text, does.href, navigate);
}

/**
 * Goes where a submitted text is understood: to another page, or to what its own page looks up for other kinds of target.
 * A page whose refusal the specification words shows that first, and goes on at the second press.
 * @returns false if the page itself has to deal with the text
 */
export function leaveFor({ screen, screens, text, isRefused }: Submitted, go: Go): boolean {
  const whole = wholeText(text);
  const [way] = offersFor(whole, { screen, screens, isRefused: false })?.ways ?? [];
  if (way === undefined) return false;
  const isSpecified = 'target' in way.does || (way.does.reader === null && screen.lookup?.keepsRefused === true);
  if (isSpecified && !isRefused) return false;
  takeWay(way, whole, go);
  return true;
}
