import * as z from 'zod/mini';
import type { AnswerOf, AnyCall } from '../tool.ts';

/** Fields of an answer given by a test. They may be invalid, since readers are tested with such values, too. */
type Given<Call extends AnyCall> = { readonly [Name in keyof AnswerOf<Call>]?: unknown };

/**
 * Builds an answer for tests from the given fields, with the contract's examples for all others, including nested objects.
 * A new field therefore changes no test that is not about it. Lists without an example are empty, optional fields absent.
 */
export function answerOf<Call extends AnyCall>(call: Call, given: Given<Call> = {}): AnswerOf<Call> {
  return filled(call.answer, given) as AnswerOf<Call>;
}

/** `value` with missing members added to its objects; other values are not changed, valid or not. */
function filled(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (value === null || value === undefined) return value;
  if (def.type === 'nullable' || def.type === 'optional') return filled(def.innerType, value);
  if (def.type === 'array' && Array.isArray(value)) return value.map((item) => filled(def.element, item));
  if (def.type !== 'object' || !isPlainObject(value)) return value;
  const missing = Object.entries(def.shape).filter(([name, field]) => !(name in value) && !isOptional(field));
  return {
    ...Object.fromEntries(missing.map(([name, field]) => [name, exampleOf(field, name)])),
    ...Object.fromEntries(
      Object.entries(value).map(([name, field]) => {
        const own = def.shape[name];
        return [name, own === undefined ? field : filled(own, field)];
      }),
    ),
  };
}

/** @throws TypeError for a field that needs an example and has none. */
function exampleOf(schema: z.core.$ZodType, name: string): unknown {
  const examples = z.globalRegistry.get(schema)?.['examples'];
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0];
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return filled(schema, {});
    case 'array':
      return [];
    case 'record':
      return {};
    case 'nullable':
      return null;
    case 'union':
      return exampleOf(def.options[0] ?? schema, name);
    case 'literal':
      return def.values[0];
    case 'enum':
      return Object.values(def.entries)[0];
    default:
      throw new TypeError(`The field ${name} has no example in the contract.`);
  }
}

const isOptional = (schema: z.core.$ZodType) => (schema as unknown as z.core.$ZodTypes)._zod.def.type === 'optional';

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
