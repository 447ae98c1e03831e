import { dataSets, failures, myIp } from '@sonde/contract';
import { explanations } from '@sonde/contract/answers/explanations';
import { toJsonSchema } from '@sonde/service';
import { html, type Markup } from '../http/html.ts';
import { answerFields } from './answer-fields.ts';
import { apiConventions } from './api-conventions.ts';
import type { DocsPlace } from './docs-place.ts';
import type { ApiDescription } from './openapi.ts';
import { listPaths, listSchemas } from './openapi-lists.ts';
import { snapshotPaths, snapshotSchemas } from './openapi-snapshots.ts';
import { tokenPaths, tokenSchemas } from './openapi-tokens.ts';
import { furtherCalls } from './page-calls.ts';
import { docsStyle } from './page-style.ts';
import { codeBlock, fold, table } from './page-tables.ts';
import { toolContent } from './page-tool.ts';

/** A page of the API's documents. */
export interface DocsPage {
  /** After `/api/docs`: empty, or `/` and a name. */
  readonly path: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly markup: string;
}

interface Chapter extends Omit<DocsPage, 'markup'> {
  readonly content: Markup;
}

/** All pages of the API's documents: an overview, one for each tool, and those of everything else. */
export function docsPages({ brand, tools }: ApiDescription, place: DocsPlace): readonly DocsPage[] {
  const chapters: readonly Chapter[] = [
    {
      path: '',
      title: 'Overview',
      description: `The HTTP API of ${brand}: one call for each tool, and JSON of one shape.`,
      content: overview(tools),
    },
    ...tools.map((tool) => ({
      path: `/${tool.id}`,
      title: tool.title,
      description: `${tool.summary}: GET ${tool.path}.`,
      content: toolContent(tool, place),
    })),
    ...otherChapters(),
  ];
  return chapters.map(({ path, title, description, content }) => ({
    path,
    title,
    description,
    markup:
      html`<style>${{ markup: docsStyle }}</style><div class="docs"><article data-title="${title}">${content}</article>${navigation(chapters, path)}</div>`
        .markup,
  }));
}

function navigation(chapters: readonly Chapter[], shown: string): Markup {
  const current: Markup = { markup: ' aria-current="page"' };
  return html`<nav aria-label="API documentation"><ul>${chapters.map(
    ({ path, title }) => html`<li><a href="/api/docs${path}"${path === shown ? current : ''}>${title}</a></li>`,
  )}<li><a href="/api/openapi.json">openapi.json</a></li></ul></nav>`;
}

const summaryOf = (text: string) => /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text;

function overview(tools: ApiDescription['tools']): Markup {
  return html`<h2>Overview</h2>
<p>A lookup is a GET request unless its page says otherwise, and every answer is JSON of the same shape. No key is required. Every field is
always present unless its table says otherwise.</p>
<ul class="tools">${tools.map(
    ({ id, title, summary, path }) =>
      html`<li><a href="/api/docs/${id}"><b>${title}</b>${summary}<br><code>GET ${path}</code></a></li>`,
  )}</ul>
<h3>The envelope</h3>
${codeBlock(
  'Envelopes of an answer and of a failure',
  `{"success": true, "message": "OK", "_data": { … }}
{"success": false, "message": "Domain is required", "_data": null, "code": "invalid-input"}`,
)}
<h3>Conventions</h3>
${apiConventions.map((text) => fold(summaryOf(text), html`<p>${text}</p>`))}`;
}

function otherChapters(): Chapter[] {
  return [
    ownChapter('/my-ip', myIp),
    ownChapter('/datasets', dataSets),
    {
      path: '/lists',
      title: 'Lists',
      description: 'Many targets that are looked up in the background.',
      content: furtherCalls('Lists', listPaths, listSchemas()),
    },
    {
      path: '/snapshots',
      title: 'Kept results',
      description: 'Results that are kept, signed, under a link of their own.',
      content: furtherCalls('Kept results', snapshotPaths, snapshotSchemas()),
    },
    {
      path: '/tokens',
      title: 'Tokens',
      description: 'Credentials of programs that call the API for a member.',
      content: furtherCalls('Tokens', tokenPaths, tokenSchemas()),
    },
    { path: '/findings', title: 'Findings', description: 'The codes that findings may have.', content: findingTable() },
    {
      path: '/failures',
      title: 'Failures',
      description: 'The codes of lookups without an answer.',
      content: failureTable(),
    },
  ];
}

function ownChapter(at: string, { path, title, summary, cost, answer }: typeof myIp | typeof dataSets): Chapter {
  const content = html`<h2>${title}</h2>
<p>${summary}. Costs ${cost} units of the caller&rsquo;s allowance.</p>
${codeBlock('Call', `GET ${path}`)}
<p>Try it: <a href="${path}">${path}</a></p>
<h3>Answer</h3>
${answerFields(title, toJsonSchema(answer, 'output'))}`;
  return { path: at, title, description: `${summary}.`, content };
}

function findingTable(): Markup {
  const rows = Object.entries(explanations).map(([code, { states, title, meaning }]) => [
    code,
    states.join(', '),
    `${title}. ${meaning}`,
  ]);
  return html`<h2>Findings</h2>
<p>The codes that findings may have. The command <code>sonde --explain CODE</code> explains a code and says how to fix the problem.</p>
${table('All codes of findings', ['Code', 'States', 'Meaning'], rows)}`;
}

function failureTable(): Markup {
  const rows = Object.entries(failures).map(([code, { status, blame, meaning }]) => [code, status, blame, meaning]);
  return html`<h2>Failures</h2>
<p>The codes of calls without an answer.</p>
${table('All failure codes', ['Code', 'Status', 'To blame', 'Meaning'], rows)}`;
}
