import type { ToolId } from '../tools/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An answer without personal data, and the fields that were emptied. */
export interface Withheld {
  readonly answer: Fields;
  readonly fields: readonly string[];
}

/** Fields that contain personal data, with their empty values. */
const personal: { readonly [Id in ToolId]?: Fields } = {
  // The raw server replies repeat the contacts in between other data.
  whois: { 'registration.contacts': [], whoIsInfo: '', rdap: null },
};

/** The answer without personal contacts; unchanged for tools that have none. */
export function withoutContacts(tool: string, answer: Fields): Withheld {
  const table: Readonly<Record<string, Fields | undefined>> = personal;
  const emptied = Object.hasOwn(table, tool) ? Object.entries(table[tool] ?? {}) : [];
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
