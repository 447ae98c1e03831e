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

async function get(url: string) {
  const { app } = await testServer({ SONDE_BRAND: 'A & B' });
  return app.inject(url);
}

describe('the OpenAPI document', () => {
  it('describes every tool: query, answer, failures by status', async () => {
    const document = (await get('/api/openapi.json')).json();
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'A & B API' } });
    const others = [
      ...[dataSets.path, myIp.path, report.path, '/api/v2/snapshots', '/api/v2/snapshots/{id}'],
      ...['/api/v2/lists', '/api/v2/lists/{id}', '/api/v2/lists/{id}/changes', '/api/v2/lists/{id}/stop'],
      ...['/api/account/tokens', '/api/account/tokens/{id}'],
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

describe('the docs page', () => {
  it('names every tool, parameter, field and failure', async () => {
    const response = await get('/api/docs');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const tool of Object.values(tools)) {
      expect(response.body).toContain(`<h2 id="${tool.id}">${tool.title}</h2>`);
      expect(response.body).toContain(`GET ${tool.path}`);
      for (const name of [...Object.keys(tool.query.shape), ...Object.keys(tool.data.shape), 'gaps[].part']) {
        expect(response.body).toContain(`<code>${name}</code>`);
      }
    }
    const calls = ['POST /api/v2/lists', 'GET /api/v2/lists/{id}/changes', 'DELETE /api/account/tokens/{id}'];
    for (const code of [...Object.keys(failures), ...Object.keys(explanations), ...calls]) {
      expect(response.body).toContain(`<code>${code}</code>`);
    }
  });

  it('R8.8 shows the envelope in reply to a query without a domain', async () => {
    const { app } = await testServer();
    const refused = (await app.inject('/api/v2/dnsRecords')).json();
    const { success, message, _data, code } = refused;
    expect(message).toBe('Domain is required');
    const shown = JSON.stringify({ success, message, _data, code }).replaceAll(
      /([:,])(?=")|:(?=[fn])/g,
      (one) => `${one} `,
    );
    expect((await get('/api/docs')).body).toContain(shown);
  });

  it('can be navigated by assistive technology', async () => {
    const { body } = await get('/api/docs');
    expect(body).toContain('<html lang="en">');
    expect(body).toContain('<title>API of A &amp; B</title>');
    expect(body.match(/<h1>/g)).toHaveLength(1);
    expect(body.match(/<main /g)).toHaveLength(1);
    expect(body).not.toMatch(/<th(?! scope="(?:col|row)")[ >]/);
    const regions = [...body.matchAll(/role="region" aria-label="([^"]+)"/g)].map(([, label]) => label);
    expect(regions.length).toBeGreaterThan(3);
    expect(new Set(regions).size).toBe(regions.length);
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, id] of body.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(id);
  });

  it('runs no script and allows only its own style sheet', async () => {
    const { body, headers } = await get('/api/docs');
    expect(body).not.toContain('<script');
    expect(body).not.toContain(' style="');
    expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+';/);
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
