import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PlaceAnswer } from '@sonde/contract/places/places';
import { programArguments, putBuilt } from '@sonde/lab';
import { askedType, createStage, replyTo } from '@sonde/probes/testing/scripted-dns-server';
import { eventually } from '@sonde/service/testing/eventually';
import { mcpClient, saidIn } from '@sonde/service/testing/mcp-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnnouncedProcess, startAnnounced } from '../../../../lab/src/announced-process.ts';
import { inLongSet, isLong } from '../../../../scripts/test/vitest-settings.ts';
import { checkFormats } from '../check/read-check.ts';
import { type BuiltCommand, buildCommand } from '../testing/built-command.ts';
import { type BuiltServer, buildServer } from '../testing/served.ts';

// The built command against the built server, whose agents are the built command, too: each has a resolver of its own.
let command: BuiltCommand;
let built: BuiltServer;
let origin = '';
const stage = createStage();
const started: AnnouncedProcess[] = [];
/** By place. */
const agents = new Map<string, AnnouncedProcess | undefined>();
const TYPE_A = 1;
/** This machine must not make lookups: its resolver does not exist. */
const NOWHERE = { SONDE_RESOLVERS: '127.0.0.1:9', COLUMNS: '200' };

const CHECKED = ['www.example.com', '--tools', 'dns'];
/** Controls but line ends, and what reverses text. */
const OBEYED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e]|\r(?!\n)/;

/** A resolver that knows one address for every name. */
async function resolver(address: readonly number[]): Promise<string> {
  const { port } = await stage.serve({
    udp: ({ bytes, reply }) =>
      reply(replyTo(bytes, askedType(bytes) === TYPE_A ? { answers: [Buffer.from(address)] } : {})),
  });
  return `127.0.0.1:${port}`;
}

async function start(path: string, args: readonly string[], line: RegExp, env: Readonly<Record<string, string>>) {
  const one = await startAnnounced(process.execPath, [path, ...args], { on: 'stderr', line, env });
  started.push(one);
  return one.announced;
}

/** Adds a place, as its operator does: the command stands beside the server. */
async function add(id: string): Promise<string> {
  const folder = join(dirname(built.path), '../../cli/dist');
  await putBuilt('cli', folder, 'sonde.js');
  const args = [join(folder, 'sonde.js'), 'places', 'add', id, '--country', 'DE', '--yes'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...built.env, ...NOWHERE } });
  return /: (\S+)$/m.exec(stdout)?.[1] ?? '';
}

beforeAll(async () => {
  // The client of MCP may have to be installed first.
  [command, built] = await Promise.all([buildCommand(), buildServer(), mcpClient()]);
  const usual = await resolver([192, 0, 2, 1]);
  const served = { ...built.env, SONDE_RESOLVERS: usual, SONDE_PLACES: 'on' };
  origin = (await start(built.path, [], /is ready: (\S+)/, served)).replace(/\/$/, '');
  const resolvers = { fra: usual, sgp: await resolver([192, 0, 2, 9]) };
  for (const [id, own] of Object.entries(resolvers)) {
    const env = {
      PATH: process.env['PATH'] ?? '',
      SONDE_RESOLVERS: own,
      SONDE_AGENT_FILE: join(command.folder, `${id}.json`),
    };
    await start(command.path, ['agent', '--hub', origin, '--join', await add(id)], /(connected to)/, env);
    agents.set(id, started.at(-1));
  }
  await add('ams');
}, 240_000);
afterAll(async () => {
  for (const one of started.toReversed()) await one.stop();
  stage.clear();
  await command?.remove();
  await built?.remove();
});

const dns = (from: string, ...more: string[]) =>
  command.start(['dns', 'www.example.com', '--from', from, '--remote', origin, ...more], NOWHERE).ended;

describe('sonde TOOL --from', () => {
  it('prints what each place sees below one verdict, and what sets them apart', async () => {
    const { status, stdout, stderr } = await dns('self,fra,sgp,ams', '--format', 'table');
    expect(stderr).toBe('');
    const [verdict, , titles, ...rest] = stdout.split('\n');
    expect(verdict).toMatch(/^. \w+ +www\.example\.com: 2 of 3 places get the same records\. 1 place gave no answer/);
    expect(titles).toMatch(/^Place +Result +Answer$/);
    expect(rest.slice(0, 4).map((line) => line.split(' ')[0])).toEqual(['self', 'fra', 'sgp', 'ams']);
    expect(rest[3]).toContain('Offline');
    const text = rest.join('\n');
    expect(text).toMatch(/2 places: self, fra\n {2}A records +.*192\.0\.2\.1\n/);
    expect(text).toMatch(/1 place: sgp\n {2}A records +.*192\.0\.2\.9(\n|$)/);
    // A place without an answer is a gap.
    expect(status).toBe(2);
  });

  inLongSet(it)('prints the answer of the API in a pipe and as JSON', async () => {
    const { stdout } = await dns('fra,sgp');
    const data = JSON.parse(stdout) as { readonly places: readonly PlaceAnswer[]; readonly tool: string };
    expect(data).toMatchObject({
      tool: 'dns',
      places: [{ place: 'fra', state: 'answer', data: { domain: 'www.example.com' } }, { place: 'sgp' }],
      groups: [{}, {}],
      findings: [{ code: 'places-differ' }],
    });
  });

  inLongSet(it)('exits with 3 if the places differ and notes count, and with 1 if no place has an answer', async () => {
    expect((await dns('fra,sgp', '--fail-on', 'note')).status).toBe(3);
    const { status, stdout } = await dns('ams', '--format', 'table');
    expect([status, stdout]).toEqual([1, expect.stringContaining('No place gave an answer.')]);
  });

  inLongSet(it)('names places that the server does not have', async () => {
    const { status, stdout, stderr } = await dns('fra,nowhere');
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toBe(`sonde: ${origin}: 'from' names places that this server does not have: nowhere.\n`);
  });
});

describe('sonde check --from', () => {
  const check = (...args: string[]) =>
    command.start(['check', 'www.example.com', '--tools', 'dns', '--remote', origin, ...args], NOWHERE).ended;

  it('has one answer for each place, and names the place in every form', async () => {
    const { status, stdout, stderr } = await check('--from', 'self,sgp,ams', '--format', 'json');
    expect(stderr).toContain('3 lookups, about 3 s. lists ask a place 20 times a minute.');
    const { results, notMade } = JSON.parse(stdout);
    expect(notMade).toBe(0);
    const addresses = (one: { facts: Record<string, unknown> }) => one.facts['records/A'];
    expect(
      results.map((one: { place: string; facts: Record<string, unknown> }) => [one.place, addresses(one)]),
    ).toEqual([
      ['self', ['www.example.com 192.0.2.1']],
      ['sgp', ['www.example.com 192.0.2.9']],
      ['ams', undefined],
    ]);
    expect(results[2]).toMatchObject({ state: 'offline', outcome: null });
    // A place without an answer is a gap.
    expect(status).toBe(2);
  });

  inLongSet(it)(
    'has a column for the place only if places were asked, and compares with a baseline by place',
    async () => {
      const { stdout: csv } = await check('--from', 'self,sgp', '--format', 'csv');
      expect(
        csv
          .trim()
          .split(/\r?\n/)
          .map((line) => line.split(',').slice(0, 3).join()),
      ).toEqual(['Target,Tool,Place', 'www.example.com,dns,self', 'www.example.com,dns,sgp']);
      expect((await check('--format', 'csv')).stdout).toMatch(/^Target,Tool,State,/);
      const { stdout: junit } = await check('--from', 'sgp,ams', '--format', 'junit');
      expect(junit).toContain('www.example.com, as seen from sgp');
      expect(junit).toContain('ams gave no answer: offline.');
      const policy = join(command.folder, 'policy.json');
      await writeFile(policy, JSON.stringify({ 'dns.A': ['www.example.com 192.0.2.1'] }));
      const missed = await check('--from', 'self,sgp', '--policy', policy, '--format', 'table');
      expect([missed.status, missed.stdout]).toEqual([3, expect.stringContaining('www.example.com (dns, sgp): dns.A')]);
    },
  );

  inLongSet(it)('refuses what places cannot do before the first lookup', async () => {
    const refused: readonly [args: string[], why: string][] = [
      [['--from', 'nowhere'], 'places that this server does not have: nowhere'],
      [['--from', '../x'], '--from takes ids of places'],
    ];
    for (const [args, why] of isLong ? refused : refused.slice(0, 1)) {
      const { status, stdout, stderr } = await check(...args);
      expect([status === 0, stdout.includes('"outcome"'), stderr]).toEqual([
        false,
        false,
        expect.stringContaining(why),
      ]);
    }
    const misused: readonly [args: string[], why: string][] = [
      [['--from', 'fra'], '--from needs --remote'],
      [['--tools', 'mac', '--from', 'fra', '--remote', origin], 'places cannot be asked with mac'],
    ];
    for (const [args, why] of isLong ? misused : misused.slice(0, 1)) {
      const { status, stderr } = await command.start(['check', 'a.example', ...args], NOWHERE).ended;
      expect([status, stderr]).toEqual([64, expect.stringContaining(why)]);
    }
  });
});

inLongSet(describe)('sonde mcp --remote', () => {
  inLongSet(it)(
    'has places asked by the tools, lists them, and names those that the server does not have',
    async () => {
      const calls = [
        { name: 'sonde_dns', arguments: { domain: 'www.example.com', from: ['self', 'sgp'] } },
        { name: 'sonde_places', arguments: {} },
        { name: 'sonde_dns', arguments: { domain: 'www.example.com', from: ['nowhere'] } },
        { name: 'sonde_dns', arguments: { domain: 'www.example.com', from: [] } },
      ];
      const { client, stdio } = await mcpClient();
      const env = { PATH: process.env['PATH'] ?? '', ...NOWHERE };
      await client.connect(stdio(process.execPath, [command.path, 'mcp', '--remote', origin], env));
      try {
        const said = [];
        for (const call of calls) said.push(saidIn(await client.callTool(call)));
        expect(JSON.stringify(said[0])).toContain('192.0.2.9');
        expect(JSON.stringify(said[1])).toContain('"sgp"');
        expect(JSON.stringify(said[2])).toContain('does not have: nowhere');
        expect(said[3]).toMatchObject({ failure: { code: 'invalid-input' } });
      } finally {
        await client.close();
      }
    },
  );
});

describe('a hostile agent', () => {
  it('writes nothing to a terminal or into a file that either obeys', async () => {
    const program = fileURLToPath(new URL('../testing/hostile-agent.ts', import.meta.url));
    const args = [...(await programArguments(program)), origin, await add('bad')];
    started.push(await startAnnounced(process.execPath, args, { on: 'stdout', line: /^(ready)$/ }));
    const call = ['dns', 'www.example.com', '--from', 'bad,self', '--remote', origin];
    const inTerminal = await command.inTerminal([...call, '--no-color'], 200, NOWHERE);
    const inFiles = (isLong ? checkFormats : checkFormats.slice(0, 2)).map((format) =>
      command.start(['check', ...CHECKED, '--from', 'bad,self', '--remote', origin, '--format', format], NOWHERE),
    );
    const whole = [inTerminal.stdout, (await dns('bad,self')).stdout];
    for (const text of whole) expect(text).toContain('data-hostile');
    const texts = [...whole, ...(await Promise.all(inFiles.map(async ({ ended }) => (await ended).stdout)))];
    for (const text of texts) {
      expect(text).toMatch(/\S/);
      expect(text).not.toMatch(OBEYED);
    }
    expect(texts.filter((text) => text.includes('<img data-hostile') && text.startsWith('<?xml'))).toEqual([]);
    expect(inTerminal.stdout).toContain('\\x1b[2J');
  });
});

inLongSet(describe)('a server without places', () => {
  it('is named as such', async () => {
    const off = await start(built.path, [], /is ready: (\S+)/, {
      ...built.env,
      ...{ SONDE_RESOLVERS: '127.0.0.1:9', SONDE_DATA_DIR: join(command.folder, 'off') },
    });
    for (const args of [['dns', 'a.example', '--from', 'self'], ['places']]) {
      const { status, stdout, stderr } = await command.start([...args, '--remote', off], NOWHERE).ended;
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain('has no places for');
    }
  });
});

inLongSet(describe)('sonde places --remote', () => {
  inLongSet(it)('lists the places of a server', async () => {
    const { status, stdout } = await command.start(['places', '--remote', origin], NOWHERE).ended;
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      places: [
        { id: 'ams', state: 'unconfirmed' },
        { id: 'bad', state: 'online' },
        { id: 'fra', country: 'DE', state: 'online' },
        { id: 'sgp', state: 'online' },
      ],
    });
  });
});

inLongSet(describe)('sonde agent --rotate', () => {
  const agentOf = (id: string, ...args: string[]) =>
    command.start(['agent', ...args], { ...NOWHERE, SONDE_AGENT_FILE: join(command.folder, `${id}.json`) }).ended;

  it('replaces the key, and the agent that is running goes on with the new one', async () => {
    const keyOf = async () => JSON.parse(await readFile(join(command.folder, 'sgp.json'), 'utf8')).key as string;
    const before = await keyOf();
    let said = '';
    agents.get('sgp')?.child.stderr?.on('data', (chunk) => {
      said += chunk;
    });
    const { status, stdout, stderr } = await agentOf('sgp', '--rotate');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^sgp has another key: [\da-f-]{24}, in .*sgp\.json\n$/);
    expect(await keyOf()).not.toBe(before);
    await eventually(() => expect(said).toMatch(/The key of this place was replaced\..*connected to/s));
    expect(JSON.parse((await dns('sgp')).stdout)).toMatchObject({ places: [{ place: 'sgp', state: 'answer' }] });
  });

  it('is for an agent that has joined', async () => {
    const { status, stderr } = await agentOf('nobody', '--rotate');
    expect([status, stderr]).toEqual([64, expect.stringContaining('has joined no hub')]);
    const both = await agentOf('sgp', '--rotate', '--hub', origin, '--join', 'K7Q4M-2XJ9T');
    expect([both.status, both.stderr]).toEqual([64, expect.stringContaining('--join makes a key')]);
  });
});
