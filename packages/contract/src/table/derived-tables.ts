import { cellText, flatFacts } from './flat-facts.ts';
import type { Table } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that are output separately for every answer. */
const BESIDE: ReadonlySet<string> = new Set(['gaps', 'verdict', 'checks', 'findings']);

/** Derives tables from the structure of an answer: one of its facts, and one for every list of objects. */
export function derivedTables(answer: Fields): readonly Table[] {
  const fields = Object.entries(answer).filter(([name]) => !BESIDE.has(name));
  const facts = fields.flatMap(([name, value]) => (isList(value) ? [] : flatFacts(name, value)));
  const lists = fields.flatMap(([name, value]) => (isList(value) ? [listTable(name, value)] : []));
  return [{ title: 'Answer', columns: ['Field', 'Value'], rows: facts }, ...lists];
}

function isList(value: unknown): value is readonly Fields[] {
  const isFields = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  return Array.isArray(value) && value.length > 0 && value.every(isFields);
}

function listTable(title: string, items: readonly Fields[]): Table {
  const columns = [...new Set(items.flatMap(Object.keys))];
  return { title, columns, rows: items.map((item) => columns.map((column) => cellText(item[column]))) };
}
