import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PlaceAnswer } from '@sonde/contract/places/places';
import { putBuilt } from '@sonde/lab';
import { askedType, createStage, replyTo } from '@sonde/probes/testing/scripted-dns-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnnouncedProcess, startAnnounced } from '../../../../lab/src/announced-process.ts';
import { type BuiltCommand, buildCommand } from '../testing/built-command.ts';
import { type BuiltServer, buildServer } from '../testing/served.ts';

// The built command against the built server, whose agents are the built command, too: each has a resolver of its own.
let command: BuiltCommand;
let built: BuiltServer;
let origin = '';
const stage = createStage();
const started: AnnouncedProcess[] = [];
const TYPE_A = 1;
/** This machine must not make lookups: its resolver does not exist. */
const NOWHERE = { SONDE_RESOLVERS: '127.0.0.1:9', COLUMNS: '200' };

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
  [command, built] = await Promise.all([buildCommand(), buildServer()]);
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

  it('prints the answer of the API in a pipe and as JSON', async () => {
    const { stdout } = await dns('fra,sgp');
    const data = JSON.parse(stdout) as { readonly places: readonly PlaceAnswer[]; readonly tool: string };
    expect(data).toMatchObject({
      tool: 'dns',
      places: [{ place: 'fra', state: 'answer', data: { domain: 'www.example.com' } }, { place: 'sgp' }],
      groups: [{}, {}],
      findings: [{ code: 'places-differ' }],
    });
  });

  it('exits with 3 if the places differ and notes count, and with 1 if no place has an answer', async () => {
    expect((await dns('fra,sgp', '--fail-on', 'note')).status).toBe(3);
    const { status, stdout } = await dns('ams', '--format', 'table');
    expect([status, stdout]).toEqual([1, expect.stringContaining('No place gave an answer.')]);
  });

  it('names places that the server does not have', async () => {
    const { status, stdout, stderr } = await dns('fra,nowhere');
    expect([status, stdout]).toEqual([64, '']);
    expect(stderr).toBe(`sonde: ${origin}: 'from' names places that this server does not have: nowhere.\n`);
  });
});

describe('a server without places', () => {
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

describe('sonde places --remote', () => {
  it('lists the places of a server', async () => {
    const { status, stdout } = await command.start(['places', '--remote', origin], NOWHERE).ended;
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      places: [
        { id: 'ams', state: 'unconfirmed' },
        { id: 'fra', country: 'DE', state: 'online' },
        { id: 'sgp', state: 'online' },
      ],
    });
  });
});
