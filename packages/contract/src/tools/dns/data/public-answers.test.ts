import { expect, it } from 'vitest';
import { comparePublicAnswers, type LonePublicAnswer } from './public-answers.ts';

const answer = (...records: string[]): LonePublicAnswer => ({
  ...{ name: 'Quad9', operator: null, address: '9.9.9.9:53', outcome: 'records', reason: null, records },
  ...{ ttlSeconds: 60, authenticated: false, detail: null, timeMs: 1 },
});
const setsOf = (...answers: LonePublicAnswer[]) => comparePublicAnswers(answers).map(({ set }) => set);

it('names of aliases are equal regardless of case (RFC 4343), other values are not', () => {
  expect(setsOf(answer('192.0.2.1', 'CNAME Host.example'), answer('CNAME host.EXAMPLE', '192.0.2.1'))).toEqual([1, 1]);
  expect(setsOf(answer('"Token"'), answer('"token"'))).toEqual([1, 2]);
  expect(setsOf(answer('CNAME host.example'), answer('CNAME hose.example'))).toEqual([1, 2]);
});
