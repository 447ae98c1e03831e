import { type DrawnElement, draw, svg } from '../../../pictures/drawing.ts';
import type { ReadAnswerOf } from '../../../tool.ts';
import type { mail } from '../contract.ts';

type Spf = Pick<NonNullable<ReadAnswerOf<typeof mail>['spf']>, 'record' | 'lookups' | 'isLookupsExact' | 'voidLookups'>;

/** RFC 7208 section 4.6.4. */
const ALLOWED = 10;
/** As many boxes fit in the smallest window; the words have the number. */
const MOST_DRAWN = 16;
const BOX = 10;
const STEP = 14;

/** The lookups of an SPF record as boxes, of which receivers open ten. Null without a record. */
export function lookupsPicture({ record, lookups, isLookupsExact }: Spf): DrawnElement | null {
  if (record === null || lookups === null || lookups < 0) return null;
  const drawn = Math.min(Math.max(lookups, ALLOWED), MOST_DRAWN);
  const boxes = Array.from({ length: drawn }, (_, index) =>
    draw('rect', {
      class: index >= ALLOWED ? 'over' : index < lookups ? 'used' : 'free',
      x: index * STEP + 1,
      y: 1,
      width: BOX,
      height: BOX,
    }),
  );
  const limit = ALLOWED * STEP - 1;
  return draw(
    'p',
    { class: 'pic lookups' },
    svg(
      { width: drawn * STEP, height: BOX + 2 },
      boxes,
      drawn > ALLOWED && draw('line', { x1: limit, x2: limit, y1: -3, y2: BOX + 5 }),
    ),
    draw('span', {}, wordsOf(lookups, isLookupsExact)),
  );
}

function wordsOf(lookups: number, isExact: boolean | null): string {
  const count = `${isExact === false ? 'At least ' : ''}${lookups} of ${ALLOWED} DNS lookups`;
  return lookups > ALLOWED ? `${count}: receivers stop after ${ALLOWED}` : count;
}
