import { beforeAll, expect, it } from 'vitest';
import { openApiDocument } from '../apps/api/src/testing/open-api-document.ts';
import { installLinters, linter } from './lint/install.ts';

interface Redocly {
  createConfig(config: object): Promise<unknown>;
  lintFromString(options: { source: string; config: unknown }): Promise<
    readonly {
      readonly severity: string;
      readonly ruleId: string;
      readonly message: string;
      readonly location: readonly { readonly pointer?: string }[];
    }[]
  >;
}

let redocly: Redocly;
beforeAll(async () => {
  await installLinters();
  redocly = await linter<Redocly>('@redocly/openapi-core/lib/index.js');
}, 120_000);

async function problemsOf(document: object): Promise<string[]> {
  const config = await redocly.createConfig({
    extends: ['recommended-strict'],
    rules: {
      // A stream names its parts only in its description, since OpenAPI has no words for events.
      'no-unused-components': 'off',
      // A server that is not configured does not know its own address.
      'no-server-example.com': 'off',
      // Every call is refused in the same ways; a call without parameters cannot be wrong in one of its own.
      'operation-4xx-response': 'error',
      'no-invalid-media-type-examples': 'error',
      'no-invalid-schema-examples': 'error',
      'no-invalid-parameter-examples': 'error',
    },
  });
  const problems = await redocly.lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}

it('the OpenAPI document, with all of its examples, passes a strict linter', async () => {
  const document = await openApiDocument();
  expect(await problemsOf(document)).toEqual([]);
});

it('the linter has teeth', async () => {
  const document = await openApiDocument();
  const [path = '', lookup] = Object.entries(document.paths).find(([one]) => one.endsWith('/dnsRecords')) ?? [];
  const broken = JSON.stringify({ ...document, paths: { [path]: lookup } });
  const wrong = broken.replace('"example":"example.com"', '"example":7');
  expect(wrong).not.toBe(broken);
  expect(await problemsOf(JSON.parse(broken))).toEqual([]);
  expect(await problemsOf(JSON.parse(wrong))).not.toEqual([]);
});
