import type { ToolId } from '../tools/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is left of an answer, and the fields that were emptied. */
export interface Withheld {
  readonly answer: Fields;
  readonly fields: readonly string[];
}

/** Fields of answers that name persons, and how they look when they are empty. */
const personal: { readonly [Id in ToolId]?: Fields } = {
  // The words of the servers themselves repeat the contacts in the middle of everything else.
  whois: { 'registration.contacts': [], whoIsInfo: '', rdap: null },
};

/** The answer without the contacts of persons; unchanged for tools that name none. */
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
