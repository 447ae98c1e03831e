import { dataSets, failures, myIp } from '@sonde/contract';
import { explanations } from '@sonde/contract/answers/explanations';
import { type CallFacts, type FailureFacts, type JsonSchema, type ToolFacts, toJsonSchema } from '@sonde/service';
import { html, type Markup } from '../http/html.ts';
import { apiConventions } from './api-conventions.ts';
import type { ApiDescription } from './openapi.ts';
import { listPaths, listSchemas } from './openapi-lists.ts';
import { tokenPaths, tokenSchemas } from './openapi-tokens.ts';
import { furtherCalls } from './page-calls.ts';
import { docsStyle } from './page-style.ts';
import { fieldTable, table } from './page-tables.ts';
import { schemaRows } from './schema-rows.ts';

/** Renders the API documentation as one HTML page without scripts. */
export function docsPage({ brand, tools }: ApiDescription): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>API of ${brand}</title>
<style>${{ markup: docsStyle }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header>
<p><a href="/">${brand}</a></p>
<nav aria-label="Tools"><ul>
${tools.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`)}<li><a href="#lists">Lists</a></li>
<li><a href="#tokens">Tokens</a></li>
<li><a href="#findings">Findings</a></li>
<li><a href="#failures">Failures</a></li>
</ul></nav>
</header>
<main id="main" tabindex="-1">
<h1>API of ${brand}</h1>
<p>A lookup is a GET request unless its section says otherwise, and every answer is JSON of the same shape. No key is required. Every field is
always present unless its table says otherwise. The machine-readable form of this
page is <a href="/api/openapi.json">openapi.json</a>.</p>
${envelopeSection}
${tools.map(toolSection)}
${ownSection('myIp', myIp)}
${ownSection('datasets', dataSets)}
${furtherCalls('lists', 'Lists', listPaths, listSchemas())}
${furtherCalls('tokens', 'Tokens', tokenPaths, tokenSchemas())}
${findingSection()}
${failureSection()}
</main>
</body>
</html>
`.markup;
}

const envelopeSection = html`<section aria-labelledby="envelope">
<h2 id="envelope">The envelope</h2>
<pre tabindex="0"><code>{"success": true, "message": "OK", "_data": { … }}
{"success": false, "message": "Domain is required", "_data": null, "code": "invalid-input"}</code></pre>
${apiConventions.map((text) => html`<p>${text}</p>\n`)}</section>`;

function toolSection(tool: ToolFacts): Markup {
  const { id, title, summary, path, exampleUrl, cost, alsoAt } = tool;
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p>${summary}. Costs ${cost} ${cost === 1 ? 'unit' : 'units'} of the caller’s allowance.</p>
<pre tabindex="0"><code>GET ${path}</code></pre>
${
  alsoAt.length === 0
    ? ''
    : html`<p>Also available at ${alsoAt.join(', ')}.</p>
`
}<p>Try it: <a href="${exampleUrl}">${exampleUrl}</a></p>
<h3>Query</h3>
${fieldTable(`Query parameters of ${title}`, 'Required', schemaRows(tool.query))}
<h3>Answer</h3>
${fieldTable(`Fields of _data of ${title}`, 'Always present', schemaRows(tool.answer))}
${tool.progress === null ? '' : partSection(tool, tool.progress)}<h3>Failures</h3>
${failureTable(`Failures of ${title}`, tool.failures)}
${tool.calls.map((call) => callSection(tool, call))}</section>
`;
}

/** A call beside the lookup. */
function callSection({ path }: ToolFacts, call: CallFacts): Markup {
  const { method, title, summary, cost, input, answer, example } = call;
  const body = JSON.stringify(example);
  const search = new URLSearchParams(
    Object.entries(example).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const isGet = method === 'GET';
  return html`<h3>${title}</h3>
<p>${summary}. Costs ${cost} ${cost === 1 ? 'unit' : 'units'} of the caller’s allowance.</p>
<pre tabindex="0"><code>${isGet ? `GET ${path}?${search}` : `POST ${path}\nContent-Type: application/json\n\n${body}`}</code></pre>
${fieldTable(`${isGet ? 'Query parameters' : 'Fields of the body'} of ${title}`, 'Required', schemaRows(input))}
${fieldTable(`Fields of _data of ${title}`, 'Always present', schemaRows(answer))}
`;
}

/** Describes the parts that a stream sends before the result; most consist of fields of the answer. */
function partSection({ title, partEvent }: ToolFacts, progress: JsonSchema): Markup {
  const kinds = (progress.oneOf ?? [progress]) as readonly JsonSchema[];
  const rows = kinds.map(({ properties = {} }) => {
    const [first] = Object.values(properties) as JsonSchema[];
    const isMarked = first?.const !== undefined;
    return [
      isMarked ? String(first.const) : partEvent,
      Object.keys(properties).join(', '),
      isMarked ? (first.description ?? '') : '',
    ];
  });
  return html`<h3>Parts of a stream</h3>
${table(`Parts that ${title} streams before the result`, ['Part', 'Fields', 'Meaning'], rows)}
`;
}

function ownSection(id: string, { path, title, summary, cost, answer }: typeof myIp | typeof dataSets): Markup {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
<p>${summary}. Costs ${cost} units of the caller’s allowance.</p>
<pre tabindex="0"><code>GET ${path}</code></pre>
<p>Try it: <a href="${path}">${path}</a></p>
${fieldTable(`Fields of _data of ${title}`, 'Always present', schemaRows(toJsonSchema(answer, 'output')))}
</section>`;
}

function failureTable(caption: string, rows: readonly FailureFacts[]): Markup {
  return table(
    caption,
    ['Code', 'Status', 'Reasons', 'Meaning'],
    rows.map(({ code, status, reasons, meaning }) => [code, status, reasons.join(', '), meaning]),
  );
}

function findingSection(): Markup {
  const rows = Object.entries(explanations).map(([code, { states, title, meaning }]) => [
    code,
    states.join(', '),
    `${title}. ${meaning}`,
  ]);
  return html`<section aria-labelledby="findings">
<h2 id="findings">Findings</h2>
<p>The codes that findings may have. The command <code>sonde --explain CODE</code> explains a code and says how to fix the problem.</p>
${table('All codes of findings', ['Code', 'States', 'Meaning'], rows)}
</section>`;
}

function failureSection(): Markup {
  const rows = Object.entries(failures).map(([code, { status, blame, meaning }]) => [code, status, blame, meaning]);
  return html`<section aria-labelledby="failures">
<h2 id="failures">Failures</h2>
${table('All failure codes', ['Code', 'Status', 'To blame', 'Meaning'], rows)}
</section>`;
}
