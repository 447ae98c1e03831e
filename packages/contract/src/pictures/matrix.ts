import { type DrawnElement, draw, type MaybeDrawing, unseen } from './drawing.ts';
import { type MarkState, mark, stateWords } from './mark.ts';

export interface MatrixCell {
  readonly state: MarkState | null;
  readonly text: string;
  /** False if the shape says it all; readers who do not see it read the text. */
  readonly isTextShown?: boolean;
}

export interface MatrixRow {
  readonly title: string;
  readonly isCode?: boolean;
  readonly note?: string | null;
  readonly cells: readonly MatrixCell[];
}

/** A table of states: one shape per cell, with its words. */
export function matrix(label: string, columns: readonly string[], rows: readonly MatrixRow[]): DrawnElement {
  const head = columns.map((column) => draw('th', { scope: 'col' }, column));
  return draw(
    'div',
    { class: 'pic wide', role: 'region', 'aria-label': label, tabindex: 0 },
    draw('table', { class: 'matrix' }, draw('thead', {}, draw('tr', {}, head)), draw('tbody', {}, rows.map(rowOf))),
  );
}

function rowOf({ title, isCode, note, cells }: MatrixRow): DrawnElement {
  const heading = draw(
    'th',
    { scope: 'row', class: isCode === true ? 'mono' : undefined },
    title,
    note !== null && note !== undefined && note !== '' && draw('small', {}, note),
  );
  return draw('tr', {}, heading, cells.map(cellOf));
}

function cellOf({ state, text, isTextShown = true }: MatrixCell): DrawnElement {
  const words: MaybeDrawing = isTextShown
    ? draw('span', {}, text)
    : unseen(text === '' && state !== null ? stateWords[state] : text);
  return draw('td', { class: isTextShown ? undefined : 'only' }, state !== null && mark(state), words);
}
