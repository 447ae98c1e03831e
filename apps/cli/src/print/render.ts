import type { ReadingOrder } from '@sonde/contract/fact/reading-order';
import { formatUtc } from '@sonde/contract/text/format-utc';
import { printable } from './printable.ts';
import { NONE, renderPairs, renderTable } from './table.ts';
import { bold, dim, type Terminal } from './terminal.ts';
import { wrap, wrapBehind } from './width.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Settings shared by all blocks. */
interface Page {
  readonly columns: number;
  readonly isComplete: boolean;
  /** Fields of lists that are left out, as `clients.source`. */
  readonly details: readonly string[];
}

/** Lines under a heading; the plain values at the top have an empty one. */
interface Block {
  readonly heading: string;
  readonly lines: readonly string[];
}

export interface RenderOptions {
  readonly terminal: Terminal;
  readonly order: ReadingOrder;
  /** Whether to include fields without a value, and those that the reading order calls details. */
  readonly isComplete: boolean;
}

/**
 * An answer of any tool as text for a terminal. Only the structure of its values decides: plain values become pairs,
 * lists of objects tables; tables (`titles` and `data`) and texts of several lines are printed as they are.
 */
export function renderAnswer(data: Fields, { terminal, order, isComplete }: RenderOptions): string[] {
  const { columns } = terminal;
  const everything = inOrder(data, order);
  const shown = isComplete ? everything : known(without(everything, order.details));
  const page = { columns, isComplete, details: isComplete ? [] : order.details };
  const blocks = blocksOf('', shown, page);
  const lines = blocks.flatMap(({ heading, lines: inside }) => [
    ...(heading === '' ? [] : wrap(printable(heading), columns).map((line) => bold(line, terminal))),
    ...inside,
    '',
  ]);
  const isAll = isComplete || JSON.stringify(shown) === JSON.stringify(everything);
  if (isAll && page.details.every((name) => !name.includes('.'))) return lines.slice(0, -1);
  const left = 'Fields without a value and long lists are omitted: --all prints them.';
  return [...lines, ...wrap(left, columns).map((line) => dim(line, terminal))];
}

function inOrder(data: Fields, { first, last, details }: ReadingOrder): Fields {
  const named = (names: readonly string[]) => names.filter((name) => Object.hasOwn(data, name));
  const others = Object.keys(data).filter((name) => ![...first, ...last, ...details].includes(name));
  const names = [...named(first), ...others, ...named(details), ...named(last)];
  return Object.fromEntries(names.map((name) => [name, data[name]]));
}

const without = (data: Fields, names: readonly string[]) =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)));

/** The fields without those that are null or empty, in the objects inside them too. */
function known(fields: Fields): Fields {
  const entries = Object.entries(fields).map(([name, value]) => [name, knownValue(value)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null));
}

function knownValue(value: unknown): unknown {
  if (value === undefined || value === '') return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value;
  if (!isFields(value) || isTable(value)) return value;
  const inside = known(value);
  return Object.keys(inside).length === 0 ? null : inside;
}

function blocksOf(heading: string, fields: Fields, page: Page): Block[] {
  const entries = Object.entries(fields);
  const pairs = entries.flatMap(([name, value]): [string, string][] =>
    isInline(value) ? [[words(name), inline(value)]] : [],
  );
  const facts = pairs.length > 0 ? [{ heading, lines: renderPairs(pairs, page.columns) }] : [];
  return [...facts, ...entries.flatMap(([name, value]) => (isInline(value) ? [] : blockOf(name, value, page)))];
}

function blockOf(name: string, value: unknown, page: Page): Block[] {
  if (typeof value === 'string') return [{ heading: words(name), lines: textLines(value, page.columns) }];
  if (!Array.isArray(value)) return blocksOf(words(name), value as Fields, page);
  if (value.every(isTable)) return value.map((table) => tableBlock(table, page.columns));
  if (value.every(isFields)) return [listBlock(name, value, page)];
  return [{ heading: words(name), lines: value.flatMap((item) => wrap(printable(inline(item)), page.columns)) }];
}

/**
 * Splits a text into lines. Tabs in server replies are layout; other control characters are not. Continued lines keep their
 * indent.
 */
function textLines(text: string, columns: number): string[] {
  return text
    .trimEnd()
    .split(/\r?\n/)
    .flatMap((line) => {
      const shown = printable(line.replaceAll('\t', '    '));
      const rest = shown.trimStart();
      return wrapBehind(shown.slice(0, shown.length - rest.length).slice(0, columns / 2), rest, columns);
    });
}

interface Table {
  readonly titles: readonly string[];
  readonly data: readonly (readonly string[])[];
}

function isTable(value: unknown): value is Table {
  return isFields(value) && Array.isArray(value['titles']) && Array.isArray(value['data']);
}

/** The heading is the text that stands beside the table, such as `recordName`. */
function tableBlock(table: Table, columns: number): Block {
  const heading = Object.values(table).filter((value) => typeof value === 'string');
  return { heading: heading.join(' '), lines: renderTable(table.titles, table.data, columns) };
}

function listBlock(name: string, items: readonly Fields[], { columns, isComplete, details }: Page): Block {
  const hasValue = (title: string) => items.some((item) => knownValue(item[title]) !== null);
  const titles = [...new Set(items.flatMap(Object.keys))].filter(
    (title) => isComplete || (hasValue(title) && !details.includes(`${name}.${title}`)),
  );
  const rows = items.map((item) => titles.map((title) => inline(item[title])));
  return { heading: words(name), lines: renderTable(titles.map(words), rows, columns) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value fits on one line after its name. */
function isInline(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.every(isPlain);
  return isPlain(value);
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' ? !value.includes('\n') : typeof value !== 'object' || value === null;
}

function inline(value: unknown): string {
  if (value === null || value === undefined) return NONE;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? NONE : value.map(inline).join(', ');
  if (typeof value === 'object') return partsOf(value as Fields).join(' ') || NONE;
  return formatUtc(String(value));
}

/** The known parts of a compound value, such as a key with its type and length. */
function partsOf(value: Fields): string[] {
  return Object.values(value)
    .filter((part) => part !== null && part !== undefined)
    .map(inline);
}

/** `validationFailed` as `validation failed`. */
function words(name: string): string {
  return name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
