import * as z from 'zod/mini';

declare const essential: unique symbol;
/** The mark that `isEssential` puts on a field; for the compiler only. */
export interface Essential {
  readonly [essential]: true;
}

const essentials = new WeakSet<z.core.$ZodType>();

/**
 * Marks a field without which an answer is useless: a reader refuses an answer that lacks it. Every other field may be
 * missing (see `readerOf`). Must be the outermost wrapper, around `described`.
 */
export function isEssential<Schema extends z.ZodMiniType>(schema: Schema): Schema & Essential {
  essentials.add(schema);
  return schema as Schema & Essential;
}

type Optional = OfType<'optional'>;
interface OfType<Name extends z.core.$ZodTypeDef['type']> {
  readonly _zod: { readonly def: { readonly type: Name } };
}

/** The type of what `readerOf` reads: a missing value is null, and an enum is any text. */
export type Reading<Schema> =
  Schema extends z.ZodMiniObject<infer Shape>
    ? { readonly [Key in keyof Shape as Shape[Key] extends Optional ? never : Key]: FieldReading<Shape[Key]> } & {
        readonly [Key in keyof Shape as Shape[Key] extends Optional ? Key : never]?: FieldReading<Shape[Key]>;
      }
    : Schema extends z.ZodMiniArray<infer Item>
      ? readonly Reading<Item>[]
      : Schema extends z.ZodMiniRecord<z.core.$ZodRecordKey, infer Value>
        ? Readonly<Record<string, Reading<Value>>>
        : Schema extends z.ZodMiniNullable<infer Inner>
          ? Reading<Inner> | null
          : Schema extends z.ZodMiniOptional<infer Inner>
            ? Reading<Inner> | undefined
            : Schema extends z.ZodMiniUnion<infer Options>
              ? Reading<Options[number]>
              : Schema extends OfType<'enum'>
                ? string
                : z.output<Schema>;

type FieldReading<Schema> = Schema extends
  | Essential
  | Optional
  | OfType<'literal'>
  | z.ZodMiniObject
  | z.ZodMiniArray<z.core.$ZodType>
  | z.ZodMiniRecord
  ? Reading<Schema>
  : Reading<Schema> | null;

/**
 * The schema for reading answers of a server of another version, or of another implementation of the same API. It is more
 * lenient than `schema`, which is what this server promises:
 *
 * - a field that is missing or does not match the schema is null (`[]` or `{}` for lists and records, and an object of
 *   nulls for an object), unless it is essential;
 * - where the schema has an enum, any text is accepted;
 * - unknown fields are dropped.
 *
 * A list keeps all its items or is empty: dropping a single item that lacks an essential field would go unnoticed.
 */
export function readerOf<Schema extends z.core.$ZodType>(schema: Schema): z.ZodMiniType<Reading<Schema>> {
  const reader = made.get(schema) ?? make(schema as unknown as z.core.$ZodTypes);
  made.set(schema, reader);
  return reader as z.ZodMiniType<Reading<Schema>>;
}

const made = new WeakMap<z.core.$ZodType, z.ZodMiniType>();

function make(schema: z.core.$ZodTypes): z.ZodMiniType {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return z.object(Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, fieldReader(field)])));
    case 'array':
      return z.array(readerOf(def.element));
    case 'record':
      return z.record(z.string(), readerOf(def.valueType));
    case 'optional':
      return z.optional(readerOf(def.innerType));
    case 'nullable':
      return z.nullable(readerOf(def.innerType));
    case 'union':
      return z.union(def.options.map((option) => readerOf(option)));
    case 'enum':
      return z.string();
    default:
      return schema as unknown as z.ZodMiniType;
  }
}

function fieldReader(field: z.core.$ZodType): z.ZodMiniType {
  const reader = readerOf(field);
  const { type } = field._zod.def;
  if (essentials.has(field) || type === 'literal') return reader;
  if (type === 'array') return z.catch(reader, () => []);
  if (type === 'record') return z.catch(reader, () => ({}));
  // A new object each time, so that answers share none. Throws if an object that is not essential itself has an essential field.
  if (type === 'object') return z.catch(reader, () => z.parse(reader, {}));
  return type === 'optional' ? z.catch(reader, undefined) : z.catch(z.nullable(reader), null);
}
