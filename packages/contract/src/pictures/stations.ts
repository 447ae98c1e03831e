import { type Drawing, type DrawnElement, draw, svg, unseen } from './drawing.ts';
import { type MarkState, mark, stateWords } from './mark.ts';

/** A stop on a line. */
export interface Station {
  readonly state: MarkState;
  readonly title: string;
  /** Names and addresses are set in the typeface for them. */
  readonly isCode?: boolean;
  readonly texts?: readonly string[];
  /** How the line gets here from the stop before; `plain` if nothing is known against it. */
  readonly way?: MarkState;
  /** Words on that line: a duration, a reason. */
  readonly onWay?: string | undefined;
}

/** As many fit beside each other in half a page, and in a whole one. Otherwise the line goes down the page. */
const FEW = 3;
const SOME = 6;

/** Stops on one line, in order, with the state of each and of the way between them. */
export function stations(label: string, stops: readonly Station[]): DrawnElement {
  return draw(
    'div',
    { class: 'pic' },
    draw(
      'ol',
      { class: `stations${stops.length <= FEW ? ' few' : stops.length <= SOME ? ' some' : ''}`, 'aria-label': label },
      stops.map((stop, index) => stationOf(stop, stops[index + 1])),
    ),
  );
}

function stationOf({ state, title, isCode, texts = [] }: Station, next: Station | undefined): DrawnElement {
  const word = stateWords[state];
  return draw(
    'li',
    { 'data-state': state },
    mark(state),
    draw('strong', { class: isCode === true ? 'mono' : undefined }, title),
    word !== '' && unseen(`: ${word}.`),
    texts.map((text) => draw('small', {}, text)),
    next !== undefined && wayTo(next),
  );
}

/** The line to the next stop. */
function wayTo({ way = 'plain', onWay }: Station): Drawing {
  return draw(
    'span',
    { class: 'way', 'data-state': way },
    // One of them has the length of the other's width, as the box is either wide or high.
    svg({}, draw('line', { x1: 0, y1: 1, x2: '100%', y2: 1 }), draw('line', { x1: 1, y1: 0, x2: 1, y2: '100%' })),
    (way === 'bad' || way === 'unknown') && mark(way),
    onWay !== undefined && draw('span', {}, onWay),
  );
}
