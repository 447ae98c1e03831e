import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineCall } from '../tool.ts';
import { tools } from '../tools/index.ts';
import { answerOf } from './answer-of.ts';

describe.each(Object.values(tools))('an answer of $id', (tool) => {
  it('matches the contract without any values from the test', () => {
    expect(z.safeParse(tool.answer, answerOf(tool)).error).toBeUndefined();
  });
});

const example = <Schema extends z.ZodMiniType>(schema: Schema, value: unknown) => {
  const described = schema.clone();
  z.globalRegistry.add(described, { examples: [value] });
  return described;
};
const call = (shape: z.core.$ZodShape) =>
  defineCall({ path: '/api/v2/x', title: '', summary: '', cost: 1, data: z.object(shape) });

describe('a field', () => {
  const inner = z.object({ seen: example(z.string(), 'today'), count: example(z.number(), 3) });

  it('given by the test is not changed, valid or not, in nested lists and objects as well', () => {
    const hosts = call({ hosts: z.array(inner), host: z.nullable(inner), title: example(z.string(), 'A') });
    expect(answerOf(hosts, { hosts: [{ count: 'many' }], host: null, title: undefined })).toEqual({
      hosts: [{ seen: 'today', count: 'many' }],
      host: null,
      title: undefined,
    });
  });

  it('that is not given has its example, is empty, or is absent if it is optional', () => {
    const shape = { host: inner, list: z.array(inner), kind: z.enum(['a', 'b']), later: z.optional(z.string()) };
    expect(answerOf(call(shape))).toEqual({ host: { seen: 'today', count: 3 }, list: [], kind: 'a' });
  });

  it('that needs an example and has none throws an error', () => {
    expect(() => answerOf(call({ name: z.string() }))).toThrow('The field name has no example in the contract.');
  });
});
