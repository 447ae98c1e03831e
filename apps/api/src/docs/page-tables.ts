import { html, type Markup } from '../http/html.ts';
import type { SchemaRow } from './schema-rows.ts';

/** Renders a table of fields; the column of presence is omitted if all fields are required. */
export function fieldTable(
  caption: string,
  presence: 'Required' | 'Always present',
  rows: readonly SchemaRow[],
): Markup {
  const isPlain = presence === 'Always present' && rows.every(({ isRequired }) => isRequired);
  const presenceOf = (isRequired: boolean) => (isRequired ? 'yes' : 'no');
  return table(
    caption,
    ['Name', 'Type', presence, 'Meaning', 'Example'],
    rows.map(({ path, type, isRequired, description, example }) => [
      path,
      type,
      isPlain ? '' : presenceOf(isRequired),
      description,
      example,
    ]),
  );
}

/** Sentences get the room that is left. */
const MEANS: Markup = { markup: ' class="means"' };

/** Renders a table without its empty columns. */
export function table(
  caption: string,
  titles: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Markup {
  const used = titles.flatMap((_, column) => (rows.some((row) => row[column] !== '') ? [column] : []));
  const cell = (row: readonly (string | number)[], column: number) => row[column] ?? '';
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${used.map((column) => html`<th scope="col">${cell(titles, column)}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (row) => html`<tr><th scope="row"><code>${cell(row, 0)}</code></th>${used
    .slice(1)
    .map((column) => html`<td${titles[column] === 'Meaning' ? MEANS : ''}>${cell(row, column)}</td>`)}</tr>
`,
)}</tbody>
</table></div>`;
}

/** A text that is not wrapped, and scrolls. */
export function codeBlock(label: string, text: string | Markup): Markup {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`;
}

/** What most readers do not need. */
export function fold(summary: string, content: Markup): Markup {
  return html`<details><summary>${summary}</summary>
${content}
</details>
`;
}
