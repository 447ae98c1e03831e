import { printable } from './printable.ts';
import { renderPairs, renderTable } from './table.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Lines under a heading; the plain values at the top have an empty one. */
interface Block {
  readonly heading: string;
  readonly lines: readonly string[];
}

/**
 * An answer of any tool as text for a terminal. Only the structure of its values decides: plain values become pairs,
 * lists of objects tables; tables (`titles` and `data`) and texts of several lines are printed as they are.
 */
export function renderAnswer(data: Fields, bold: (text: string) => string): string {
  return blocksOf('', data)
    .map(({ heading, lines }) => [...(heading === '' ? [] : [bold(printable(heading))]), ...lines].join('\n'))
    .join('\n\n');
}

function blocksOf(heading: string, fields: Fields): Block[] {
  const entries = Object.entries(fields);
  const pairs = entries.flatMap(([name, value]): [string, string][] =>
    isInline(value) ? [[words(name), inline(value)]] : [],
  );
  const facts = pairs.length > 0 ? [{ heading, lines: renderPairs(pairs) }] : [];
  return [...facts, ...entries.flatMap(([name, value]) => (isInline(value) ? [] : blockOf(name, value)))];
}

function blockOf(name: string, value: unknown): Block[] {
  if (typeof value === 'string') return [{ heading: words(name), lines: value.split(/\r?\n/).map(printable) }];
  if (!Array.isArray(value)) return blocksOf(words(name), value as Fields);
  if (value.every(isTable)) return value.map(tableBlock);
  if (value.every(isFields)) return [listBlock(name, value)];
  return [{ heading: words(name), lines: value.map((item) => printable(inline(item))) }];
}

interface Table {
  readonly titles: readonly string[];
  readonly data: readonly (readonly string[])[];
}

function isTable(value: unknown): value is Table {
  return isFields(value) && Array.isArray(value['titles']) && Array.isArray(value['data']);
}

/** The heading is the text that stands beside the table, such as `recordName`. */
function tableBlock(table: Table): Block {
  const heading = Object.values(table).filter((value) => typeof value === 'string');
  return { heading: heading.join(' '), lines: renderTable(table.titles, table.data) };
}

function listBlock(name: string, items: readonly Fields[]): Block {
  const columns = [...new Set(items.flatMap(Object.keys))];
  const rows = items.map((item) => columns.map((column) => inline(item[column])));
  return { heading: words(name), lines: renderTable(columns.map(words), rows) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value fits on one line behind its name. */
function isInline(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.every(isPlain);
  return isPlain(value);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? !value.includes('\n') : typeof value !== 'object' || value === null;
}

function inline(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.map(inline).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** `validationFailed` as `validation failed`. */
function words(name: string): string {
  return name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
