import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isEssential, readerOf } from './reading.ts';
import { tools } from './tools/index.ts';

const Inner = z.object({ text: z.nullable(z.string()), list: z.array(z.string()) });
const schema = z.object({
  name: isEssential(z.string()),
  word: z.enum(['one', 'two']),
  count: z.int(),
  maybe: z.optional(z.int()),
  inner: Inner,
  far: z.nullable(Inner),
  table: z.record(z.string(), z.array(z.string())),
  items: z.array(z.object({ id: isEssential(z.string()), flag: z.boolean() })),
});
const read = (value: unknown) => readerOf(schema).safeParse(value).data;
const nothing = { word: null, count: null, inner: { text: null, list: [] }, far: null, table: {}, items: [] };

describe('a reader', () => {
  test('gives null or an empty value for a missing field, and omits a missing optional field', () => {
    expect(read({ name: 'a' })).toEqual({ name: 'a', ...nothing });
  });

  test('refuses an object that lacks an essential field', () => {
    expect(read({ word: 'one' })).toBeUndefined();
    expect(read({ name: null })).toBeUndefined();
    expect(read(null)).toBeUndefined();
  });

  test('returns a value that matches the schema unchanged', () => {
    const whole = {
      name: 'a',
      word: 'two',
      count: 3,
      maybe: 4,
      inner: { text: 'b', list: ['c'] },
      far: { text: null, list: [] },
      table: { d: ['e'] },
      items: [{ id: 'f', flag: true }],
    };
    expect(read(whole)).toEqual(whole);
  });

  test('accepts enum values that the schema does not list, and drops unknown fields', () => {
    expect(read({ name: 'a', word: 'three', further: 1 })).toEqual({ name: 'a', ...nothing, word: 'three' });
  });

  test('treats a value of the wrong type as missing', () => {
    expect(read({ name: 'a', count: 'many', inner: 5, table: [], items: 'none' })).toEqual({ name: 'a', ...nothing });
  });

  test('keeps a list in full or not at all', () => {
    const items = [{ id: 'a' }, { id: 'b', flag: false }];
    expect(read({ name: 'a', items })?.items).toEqual([
      { id: 'a', flag: null },
      { id: 'b', flag: false },
    ]);
    expect(read({ name: 'a', items: [...items, { flag: true }] })?.items).toEqual([]);
  });

  test('shares no objects between answers', () => {
    const [one, other] = [read({ name: 'a' }), read({ name: 'b' })];
    expect(one?.items).not.toBe(other?.items);
    expect(one?.inner).not.toBe(other?.inner);
  });
});

test('every tool has readers for its answer and its progress parts, and its own schema stays strict', () => {
  for (const { answer, progress } of Object.values(tools)) {
    expect(readerOf(answer).safeParse({}).success).toBe(false);
    if (progress !== null) expect(readerOf(progress).safeParse({}).success).toBe(false);
    expect(answer.safeParse({}).success).toBe(false);
  }
});
