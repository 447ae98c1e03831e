import { failureEnvelope, ToolError } from '@sonde/contract';
import type { CallFacts, FailureFacts, JsonSchema, ToolFacts } from '@sonde/service';
import { html, type Markup } from '../http/html.ts';
import { answerFields } from './answer-fields.ts';
import type { DocsPlace } from './docs-place.ts';
import { exampleOf } from './example-of.ts';
import { codeBlock, fieldTable, fold, table } from './page-tables.ts';
import { examplesOf, tryForm } from './page-try.ts';
import { schemaRows } from './schema-rows.ts';

/** The page of one tool: the request tried in place, parameters, the answer, and its failures. */
export function toolContent(tool: ToolFacts, place: DocsPlace): Markup {
  const { title, summary, path, alsoAt, progress } = tool;
  const also = alsoAt.length === 0 ? '' : html`<p>Also available at ${alsoAt.join(', ')}.</p>\n`;
  return html`<h2>${title}</h2>
<p>${summary}. ${costOf(tool.cost)}</p>
${codeBlock('Call', `GET ${path}`)}
${also}<h3>Try it</h3>
${tryForm(tool, place)}
<h3>Examples</h3>
${examplesOf(tool, place)}
<h3>Query</h3>
${fieldTable(`Query parameters of ${title}`, 'Required', schemaRows(tool.query))}
<h3>Answer</h3>
<p>JSON: an envelope whose <code>_data</code> has these fields. Fields of a field are folded below it.</p>
${answerFields(title, tool.answer)}
${fold('Example of an answer, made of the examples of its fields', codeBlock('Example of an answer', answerExample(tool.answer)))}
${progress === null ? '' : partSection(tool, progress)}<h3>Failures</h3>
<p>A failure has the same envelope, without data and with a code, which determines the HTTP status:</p>
${codeBlock('Example of a failure', JSON.stringify(failureExample(tool.failures), null, 2))}
${failureTable(`Failures of ${title}`, tool.failures)}
${tool.calls.map((call) => callSection(tool, call))}`;
}

const costOf = (cost: number) => `Costs ${cost} ${cost === 1 ? 'unit' : 'units'} of the caller’s allowance.`;

const answerExample = (answer: JsonSchema) =>
  JSON.stringify({ success: true, message: 'OK', _data: exampleOf(answer) }, null, 2);

/** The first failure that a target can cause. */
function failureExample(failures: readonly FailureFacts[]) {
  const {
    code,
    meaning,
    reasons: [reason],
  } = failures.find(({ reasons }) => reasons.length > 0) ?? (failures[0] as FailureFacts);
  return failureEnvelope(new ToolError(code, meaning, reason === undefined ? {} : { reason }));
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
<p>${summary}. ${costOf(cost)}</p>
${codeBlock(`Call of ${title}`, isGet ? `GET ${path}?${search}` : `POST ${path}\nContent-Type: application/json\n\n${body}`)}
${fieldTable(`${isGet ? 'Query parameters' : 'Fields of the body'} of ${title}`, 'Required', schemaRows(input))}
${answerFields(title, answer)}
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
<p>With <code>Accept: text/event-stream</code>, these parts come before the result.</p>
${table(`Parts that ${title} streams before the result`, ['Part', 'Fields', 'Meaning'], rows)}
`;
}

function failureTable(caption: string, rows: readonly FailureFacts[]): Markup {
  return table(
    caption,
    ['Code', 'Status', 'Reasons', 'Meaning'],
    rows.map(({ code, status, reasons, meaning }) => [code, status, reasons.join(', '), meaning]),
  );
}
