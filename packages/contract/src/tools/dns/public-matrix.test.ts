import { expect, it } from 'vitest';
import { drawingHtml } from '../../pictures/drawing-html.ts';
import { comparePublicAnswers, type LonePublicAnswer } from './data/public-answers.ts';
import { publicMatrix } from './public-matrix.ts';

const answer = (name: string, ...records: string[]): LonePublicAnswer => ({
  ...{ name, operator: null, address: '192.0.2.1:53', reason: null, ttlSeconds: 60, authenticated: false },
  ...{ detail: null, timeMs: 1, records, outcome: records[0] === 'failed' ? 'failed' : 'records' },
});
const rows = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell = '']) => cell.replace(/<[^>]*>/g, '')),
  );

it('compares resolvers type by type, and says so in words', () => {
  const byType = new Map([
    ['A', comparePublicAnswers([answer('One', '192.0.2.1'), answer('Two', '192.0.2.1'), answer('Three', '192.0.2.9')])],
    ['MX', comparePublicAnswers([answer('One', '10 mx.a.test'), answer('Two', 'failed')])],
  ]);
  const html = drawingHtml(publicMatrix(byType) ?? '');
  expect(rows(html)).toEqual([
    ['Resolver', 'A', 'MX'],
    ['One', 'Same', 'Same'],
    ['Two', 'Same', 'No answer'],
    ['Three', 'Differs', 'Not asked'],
  ]);
  expect(html.match(/<td[^>]*><svg[^>]*data-state="(\w+)"/g)).toHaveLength(5);
});

it('is not drawn for a single type', () => {
  expect(publicMatrix(new Map([['A', comparePublicAnswers([answer('One', '192.0.2.1')])]]))).toBeNull();
});
