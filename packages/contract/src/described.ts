import * as z from 'zod/mini';

/**
 * A schema with the description of its field: unit and form in one sentence, and an example unless it holds other fields.
 * The API's documentation shows both.
 */
export function described<Schema extends z.ZodMiniType>(
  schema: Schema,
  description: string,
  example?: unknown,
): Schema {
  const examples = example === undefined ? {} : { examples: [example] };
  const copy = schema.clone();
  z.globalRegistry.add(copy, { description, ...examples });
  return copy;
}
