import * as z from 'zod/mini';
import type { AnyTool } from './tool.ts';

/** One query parameter of a tool, for apps that offer it as an option. */
export interface Parameter {
  readonly name: string;
  /** `flag`: true or false; `word`: one of `words`; `number`: a whole number; `text`: anything else. */
  readonly kind: 'flag' | 'word' | 'number' | 'text';
  /** The accepted words; empty for other kinds. */
  readonly words: readonly string[];
  /** The value used when the parameter is omitted; null if there is no default. */
  readonly defaultValue: string | null;
  /** As in the API's documentation. */
  readonly description: string;
}

/** The query parameters of a tool other than its target, in the order of the contract. */
export function parametersOf({ query, target }: Pick<AnyTool, 'query' | 'target'>): Parameter[] {
  return Object.entries(query.shape)
    .filter(([name]) => name !== target)
    .map(([name, field]) => parameterOf(name, field));
}

/** The parameters of a tool's GET calls other than its lookup. */
export function callParametersOf({ calls = [] }: Partial<Pick<AnyTool, 'calls'>>): Parameter[] {
  const byGet = calls.filter(({ method }) => method === 'GET');
  return byGet.flatMap(({ input }) => Object.entries(input.shape).map(([name, field]) => parameterOf(name, field)));
}

/** The description of a tool's target, as in the API's documentation. */
export function targetDescription({ query, target }: Pick<AnyTool, 'query' | 'target'>): string {
  const field: z.core.$ZodType | undefined = query.shape[target];
  return (field && z.globalRegistry.get(field)?.description) ?? '';
}

const FLAG_WORDS: ReadonlySet<string> = new Set(['true', '1', 'false', '0']);

function parameterOf(name: string, field: z.core.$ZodType): Parameter {
  const { description = '', type } = z.globalRegistry.get(field) ?? {};
  const words = wordsOf(field);
  const isFlag = words.length > 0 && words.every((word) => FLAG_WORDS.has(word));
  const kind = isFlag ? 'flag' : words.length > 0 ? 'word' : type === 'integer' ? 'number' : 'text';
  const missing = z.safeParse(field, undefined);
  const defaultValue = missing.success && missing.data != null ? String(missing.data) : null;
  return { name, kind, words: isFlag ? [] : words, defaultValue, description };
}

/** The words of an enum, also inside a pipe, an optional or a nullable; empty for other schemas. */
function wordsOf(schema: z.core.$ZodType): readonly string[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === 'pipe') return wordsOf(def.in);
  if (def.type === 'optional' || def.type === 'nullable') return wordsOf(def.innerType);
  return def.type === 'enum' ? Object.values(def.entries).map(String) : [];
}
