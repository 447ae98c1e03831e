import { readVerdict, signOf } from '../finding/verdict.ts';
import { type DrawnElement, draw, svg } from './drawing.ts';

/** How something is: `note` is good, with a note; `plain` is not judged, `unknown` was not measured; `now` is the time of the measurement. */
export type MarkState = 'good' | 'note' | 'warn' | 'bad' | 'unknown' | 'plain' | 'now';

/** Each state has a shape of its own, so that it can be told without colours. */
export function mark(state: MarkState, properties?: { readonly [name: string]: string | number }): DrawnElement {
  return svg(
    { class: 'mark', 'data-state': state, viewBox: '0 0 16 16', ...(properties !== undefined && { properties }) },
    ...shapes[state],
  );
}

const path = (className: string, d: string) => draw('path', { class: className, d });

const shapes: Readonly<Record<MarkState, readonly DrawnElement[]>> = {
  good: [draw('circle', { class: 'fill', cx: 8, cy: 8, r: 7 }), path('sign', 'M4.6 8.3l2.3 2.3 4.5-4.8')],
  note: [draw('circle', { class: 'line', cx: 8, cy: 8, r: 6.2 }), path('line', 'M8 7.4v3.8M8 4.7v.2')],
  warn: [path('fill', 'M8 1.2L15.3 14.4H.7z'), path('sign', 'M8 6v3.8M8 12.2v.3')],
  bad: [path('fill', 'M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z'), path('sign', 'M5.5 5.5l5 5M10.5 5.5l-5 5')],
  unknown: [draw('circle', { class: 'open', cx: 8, cy: 8, r: 6.2 })],
  plain: [draw('circle', { class: 'fill', cx: 8, cy: 8, r: 4.5 })],
  now: [path('fill', 'M8 0l8 8-8 8-8-8z')],
};

/** The same in words, where no other text says it. */
export const stateWords: Readonly<Record<MarkState, string>> = {
  good: 'Good',
  note: 'Good, with a note',
  warn: 'Warning',
  bad: 'Broken',
  unknown: 'Not determined',
  plain: '',
  now: '',
};

/** The shape of a verdict, or of a check with so many notes; of a word that only newer servers have, that of the unknown. */
export const markOfVerdict = (verdict: string | null, notes = 0): MarkState =>
  signOf(readVerdict(verdict) ?? 'unknown', notes);
