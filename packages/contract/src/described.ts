import * as z from 'zod/mini';

/** Attaches a description to a schema: unit and form in one sentence, and an example unless the field holds other fields. */
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
