import type { JsonSchema } from '@sonde/service';

/** A value that a schema describes, made of the examples of its fields. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, properties, items, anyOf, oneOf, type } = schema;
  if (examples !== undefined && examples.length > 0) return examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const choice = (anyOf ?? oneOf)?.[0];
  if (choice !== undefined) return exampleOf(choice as JsonSchema);
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => [name, exampleOf(field as JsonSchema)] as const);
    return Object.fromEntries(fields);
  }
  if (type === 'array') return isSchema(items) ? [exampleOf(items)] : [];
  return null;
}

const isSchema = (items: JsonSchema['items']): items is JsonSchema =>
  typeof items === 'object' && !Array.isArray(items);
