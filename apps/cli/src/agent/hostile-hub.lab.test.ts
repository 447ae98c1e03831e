import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type AnyTool, tools } from '@sonde/contract';
import { isAskedElsewhere } from '@sonde/contract/places/asked-elsewhere';
import {
  type LabProcess,
  type NetworkLab,
  networkAddresses,
  networkTargets,
  programArguments,
  rebindingName,
  startNetworkLab,
} from '@sonde/lab';
import { createIdentity } from '@sonde/service/places/identity';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { type BuiltCommand, buildCommand } from '../testing/built-command.ts';
import type { Heard, Told } from '../testing/hostile-hub.ts';
import { writeMembership } from './agent-file.ts';

// The agent as people run it, in a network of its own whose firewall counts what it sends, and a hub that it should not have trusted.
const HUB = 'f'.repeat(64);
const PORT = '8080';
const { fast, resolver } = networkTargets;
const { client } = networkAddresses;
/** No more than an agent does at once, so that none is refused as too many. */
const AT_ONCE = 18;
/** Fewer than an agent does in a minute. */
const OF_AN_AGENT = 54;

const addresses = [
  '127.0.0.1',
  '::1',
  '169.254.169.254',
  '10.0.0.5',
  '192.168.1.1',
  'fd00::5',
  client.ipv4,
  client.ipv6,
];
const names = ['metadata.lab.test', 'private.lab.test', 'own.lab.test', 'localhost'];
const changing = () => rebindingName([String(fast.ipv4), '10.0.0.5', fast.ipv6, 'fd00::5']);
const asked: readonly AnyTool[] = Object.values(tools).filter(isAskedElsewhere);
const CONNECTS: readonly string[] = ['ping', 'ssl', 'traceroute', 'web'];

let lab: NetworkLab;
let command: BuiltCommand;
let hub: LabProcess;
const heard: Heard[] = [];

beforeAll(async () => {
  [lab, command] = await Promise.all([startNetworkLab(), buildCommand()]);
  // Without its own way to ping, an agent finds out whether the ping command may be used: it pings itself once.
  await symlink(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(command.folder, 'node_modules'),
  );
  await lab.allowPingSockets();
  const program = fileURLToPath(new URL('../testing/hostile-hub.ts', import.meta.url));
  const args = [...(await programArguments(program)), PORT, HUB];
  hub = await lab.start(process.execPath, args, { on: 'fast', isReady: /ready/ });
  createInterface(hub.stdout).on('line', (line) => heard.push(JSON.parse(line) as Heard));
});
afterAll(async () => {
  await lab?.stop();
  await command?.remove();
});

/** Starts an agent that has joined this hub; returns its id. */
async function startAgent(place: string): Promise<string> {
  const identity = createIdentity();
  const file = join(command.folder, `${place}.json`);
  await writeMembership(file, { url: `http://${fast.ipv4}:${PORT}`, hub: HUB, place, identity });
  const env = { SONDE_AGENT_FILE: file, SONDE_RESOLVERS: String(resolver.ipv4), SONDE_DATA_DIR: command.folder };
  await lab.start(process.execPath, [command.path, 'agent'], { env });
  await eventually(() => expect(framesOf(identity.agent)[0]).toMatchObject({ t: 'hello' }));
  return identity.agent;
}

const tell = (told: Told) => hub.stdin.write(`${JSON.stringify(told)}\n`);
const framesOf = (agent: string) => heard.flatMap((one) => (one.agent === agent && 'frame' in one ? [one.frame] : []));
const endsOf = (agent: string) => heard.flatMap((one) => (one.agent === agent && 'closed' in one ? [one] : []));

let jobs = 0;
const jobOf = (tool: string, query: object) => {
  jobs += 1;
  const job = jobs.toString(16).padStart(32, '0');
  return { t: 'job', job, tool, query, deadlineMs: 30_000, wantsParts: false };
};
type Job = ReturnType<typeof jobOf>;

/** Asks an agent, and returns its replies in the order of the jobs. */
async function ask(agent: string, asked: readonly Job[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  tell({ agent, texts: asked.map((job) => JSON.stringify(job)) });
  const replies = () =>
    asked.flatMap(({ job }) =>
      framesOf(agent)
        .filter((frame) => frame['job'] === job)
        .slice(0, 1),
    );
  await eventually(() => expect(replies()).toHaveLength(asked.length));
  return replies();
}

const queryOf = (tool: AnyTool, target: string) => ({ ...stringsOf(tool), [tool.target]: target });
const stringsOf = ({ example }: AnyTool) =>
  Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]));

const sentInside = async () => Object.entries(await lab.forbiddenPackets()).filter(([, packets]) => packets > 0);

describe('a hostile hub', () => {
  it('makes an agent send nothing to special-use networks, its own network or itself', async () => {
    const targets = [...addresses, ...names, 'changing'];
    const all = asked.flatMap((tool) =>
      targets.map((target) => ({
        tool,
        target,
        job: jobOf(tool.id, queryOf(tool, target === 'changing' ? changing() : target)),
      })),
    );
    const problems: string[] = [];
    for (let first = 0; first < all.length; first += OF_AN_AGENT) {
      const some = all.slice(first, first + OF_AN_AGENT);
      const agent = await startAgent(`inside-${first}`);
      for (let begin = 0; begin < some.length; begin += AT_ONCE) {
        const round = some.slice(begin, begin + AT_ONCE);
        const replies = await ask(
          agent,
          round.map(({ job }) => job),
        );
        round.forEach(({ tool, target }, index) => {
          const said = `${tool.id} ${target}: ${JSON.stringify(replies[index]).slice(0, 200)}`;
          if (!isRefusal(tool, target, replies[index] ?? {})) problems.push(said);
        });
      }
    }
    expect(problems).toEqual([]);
    expect(await sentInside()).toEqual([]);
  }, 300_000);

  inLongSet(it)(
    'can make it look up public hosts, within the limits of the agent and over all connections',
    async () => {
      const agent = await startAgent('fast');
      const texts = Array.from({ length: 1_000 }, () => jobOf('ssl', { domain: fast.name }));
      const replies = await ask(agent, texts);
      const busy = replies.filter(({ t }) => t === 'busy').length;
      expect(replies.length - busy).toBeLessThanOrEqual(60);
      expect(replies.length - busy).toBeGreaterThanOrEqual(20);
      expect((await lab.hits()).some(({ host, port }) => host === 'fast' && port === 443)).toBe(true);

      tell({ agent, close: true });
      await eventually(() => expect(framesOf(agent).filter(({ t }) => t === 'hello')).toHaveLength(2));
      const more = await ask(
        agent,
        Array.from({ length: 100 }, () => jobOf('ssl', { domain: fast.name })),
      );
      expect(more.filter(({ t }) => t === 'busy').length).toBeGreaterThanOrEqual(100 - (60 - (replies.length - busy)));
      expect(await sentInside()).toEqual([]);
    },
    120_000,
  );

  inLongSet(it)('can ask for nothing but lookups of the contract', async () => {
    const agent = await startAgent('contract');
    const dns = (query: object) => jobOf('dns', query);
    const replies = await ask(agent, [
      jobOf('shell', { command: 'id' }),
      jobOf('constructor', {}),
      ...['169.254.169.254', '127.0.0.1', 'tls://10.0.0.5', 'https://[::1]/dns-query', 'metadata.lab.test'].map(
        (server) => dns({ domain: fast.name, server }),
      ),
      dns({ domain: [fast.name, 'metadata.lab.test'] }),
      jobOf('ssl', { domain: fast.name, deep: 'true' }),
      jobOf('ssl', { domain: `${fast.name}:6379` }),
    ]);
    expect(replies.map(({ t, code }) => `${String(t)} ${String(code)}`)).toEqual(
      replies.map(() => expect.stringMatching(/^failure (invalid-input|refused-target)$/)),
    );
    // A newer hub may send frames that this version does not know.
    tell({
      agent,
      texts: [
        JSON.stringify({ t: 'run', file: '/bin/sh' }),
        JSON.stringify({ t: 'settings', resolvers: ['10.0.0.5'] }),
      ],
    });
    expect(await ask(agent, [dns({ domain: fast.name })])).toMatchObject([{ t: 'answer' }]);
    expect(endsOf(agent)).toEqual([]);
    expect(await sentInside()).toEqual([]);
  });

  inLongSet(it)('is left if it sends more than a query can be, and the agent comes back later', async () => {
    const agent = await startAgent('large');
    tell({ agent, texts: [JSON.stringify(jobOf('dns', { domain: 'x'.repeat(1024 * 1024) }))] });
    await eventually(() => expect(endsOf(agent)).toMatchObject([{ closed: 1009 }]));
    await eventually(() => expect(framesOf(agent).filter(({ t }) => t === 'hello')).toHaveLength(2));
    tell({ agent, texts: [JSON.stringify(jobOf('dns', { domain: 'x'.repeat(32 * 1024) }))] });
    await eventually(() =>
      expect(endsOf(agent)).toMatchObject([{}, { closed: 1002, reason: 'A frame is malformed.' }]),
    );
    expect(framesOf(agent).map(({ t }) => t)).not.toContain('answer');
  });
});

/** Tools that connect to their targets refuse those inside; no tool fails by an error of its own. */
function isRefusal({ id }: AnyTool, target: string, { t, code }: Readonly<Record<string, unknown>>): boolean {
  const isRefused = t === 'failure' && (code === 'refused-target' || code === 'invalid-input');
  if (CONNECTS.includes(id) && (addresses.includes(target) || names.includes(target))) return isRefused;
  return t === 'answer' || (t === 'failure' && code !== 'internal');
}
