import type { JsonSchema } from '@sonde/service';
import { html, type Markup } from '../http/html.ts';
import { fieldTable, fold } from './page-tables.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';

/** The fields of an answer; those inside a field are folded, with their count. */
export function answerFields(title: string, answer: JsonSchema): Markup {
  const rows = schemaRows(answer);
  const outer = rows.filter(({ path }) => !/[.[]/.test(path));
  return html`${fieldTable(`Fields of _data of ${title}`, 'Always present', outer)}
${outer.map(({ path }) =>
  innerFields(
    title,
    path,
    rows.filter((row) => row.path !== path && isInside(row, path)),
  ),
)}`;
}

const isInside = ({ path }: SchemaRow, outer: string) => path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

function innerFields(title: string, path: string, rows: readonly SchemaRow[]): Markup {
  if (rows.length === 0) return html``;
  const count = rows.length === 1 ? '1 field' : `${rows.length} fields`;
  return fold(`${path}: ${count}`, fieldTable(`Fields of ${path} of ${title}`, 'Always present', rows));
}
