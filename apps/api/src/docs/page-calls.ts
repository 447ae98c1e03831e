import type { JsonSchema } from '@sonde/service';
import { html, type Markup } from '../http/html.ts';
import type { CommonResponses } from './openapi-parts.ts';
import { fieldTable, fold, table } from './page-tables.ts';
import { schemaRows } from './schema-rows.ts';

interface Operation {
  readonly description: string;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Empty, because the page describes failures only once, unlike the OpenAPI document. */
const none: CommonResponses = { failureResponses: () => ({}), requestResponses: {}, headers: {} };

/** Renders the page of calls that are not lookups, with the fields of their answers. */
export function furtherCalls(
  title: string,
  pathsOf: (common: CommonResponses) => Paths,
  schemas: Readonly<Record<string, JsonSchema>>,
): Markup {
  const rows = Object.entries(pathsOf(none)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { description }]) => [`${method.toUpperCase()} ${path}`, description]),
  );
  return html`<h2>${title}</h2>
${table(`Calls of ${title}`, ['Call', 'Meaning'], rows)}
${Object.entries(schemas).map(([name, schema]) => fold(`Fields of ${name}`, fieldTable(`Fields of ${name}`, 'Always present', schemaRows(schema))))}`;
}
