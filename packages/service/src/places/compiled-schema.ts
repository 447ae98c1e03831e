import * as core from 'zod/v4/core';

const compiled = new WeakMap<core.$ZodType, core.$ZodType>();

/**
 * The same schema, whose objects are checked by code that is written for their fields. Those of the contract walk through a list
 * of fields instead, since pages must not create code; here the answers of many agents are checked, in a quarter of the time.
 */
export function compiledSchema<Schema extends core.$ZodType>(schema: Schema): core.$ZodType<core.output<Schema>> {
  const known = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, known);
  return known as core.$ZodType<core.output<Schema>>;
}

/** Kinds of schemas that hold no objects in the contract stay as they are. */
function compile(schema: core.$ZodType): core.$ZodType {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, compiledSchema(field)]);
      return new core.$ZodObjectJIT({ ...def, shape: Object.fromEntries(fields) });
    }
    case 'array':
      return core.clone(schema, { ...def, element: compiledSchema(def.element) } as typeof def);
    case 'nullable':
    case 'optional':
      return core.clone(schema, { ...def, innerType: compiledSchema(def.innerType) } as typeof def);
    case 'record':
      return core.clone(schema, { ...def, valueType: compiledSchema(def.valueType) } as typeof def);
    case 'union':
      return core.clone(schema, { ...def, options: def.options.map(compiledSchema) } as typeof def);
    default:
      return schema;
  }
}
