import { tools } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { compiledSchema } from './compiled-schema.ts';

/** A value that fits a schema, in which no list is empty and nothing is null or absent. */
function fitting(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, fitting(field)]));
    case 'array':
      return [fitting(def.element), fitting(def.element)];
    case 'tuple':
      return def.items.map(fitting);
    case 'record':
      return Object.fromEntries(keysOf(def.keyType).map((key) => [key, fitting(def.valueType)]));
    case 'nullable':
    case 'optional':
      return fitting(def.innerType);
    case 'union':
      return fitting(def.options.at(-1) ?? schema);
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return 'text';
  }
}

function keysOf(schema: z.core.$ZodType): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'enum' ? Object.values(def.entries).map(String) : ['one', 'two'];
}

/** The value with each part of it once missing, of any other kind, and beside a field that nobody knows. */
function* changed(value: unknown): Generator<unknown> {
  yield* [undefined, null, 'other', 0.5, true, [], {}];
  if (Array.isArray(value)) for (const other of changed(value[0])) yield value.with(0, other);
  else if (typeof value === 'object' && value !== null) {
    yield { unknown: 1, ...value };
    yield JSON.parse(`{"__proto__":{"isPolluted":true},"constructor":1,${JSON.stringify(value).slice(1)}`);
    for (const [name, field] of Object.entries(value)) {
      yield Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
      for (const other of changed(field)) yield { ...value, [name]: other };
    }
  }
}

/** What a schema says of a value, as a text: the order of the fields that come out counts, too. */
function judged(schema: z.core.$ZodType, value: unknown): string {
  const { data, error } = z.safeParse(schema, value);
  return JSON.stringify({ data, issues: error?.issues });
}

describe.each(Object.values(tools))('the compiled contract of $id', ({ answer, progress }) => {
  it('says of every answer and every part what the contract says, whatever is wrong with it', () => {
    for (const schema of [answer, progress].filter((one) => one !== null)) {
      const value = fitting(schema);
      expect(judged(compiledSchema(schema), value)).toBe(JSON.stringify({ data: value }));
      for (const other of changed(value)) expect(judged(compiledSchema(schema), other)).toBe(judged(schema, other));
    }
  });
});

it('a schema is compiled once, with all its objects', () => {
  const answer = compiledSchema(tools.dns.answer);
  expect(compiledSchema(tools.dns.answer)).toBe(answer);
  const { def } = (answer as z.core.$ZodType as z.core.$ZodObject)._zod;
  const { def: list } = (def.shape['records'] as z.core.$ZodArray)._zod;
  for (const object of [answer, list.element]) expect(object instanceof z.core.$ZodObjectJIT).toBe(true);
  expect((tools.dns.answer as z.core.$ZodType) instanceof z.core.$ZodObjectJIT).toBe(false);
});
