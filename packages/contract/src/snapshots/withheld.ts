import type { AnyTool } from '../tool.ts';
import { tools } from '../tools/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An answer without personal data, and the fields that were emptied. */
export interface Withheld {
  readonly answer: Fields;
  readonly fields: readonly string[];
}

/** The answer without personal contacts; unchanged for tools that have none. */
export function withoutContacts(tool: string, answer: Fields): Withheld {
  const all: Readonly<Record<string, AnyTool>> = tools;
  const emptied = Object.hasOwn(all, tool) ? Object.entries(all[tool]?.personal ?? {}) : [];
  const held = emptied.filter(([path, empty]) => !isEqual(valueAt(answer, path.split('.')), empty));
  return {
    answer: held.reduce((left, [path, empty]) => withValueAt(left, path.split('.'), empty), answer),
    fields: held.map(([path]) => path),
  };
}

/** True for an absent field too: there is nothing to empty. */
const isEqual = (value: unknown, empty: unknown) =>
  value === undefined || JSON.stringify(value) === JSON.stringify(empty);

function valueAt(fields: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return fields;
  return isFields(fields) && Object.hasOwn(fields, name) ? valueAt(fields[name], rest) : undefined;
}

function withValueAt(fields: Fields, [name = '', ...rest]: readonly string[], value: unknown): Fields {
  const inner = fields[name];
  return { ...fields, [name]: rest.length === 0 || !isFields(inner) ? value : withValueAt(inner, rest, value) };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
