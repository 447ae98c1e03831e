import type { DrawnElement } from '../../pictures/drawing.ts';
import { type MatrixCell, matrix } from '../../pictures/matrix.ts';
import type { PublicAnswer } from './data/public-answers.ts';

type Compared = Pick<PublicAnswer, 'name' | 'set'>;

/**
 * Public resolvers by record types: who has the most frequent records, who has others, who did not answer.
 * @param byType the compared answers of each type that was asked for, in the order of the columns.
 * @returns null for fewer than two types, which a table tells better.
 */
export function publicMatrix(byType: ReadonlyMap<string, readonly Compared[]>): DrawnElement | null {
  if (byType.size < 2) return null;
  const types = [...byType];
  const names = [...new Set(types.flatMap(([, rows]) => rows.map(({ name }) => name)))];
  return matrix(
    'Public resolvers by record type',
    ['Resolver', ...byType.keys()],
    names.map((title) => ({
      title,
      cells: types.map(([, rows]) => cellOf(rows.find(({ name }) => name === title))),
    })),
  );
}

function cellOf(answer: Compared | undefined): MatrixCell {
  if (answer === undefined) return { state: null, text: 'Not asked' };
  if (answer.set === null) return { state: 'unknown', text: 'No answer' };
  return answer.set === 1 ? { state: 'good', text: 'Same', isTextShown: false } : { state: 'warn', text: 'Differs' };
}
