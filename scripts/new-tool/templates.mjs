import { examples } from './kinds.mjs';
import { capitalised } from './registries.mjs';
import { browserTest, page, pageTest, result, screen } from './web-templates.mjs';

/** The files of a new tool by path: sources that compile, and tests that fail with instructions. */
export function filesOf(tool) {
  const { id, isLocal } = tool;
  const probes = `packages/probes/src/tools/${id}`;
  const web = `apps/web/src/tools/${id}`;
  return {
    [`packages/contract/src/tools/${id}/contract.ts`]: contract(tool),
    [`packages/contract/src/tools/${id}/contract.test.ts`]: contractTest(id),
    [`packages/contract/src/tools/${id}/checks.ts`]: checks(tool),
    [`packages/contract/src/tools/${id}/index.ts`]: module(tool),
    [`${probes}/probe.ts`]: probe(id),
    [`${probes}/probe${isLocal ? '' : '.lab'}.test.ts`]: isLocal ? localTest(id) : labTest(id),
    [`${probes}/README.md`]: readme(id),
    [`${web}/screen.ts`]: screen(tool),
    [`${web}/page.tsx`]: page(tool),
    [`${web}/result.tsx`]: result(tool),
    [`${web}/page.test.tsx`]: pageTest(id),
    [`e2e/${id}.spec.ts`]: browserTest(id),
    [`demo/src/targets/${id}.ts`]: demoTargets(tool),
  };
}

/** JSON, because Biome adjusts the quotes. */
const list = (kinds) => JSON.stringify(kinds);

const contract = ({ id, param, kinds, isLocal }) => `import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { isEssential } from '../../reading.ts';
import { targetField } from '../../target-field.ts';
import { defineTool } from '../../tool.ts';
import { workLimits } from '../../work-limits.ts';

export const ${id} = defineTool({
  id: '${id}',
  path: '/api/v2/${id}',
  title: '${capitalised(id)}',
  summary: 'One sentence: what it measures',
  query: z.object({ ${param}: described(targetField('${param}', ${list(kinds)}), 'What it takes.', '${examples[kinds[0]]}') }),
  target: '${param}',
  targetKinds: ${list(kinds)},
  contacts: ${isLocal ? '[]' : "['targets', 'resolvers']"},
  data: z.object({
    ${param}: isEssential(described(z.string(), 'The target in the query, in canonical form.', '${examples[kinds[0]]}')),
  }),
  progress: null,
  failures: ['timeout'],
  reasons: ['timeout'],
  freshMs: () => 60_000,
  recheckMs: 10_000,
  cost: 1,
  capacity: { lookups: 64, perTarget: 2 },
  most: workLimits(${isLocal ? '{ questions: 0, connections: 0 }' : ''}),
  deadlineMs: () => 10_000,
  example: { ${param}: '${examples[kinds[0]]}' },
});
`;

const checks = ({ id, param }) => `import type { Check } from '../../finding/check.ts';
import type { ${id} } from './contract.ts';

/** Six to twelve checks; every code of a finding belongs to exactly one of them. */
export const ${id}Checks: readonly Check<typeof ${id}>[] = [
  { id: 'target', title: 'Target', codes: [], withoutFindings: ({ ${param} }) => ${param} },
  {
    id: 'completeness',
    title: 'Completeness',
    codes: [],
    ofAll: true,
    withoutFindings: ({ gaps }) => (gaps.length === 0 ? 'Nothing is missing' : null),
  },
];
`;

const module = ({ id }) => `import { factsFrom } from '../../fact/fact.ts';
import type { ToolModule } from '../../tool-module.ts';
import { ${id}Checks } from './checks.ts';
import { ${id} } from './contract.ts';

export const ${id}Module: ToolModule<typeof ${id}> = {
  contract: ${id},
  whenToUse: 'What it answers, and when to take it rather than another tool.',
  findings: () => [],
  checks: ${id}Checks,
  explanations: {},
  facts: () => factsFrom([]),
  changeLabels: [],
};
`;

const contractTest = (id) => `import { expect, test } from 'vitest';
import { ${id} } from './contract.ts';

test('the example fits the query', () => {
  expect(${id}.query.safeParse(${id}.example).success).toBe(true);
});

test('the contract is what docs/requirements.md asks for', () => {
  expect.fail('Write path, texts, query, data, failures and freshness in contract.ts, and test every rule of them here.');
});
`;

const probe = (id) => `import { ToolError, type Tools } from '@sonde/contract';
import type { Probe } from '../../probe.ts';

/**
 * What it measures, and how.
 * @throws ToolError for what the contract lists; NetFailure from the network layer.
 */
export const probe${capitalised(id)}: Probe<Tools['${id}']> = async () => {
  throw new ToolError('internal', 'This tool does not measure yet.');
};
`;

const labTest = (id) => `import { ${id} } from '@sonde/contract';
import { expect, test } from 'vitest';
import { createNodeNet } from '../../net/node-net.ts';
import { readNetSettings } from '../../net/settings.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

test('measures a real server of the lab, value by value', async () => {
  // Start the lab's server here and hand its address to the settings.
  const { settings, problems } = readNetSettings({});
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings);
  try {
    const context = { net, data: noData, signal: AbortSignal.timeout(30_000) };
    const answer = await measure(checkQuery('${id}', ${id}.example), context);
    expect(answer).toEqual('Compare every value with what another program reports of the same server.');
  } finally {
    net.close();
  }
});

test('ends with a failure of its contract, whatever the server does', () => {
  expect.fail('Let servers of the lab refuse, stay silent, break the protocol and hang up; expect only codes and reasons of the contract.');
});
`;

const localTest = (id) => `import { ${id} } from '@sonde/contract';
import { expect, test } from 'vitest';
import type { Net } from '../../net/net.ts';
import { checkQuery, measure } from '../../run.ts';
import { noData } from '../../testing/no-data.ts';

/** Has no functions, so that a probe using it would fail. */
const noNet = {} as Net;

test('knows the answer without a network', async () => {
  const context = { net: noNet, data: noData, signal: AbortSignal.timeout(30_000) };
  const answer = await measure(checkQuery('${id}', ${id}.example), context);
  expect(answer).toEqual('Compare every value with its source, and test every failure of the contract.');
});
`;

/** Targets that the demo has, by the kind that a tool takes first. */
const inDemo = {
  domain: 'shop.test',
  'dns-name': '_dmarc.shop.test',
  ipv4: '8.8.8.8',
  'mac-address': '00:00:5e:00:53:01',
  url: 'https://shop.test/',
};

const demoTargets = ({ id, param, kinds }) => `import type { DemoPage } from './demo-page.ts';

export const page: DemoPage = {
  path: '/${id}',
  field: '${param}',
  offers: () => [['${inDemo[kinds[0]] ?? examples[kinds[0]]}', 'what a visitor sees there']],
};
`;

const readme = (id) => `# ${capitalised(id)}

What it measures, in one sentence.

**How.** What is sent to whom, or read from which data, and with which limits.

| What happened | Status and reason |
|---|---|
| it answered | 200 |

**What it cannot tell.**
`;
