import { type AnyTool, type Gap, ToolError, type ToolId, tools } from '@sonde/contract';
import { type WorkKind, type WorkLimits, workKinds } from '@sonde/contract/work-limits';
import { type MaliciousNameServer, startMaliciousNameServer } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../../scripts/test/vitest-settings.ts';
import { createNodeNet, type NodeNet } from './net/node-net.ts';
import { readNetSettings } from './net/settings.ts';
import { type CheckedQuery, checkQuery, measure } from './run.ts';
import { noData } from './testing/no-data.ts';

/** The registry's server is on this machine, and closed. */
const whoisStart = { host: '127.0.0.1', port: 9, isOperators: true } as const;
const data = { ...noData, registries: { ...noData.registries, whoisStart } };

let resolver: MaliciousNameServer;
let net: NodeNet;

beforeAll(async () => {
  resolver = await startMaliciousNameServer('answer');
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: resolver.address,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8,192.0.2.0/24,2001:db8::/32',
  });
  if (settings === null) throw new Error(problems.join(' '));
  net = createNodeNet(settings);
});
afterAll(async () => {
  net?.close();
  await resolver?.stop();
});

const ids = Object.keys(tools) as ToolId[];
/** A name of its own for each test, since late questions of the one before may still arrive. */
const targetFor = (tool: AnyTool, kind: string) =>
  tool.targetKinds.includes('domain') ? `${kind.toLowerCase()}-${tool.id}.example` : String(tool.example[tool.target]);

/** Each kind for each tool; the short set has another one for each. */
function kindsFor(id: ToolId): readonly WorkKind[] {
  const all = ['questions', 'connections', 'packets', 'octetsOut', 'octetsIn', 'decodingMs'] as const;
  return all.filter((_, index) => isLong || index === ids.indexOf(id) % all.length);
}

interface Ended {
  readonly failure: ToolError | null;
  readonly gaps: readonly Gap[];
}

async function lookUp(query: CheckedQuery, most: WorkLimits): Promise<Ended> {
  try {
    const { gaps } = await measure(query, { net, data, most, signal: new AbortController().signal });
    return { failure: null, gaps };
  } catch (error) {
    if (error instanceof ToolError) return { failure: error, gaps: [] };
    throw error;
  }
}

describe.each(ids)('%s', (id) => {
  const tool: AnyTool = tools[id];
  const { most, contacts, deadlineMs } = tool;

  test('declares the most of each kind of work', () => {
    expect(Object.keys(most).sort()).toEqual([...workKinds].sort());
    for (const kind of workKinds) expect(most[kind], kind).toBeGreaterThanOrEqual(0);
    if (contacts.length === 0) expect([most.questions, most.connections]).toEqual([0, 0]);
  });

  test.each<WorkKind>(kindsFor(id))(
    'with almost no %s it ends in time, with a gap or a failure that says so',
    async (kind) => {
      const startedAtMs = performance.now();
      const target = targetFor(tool, kind);
      const query = checkQuery(id, { [tool.target]: target });
      const { failure, gaps } = await lookUp(query, { ...most, [kind]: 0 });
      expect(performance.now() - startedAtMs).toBeLessThan(deadlineMs(query.query) + 4000);
      expect(failure?.code).not.toBe('internal');
      // Where no question may be sent, none is.
      const isStopped = kind === 'questions' || kind === 'packets' || kind === 'octetsOut';
      const heard = resolver.heard.filter(({ name }) => name.toLowerCase().endsWith(target));
      if (isStopped) expect(heard.map(({ name, type }) => `${name} ${type}`)).toEqual([]);
      if (!isStopped || !contacts.includes('resolvers')) return;
      // The registry of a name is asked first, and is not there.
      if (id === 'whois') expect(failure).not.toBeNull();
      else if (failure !== null) expect(failure).toMatchObject({ code: 'work-limit', reason: 'work-limit' });
      else expect(gaps.map(({ code }) => code)).toContain('work-limit');
    },
    60_000,
  );
});
