import * as z from 'zod/mini';

/**
 * A schema that says what its field means: unit and form in one sentence, and an example, which none can be given for
 * what holds other fields. These are the words of the API's documents.
 */
export function means<Schema extends z.ZodMiniType>(schema: Schema, description: string, example?: unknown): Schema {
  const examples = example === undefined ? {} : { examples: [example] };
  const described = schema.clone();
  z.globalRegistry.add(described, { description, ...examples });
  return described;
}
