import { type AnyTool, type ToolError, type ToolId, tools } from '@sonde/contract';
import { type CutOffResolver, startCutOffResolver } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNodeNet, type NodeNet } from './net/node-net.ts';
import { readNetSettings } from './net/settings.ts';
import { checkQuery, measure } from './run.ts';
import { noData } from './testing/no-data.ts';

/** The registry's server is given by name, as in production. */
const whoisStart = { host: 'whois.iana.org', port: 43, isOperators: true } as const;
const data = { ...noData, registries: { ...noData.registries, whoisStart } };

let resolver: CutOffResolver;
let net: NodeNet;

beforeAll(async () => {
  resolver = await startCutOffResolver();
  const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: resolver.address });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await resolver?.stop();
});

const askResolvers = (id: ToolId) => (tools[id] as AnyTool).contacts.includes('resolvers');

test.each((Object.keys(tools) as ToolId[]).filter(askResolvers))(
  '%s: a resolver that denies every name, the root included, is no «not found»',
  async (id) => {
    const tool: AnyTool = tools[id];
    const query = checkQuery(id, { [tool.target]: 'example.com' });
    const failure = await measure(query, { net, data, signal: AbortSignal.timeout(30_000) }).then(
      (answer) => expect.fail(`it answered ${JSON.stringify(answer)}`),
      (error: ToolError) => error,
    );
    expect(failure).toMatchObject({ code: 'source-failed', reason: 'no-public-dns' });
  },
);
