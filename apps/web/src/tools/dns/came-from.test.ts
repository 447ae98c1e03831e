// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import { recordsPart } from './came-from.ts';

it('records of a type came from the questions for it: the truncated answer, and the same by TCP', () => {
  const partOf = (recordName: string) => [recordsPart({ recordName }, 'many.edge.test')];
  expect(numbersOf('dns', partOf('A'))).toEqual([[null, 1, 4]]);
  expect(numbersOf('dns', partOf('TXT'))).toEqual([[null, 3]]);
  expect(numbersOf('dns', partOf('MX'))).toEqual([]);
  expect(numbersOf('dns', [recordsPart({ recordName: 'A' }, 'edge.test')])).toEqual([]);
});
