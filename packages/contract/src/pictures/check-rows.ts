import { type DrawnElement, draw, unseen } from './drawing.ts';
import { type MarkState, mark, stateWords } from './mark.ts';

export interface CheckRow {
  readonly title: string;
  readonly state: MarkState;
  /** Instead of checks: why there are none. */
  readonly note?: string;
  readonly checks: readonly { readonly title: string; readonly state: MarkState; readonly text: string | null }[];
}

/** Tools with all of their checks, in rows; those that are neither good nor good with a note have their words beside them. */
export function checkRows(label: string, rows: readonly CheckRow[]): DrawnElement | null {
  if (rows.length === 0) return null;
  return draw('div', { class: 'pic' }, draw('ul', { class: 'check-rows', 'aria-label': label }, rows.map(rowOf)));
}

function rowOf({ title, state, note, checks }: CheckRow): DrawnElement {
  return draw(
    'li',
    {},
    draw('span', { class: 'of' }, mark(state), draw('strong', {}, title), unseen(`: ${stateWords[state]}.`)),
    note !== undefined && draw('small', {}, note),
    checks.length > 0 && draw('ul', {}, checks.map(checkOf)),
  );
}

function checkOf({ title, state, text }: CheckRow['checks'][number]): DrawnElement {
  const isTold = state !== 'good' && state !== 'note' && text !== null && text !== '';
  return draw(
    'li',
    { 'data-state': state },
    mark(state),
    draw('span', {}, title),
    unseen(`: ${stateWords[state]}.`),
    isTold && draw('small', {}, text),
  );
}
