import type { JsonSchema } from '@sonde/service';
import { html, type Markup } from '../http/html.ts';
import type { CommonResponses } from './openapi-parts.ts';
import { fieldTable, table } from './page-tables.ts';
import { schemaRows } from './schema-rows.ts';

interface Operation {
  readonly description: string;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Empty: the page describes failures once, not for each call as the document does. */
const none: CommonResponses = { failureResponses: () => ({}), requestResponses: {}, headers: {} };

/** The calls that are not lookups: what each does, and the fields of its answer. */
export function furtherCalls(
  id: string,
  title: string,
  pathsOf: (common: CommonResponses) => Paths,
  schemas: Readonly<Record<string, JsonSchema>>,
): Markup {
  const rows = Object.entries(pathsOf(none)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description }]) => [`${method.toUpperCase()} ${path}`, description]),
  );
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${table(`Calls of ${title}`, ['Call', 'Meaning'], rows)}
${Object.entries(schemas).map(([name, schema]) => fieldTable(`Fields of ${name}`, 'Always there', schemaRows(schema)))}
</section>`;
}
