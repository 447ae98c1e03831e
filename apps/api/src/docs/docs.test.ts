import { type AnyTool, dataSets, failures, myIp, report, tools } from '@sonde/contract';
import { explanations } from '@sonde/contract/answers/explanations';
import { findingStates } from '@sonde/contract/finding/finding';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { testServer } from '../testing/test-server.ts';
import { type SchemaRow, schemaRows } from './schema-rows.ts';

interface Schema {
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
interface Field {
  readonly path: string;
  readonly field: Schema;
}

/** Every field at any depth. */
function fieldsOf({ properties = {}, items, anyOf = [], oneOf = [] }: Schema, path: string): Field[] {
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      { path: `${path}.${name}`, field },
      ...fieldsOf(field, `${path}.${name}`),
    ]),
    ...[...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap((inner) => fieldsOf(inner, path)),
  ];
}

/** To describe all tools takes a second: one server makes every reply, once. */
let made: ReturnType<typeof makeReplies> | undefined;
async function makeReplies() {
  const { app } = await testServer({ SONDE_BRAND: 'A & B' });
  const reply = async (url: string) => [url, await app.inject(url)] as const;
  return new Map(await Promise.all(['/api/openapi.json', '/api/docs/nothing', ...everyPath].map(reply)));
}
async function get(url: string) {
  made ??= makeReplies();
  return (await made).get(url) ?? expect.fail(`${url} was not asked for`);
}

describe('the OpenAPI document', () => {
  it('describes every tool: query, answer, failures by status', async () => {
    const document = (await get('/api/openapi.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'A & B API' } });
    const others = [
      ...[dataSets.path, myIp.path, report.path, '/api/v2/snapshots', '/api/v2/snapshots/{id}'],
      ...['/api/v2/places', '/api/v2/places/{tool}'],
      ...[
        '/api/v2/lists',
        '/api/v2/lists/{id}',
        '/api/v2/lists/{id}/answer',
        '/api/v2/lists/{id}/changes',
        '/api/v2/lists/{id}/stop',
      ],
      ...['/api/account/tokens', '/api/account/tokens/{id}', '/api/v2/channels', '/api/v2/channels/{id}'],
      ...['/api/v2/watches', '/api/v2/watches/changes', '/api/v2/watches/{id}', '/api/v2/watches/{id}/at'],
      '/api/v2/watches/{id}/check',
      ...['/api/v2/channels/feed', '/api/v2/channels/{id}/prove', '/api/v2/channels/{id}/test'],
    ];
    const lookups = Object.values<AnyTool>(tools).flatMap(({ path, alsoAt = [] }) => [path, ...alsoAt]);
    expect(Object.keys(document.paths).sort()).toEqual([...lookups, ...others].sort());
    for (const tool of Object.values<AnyTool>(tools)) {
      const byParameter = (tool.calls ?? []).filter(({ method }) => method === 'GET');
      const { get: operation } = document.paths[tool.path];
      expect(operation.operationId).toBe(tool.id);
      expect(operation.parameters.map(({ name }: { name: string }) => name)).toEqual([
        ...Object.keys(tool.query.shape),
        'fresh',
        'evidence',
        'timing',
        ...byParameter.flatMap(({ input }) => Object.keys(input.shape)),
      ]);
      const required = byParameter.length === 0;
      expect(operation.parameters[0]).toMatchObject({ in: 'query', name: tool.target, required });
      for (const { description, example } of operation.parameters) {
        expect([description, example]).not.toContain(undefined);
      }
      for (const code of tool.failures) {
        const response = operation.responses[failures[code].status];
        expect(response.description).toContain(`${code}: ${failures[code].meaning}`);
        expect(response.content['application/json'].examples[code].value).toMatchObject({ success: false, code });
      }
      for (const status of [403, 405, 408, 413, 414, 417, 431]) expect(operation.responses).toHaveProperty([status]);
      expect(operation.responses[200].headers).toHaveProperty('RateLimit');
      expect(operation.responses[200].headers).toHaveProperty('Server-Timing');
      const events = operation.responses[200].content['text/event-stream'].schema.description;
      expect(events.includes(`#/components/schemas/${tool.id}Progress`)).toBe(tool.progress !== null);
      expect(`${tool.id}Progress` in document.components.schemas).toBe(tool.progress !== null);
      const answer = document.components.schemas[`${tool.id}Answer`];
      const beside = ['gaps', 'checkedAt', 'verdict', 'checks', 'findings'];
      expect(Object.keys(answer.properties)).toEqual([...new Set([...Object.keys(tool.data.shape), ...beside])]);
    }
  });

  it('describes the further calls and the further paths of a tool', async () => {
    const { paths, components } = (await get('/api/openapi.json')).json();
    const { get: lookup, post } = paths['/api/v2/macInfo'];
    expect(lookup.responses[200].content['application/json'].schema.anyOf).toHaveLength(2);
    expect(post.requestBody.content['application/json'].schema.properties).toHaveProperty('macs');
    expect(post.responses).toHaveProperty('413');
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['macVendorsAnswer', 'macListAnswer']));
    const { operationId, ...alike } = paths['/api/traceroute'].get;
    expect(operationId).toBe('tracerouteAtApiTraceroute');
    expect(alike.parameters).toEqual(paths['/api/v2/traceroute'].get.parameters);
    expect(alike.responses).toEqual(paths['/api/v2/traceroute'].get.responses);
  });

  it('describes every field, with an example of every value', async () => {
    const { components } = (await get('/api/openapi.json')).json();
    const fields = Object.entries(components.schemas).flatMap(([name, schema]) => fieldsOf(schema as Schema, name));
    expect(fields.length).toBeGreaterThan(200);
    const isSilent = ({ field }: Field) => !/^[A-Z0-9a-z].*\.$/.test(field.description ?? '');
    const lacksExample = ({ field }: Field) =>
      field.examples === undefined && field.type !== 'null' && !JSON.stringify(field).includes('"properties"');
    expect(fields.filter((one) => isSilent(one) || lacksExample(one)).map(({ path }) => path)).toEqual([]);
  });

  it('has examples that match their schemas', async () => {
    const { components } = (await get('/api/openapi.json')).json();
    for (const [name, schema] of Object.entries(components.schemas)) {
      for (const { path, field } of fieldsOf(schema as Schema, name)) {
        const { examples = [], ...rest } = field;
        const checked = z.fromJSONSchema(rest as Parameters<typeof z.fromJSONSchema>[0]);
        for (const example of examples) expect(checked.safeParse(example).success, path).toBe(true);
      }
    }
  });

  it('has no dangling references, and allows further fields in answers', async () => {
    const { body } = await get('/api/openapi.json');
    const document = JSON.parse(body);
    const references = [...body.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(references.length).toBeGreaterThan(0);
    for (const name of references) expect(document.components.schemas).toHaveProperty(String(name));
    expect(body).not.toContain('additionalProperties');
  });
});

it('the OpenAPI document explains every finding', async () => {
  const document = (await get('/api/openapi.json')).json();
  expect(document['x-findings']).toEqual(JSON.parse(JSON.stringify(explanations)));
  for (const { id } of Object.values(tools)) {
    const { findings } = document.components.schemas[`${id}Answer`].properties;
    expect(Object.keys(findings.items.properties)).toEqual(['code', 'state', 'about', 'evidence', 'fix']);
    expect(findings.items.properties.state.enum).toEqual(findingStates);
  }
});

const pathsOfTools = Object.values<AnyTool>(tools).map(({ id }) => `/api/docs/${id}`);
const otherPaths = ['my-ip', 'datasets', 'lists', 'snapshots', 'tokens', 'findings', 'failures', report.id];
const everyPath = ['/api/docs', ...pathsOfTools, ...otherPaths.map((name) => `/api/docs/${name}`)];

describe('the pages of the documents', () => {
  it('name each parameter, field and failure of a tool on its page', async () => {
    for (const tool of Object.values<AnyTool>(tools)) {
      const { body, headers } = await get(`/api/docs/${tool.id}`);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body).toContain(`<h2>${tool.title}</h2>`);
      expect(body).toContain(`<title>${tool.title} · API · A &amp; B</title>`);
      expect(body).toContain(`GET ${tool.path}`);
      const names = [...Object.keys(tool.query.shape), ...Object.keys(tool.data.shape), 'gaps[].part'];
      for (const name of [...names, ...tool.failures]) expect(body).toContain(`<code>${name}</code>`);
    }
  });

  it('name every call beside the tools, and all codes', async () => {
    const bodies = await Promise.all(otherPaths.map(async (name) => (await get(`/api/docs/${name}`)).body));
    const all = bodies.join();
    const calls = ['POST /api/v2/lists', 'GET /api/v2/lists/{id}/changes', 'DELETE /api/account/tokens/{id}'];
    for (const code of [...Object.keys(failures), ...Object.keys(explanations), ...calls]) {
      expect(all).toContain(`<code>${code}</code>`);
    }
  });

  it('lead to each other, and to nothing else', async () => {
    const { body } = await get('/api/docs');
    const links = [...body.matchAll(/<li><a href="(\/api\/docs[^"]*)"/g)].map(([, path]) => path);
    expect(new Set(links)).toEqual(new Set(everyPath));
    expect((await get('/api/docs/nothing')).statusCode).toBe(404);
  });

  it('R8.8 show the envelope in reply to a query without a domain', async () => {
    const { app } = await testServer();
    const refused = (await app.inject('/api/v2/dnsRecords')).json();
    const { success, message, _data, code } = refused;
    expect(message).toBe('Domain is required');
    const shown = JSON.stringify({ success, message, _data, code }).replaceAll(
      /([:,])(?=")|:(?=[fn])/g,
      (one) => `${one} `,
    );
    expect((await get('/api/docs')).body).toContain(shown.replaceAll('"', '&quot;'));
  });

  it('have a request that runs, in the form and in the examples', async () => {
    const { body } = await get('/api/docs/dns');
    expect(body).toContain('<form class="try" method="get" action="/api/v2/dnsRecords" data-try>');
    expect(body).toContain('name="domain" data-name="domain" required value="example.com"');
    // Without a script, parameters that are left empty must not be sent.
    expect(body).toMatch(/<input id="try-type" data-name="type" /);
    expect(body.match(/<span data-url>\/api\/v2\/dnsRecords\?domain=example\.com<\/span>/g)).toHaveLength(3);
  });

  it('show an example of an answer that has the form of an answer', async () => {
    for (const tool of Object.values<AnyTool>(tools)) {
      const { body } = await get(`/api/docs/${tool.id}`);
      const [, text = ''] = /aria-label="Example of an answer"><code>(.*?)<\/code>/s.exec(body) ?? [];
      const example = JSON.parse(
        text
          .replaceAll('&quot;', '"')
          .replaceAll('&#39;', "'")
          .replaceAll('&lt;', '<')
          .replaceAll('&gt;', '>')
          .replaceAll('&amp;', '&'),
      );
      expect(Object.keys(example._data)).toEqual(expect.arrayContaining(Object.keys(tool.data.shape)));
    }
  });

  it('can be navigated by assistive technology', async () => {
    for (const path of everyPath) {
      const { body } = await get(path);
      expect(body).toContain('<html lang="en">');
      expect(body.match(/<h1>/g)).toHaveLength(1);
      expect(body.match(/<h2>/g)).toHaveLength(1);
      expect(body.match(/<main /g)).toHaveLength(1);
      expect(body).not.toMatch(/<th(?! scope="(?:col|row)")[ >]/);
      const regions = [...body.matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, label]) => label);
      expect(new Set(regions).size).toBe(regions.length);
      const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('run no script of their own and allow only their own styles', async () => {
    const { body, headers } = await get('/api/docs');
    expect(body).not.toContain('<script');
    expect(body).not.toContain(' style="');
    expect(headers['content-security-policy']).toMatch(/style-src 'self'(?: 'sha256-[^']+'){2};/);
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
  });
});

describe('the rows of a schema', () => {
  it('walk through objects, lists and alternatives', () => {
    const paths = (rows: SchemaRow[]) => rows.map(({ path, type, isRequired }) => [path, type, isRequired]);
    const rows = schemaRows({
      type: 'object',
      required: ['a'],
      properties: {
        a: {
          type: 'array',
          items: { type: 'object', properties: { b: { type: 'array', items: { type: 'string' } } } },
        },
        c: { anyOf: [{ type: 'object', properties: { d: { enum: ['x', 'y'] } } }, { type: 'null' }] },
        e: { const: true },
      },
    });
    expect(paths(rows)).toEqual([
      ['a', 'list of object', true],
      ['a[].b', 'list of string', false],
      ['c', 'object or null', false],
      ['c.d', 'x, y', false],
      ['e', 'true', false],
    ]);
  });
});
