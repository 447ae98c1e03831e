import type { JsonSchema, ToolFacts } from '@sonde/service';
import { html, type Markup } from '../http/html.ts';
import type { DocsPlace } from './docs-place.ts';
import { codeBlock } from './page-tables.ts';

/**
 * A form that sends the request. Without a script it opens the answer of the target alone; the site's script shows the
 * answer below, and sends the optional parameters too (`data-name`).
 */
export function tryForm(tool: ToolFacts, place: DocsPlace): Markup {
  const [target, ...others] = Object.entries(tool.query.properties ?? {}) as [string, JsonSchema][];
  if (target === undefined) return html``;
  return html`<form class="try" method="get" action="${tool.path}" data-try>
<div class="fields">${field(target, targetOf(tool, place))}${others.map((one) => field(one, null))}</div>
<p class="line"><code>GET <span data-url>${urlOf(tool, place)}</span></code></p>
<p class="line"><button class="btn btn-p" type="submit">Send</button> <span role="status" data-state>A request counts against your allowance like any other.</span></p>
<div class="response" data-response hidden></div>
</form>`;
}

/** The same request in the words of two programs. */
export function examplesOf(tool: ToolFacts, place: DocsPlace): Markup {
  const url = urlOf(tool, place);
  const address = html`<span data-origin>${place.origin}</span><span data-url>${url}</span>`;
  return html`<h4>curl</h4>
${codeBlock('curl', html`curl '${address}'`)}
<h4>JavaScript</h4>
${codeBlock(
  'JavaScript',
  html`const response = await fetch('${address}');
const { success, message, _data, code } = await response.json();
if (!success) throw new Error(\`\${code}: \${message}\`);
console.log(_data.verdict, _data.checks);`,
)}`;
}

/** The target: of this server's own choice, or that of the contract. */
function targetOf({ id, exampleUrl }: ToolFacts, place: DocsPlace): string {
  const [, search = ''] = exampleUrl.split('?');
  const [value = ''] = new URLSearchParams(search).values();
  return place.target(id) ?? value;
}

function urlOf(tool: ToolFacts, place: DocsPlace): string {
  const [name = ''] = Object.keys(tool.query.properties ?? {});
  return `${tool.path}?${new URLSearchParams({ [name]: targetOf(tool, place) })}`;
}

function field([name, schema]: [string, JsonSchema], value: string | null): Markup {
  const id = `try-${name}`;
  const key =
    value === null ? html`data-name="${name}"` : html`name="${name}" data-name="${name}" required value="${value}"`;
  const control = isSwitch(schema)
    ? html`<select id="${id}" ${key}><option value="">&ndash;</option><option>true</option><option>false</option></select>`
    : html`<input id="${id}" ${key} autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="${value === null ? exampleText(schema) : ''}">`;
  return html`<label for="${id}"><span>${name}</span>${control}</label>`;
}

/** In a query, booleans are texts. */
const isSwitch = ({ examples = [] }: JsonSchema) => /^(?:true|false)$/.test(String(examples[0]));

const exampleText = ({ examples: [example] = [] }: JsonSchema) =>
  example === undefined ? '' : `e.g. ${String(example)}`;
