import { dayInWords } from '../text/day-in-words.ts';
import { type Drawing, type DrawnElement, draw, share, svg } from './drawing.ts';
import type { MarkState } from './mark.ts';

/** A period on the line, in milliseconds since 1970. */
export interface LifelinePeriod {
  readonly title: string;
  readonly from: number;
  readonly until: number;
  /** Of the part that is left. */
  readonly state: MarkState;
  readonly text: string;
  /** What is due before the end, and from when on; null if nothing is, or if it is not known. */
  readonly due: { readonly from: number; readonly text: string } | null;
}

interface Span {
  readonly from: number;
  readonly until: number;
}

/** Periods below each other on one time axis, and the moment of the measurement as a line across them. */
export function lifeline(label: string, periods: readonly LifelinePeriod[], now: number): DrawnElement | null {
  const known = periods.filter(({ from, until }) => Number.isFinite(from) && Number.isFinite(until) && from <= until);
  if (known.length === 0 || !Number.isFinite(now)) return null;
  const span = {
    from: Math.min(...known.map(({ from }) => from)),
    until: Math.max(...known.map(({ until }) => until)),
  };
  return draw(
    'div',
    { class: 'pic' },
    draw(
      'ol',
      { class: 'lifeline', 'aria-label': label },
      known.map((period) => periodOf(period, span, now)),
    ),
  );
}

function periodOf(period: LifelinePeriod, span: Span, now: number): DrawnElement {
  const { title, from, until, state, text, due } = period;
  return draw(
    'li',
    { 'data-state': state },
    draw('strong', {}, title),
    barOf(period, span, now),
    draw(
      'span',
      { class: 'ends' },
      draw('span', {}, `From ${dayOf(from)}`),
      due !== null && draw('span', {}, `${due.text} ${dayOf(due.from)}`),
      draw('span', {}, `Until ${dayOf(until)}`),
    ),
    draw('span', { class: 'left' }, text),
  );
}

const HEIGHT = 20;
const BAR = { y: 5, height: 10 };

function barOf({ from, until, due }: LifelinePeriod, span: Span, now: number): Drawing {
  const at = (moment: number) => (moment - span.from) / Math.max(1, span.until - span.from);
  const part = (className: string, start: number, end: number) => {
    const [left, right] = [Math.max(start, from), Math.min(end, until)];
    return (
      left < right && draw('rect', { class: className, x: share(at(left)), width: share(at(right) - at(left)), ...BAR })
    );
  };
  const line = (className: string, moment: number, ends: { readonly y1: number; readonly y2: number }) =>
    moment >= span.from &&
    moment <= span.until &&
    draw('line', { class: className, x1: share(at(moment)), x2: share(at(moment)), ...ends });
  return svg(
    { class: 'bar', height: HEIGHT },
    part('past', from, now),
    part('ahead', now, until),
    due !== null && line('near', due.from, { y1: 2, y2: HEIGHT - 2 }),
    line('now', now, { y1: 0, y2: HEIGHT }),
  );
}

/** `30 Dec 2026`, in UTC; empty for what is no time. */
export const dayOf = (moment: number): string => dayInWords(new Date(moment));
