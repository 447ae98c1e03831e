import type { JsonSchema } from '@sonde/service';

/** One row of a field table. */
export interface SchemaRow {
  /** The path of the value: `records[].titles[]`. */
  readonly path: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** JSON text; empty for a field that contains others. */
  readonly example: string;
}

/** The fields of a schema in their order, outer fields before inner ones. */
export function schemaRows(schema: JsonSchema, prefix = ''): SchemaRow[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    if (typeof field === 'boolean') return [];
    const isRequired = required.has(name);
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const { description = '', examples = [] } = field;
    const row = { path, type: typeOf(field), isRequired, description, example: examples.map(asJson).join(', ') };
    return [row, ...inner(field, path)];
  });
}

/** The fields of the objects inside a field, through lists and alternatives. */
function inner(schema: JsonSchema, path: string): SchemaRow[] {
  const items = itemsOf(schema);
  if (items !== null) return inner(items, `${path}[]`);
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((choice) => inner(choice as JsonSchema, path));
  return schemaRows(schema, path);
}

const asJson = (value: unknown) => JSON.stringify(value);

function typeOf(schema: JsonSchema): string {
  const items = itemsOf(schema);
  if (items !== null) return `list of ${typeOf(items)}`;
  if (schema.enum !== undefined) return schema.enum.map(String).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => typeOf(choice as JsonSchema)).join(' or ');
  return [schema.type ?? 'any'].flat().join(' or ');
}

function itemsOf({ type, items }: JsonSchema): JsonSchema | null {
  return type === 'array' && typeof items === 'object' && !Array.isArray(items) ? items : null;
}
