import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FailureEnvelope, tools } from '@sonde/contract';
import { announcementOf, isVictims, spfBomb, startMaliciousNameServer } from '@sonde/lab';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { inLongSet, isLong } from '../../../scripts/test/vitest-settings.ts';
import { layOutBuiltServer } from './testing/built-server.ts';

let house = '';

/** A folder with the layout of the repository, with the built server and a small web root. */
beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), 'sonde-house-'));
  await layOutBuiltServer(house);
});

afterAll(() => rm(house, { recursive: true }));

interface Run {
  readonly child: ChildProcess;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<unknown[]>;
}

function run(variables: Record<string, string>): Run {
  const env = {
    PATH: process.env['PATH'] ?? '',
    SONDE_RESOLVERS: '127.0.0.1:9',
    PORT: '0',
    SONDE_DATA_DIR: join(house, 'data'),
    ...variables,
  };
  const child = spawn(process.execPath, [join(house, 'apps/api/dist/server.js')], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk;
  });
  return { child, stdout: () => output.stdout, stderr: () => output.stderr, ended: once(child, 'close') };
}

/** Waits until the server prints its address. */
const addressOf = ({ child }: Run) => announcementOf(child, { on: 'stderr', line: /is ready: (\S+)/ });

/** The files of the build that are loaded at a start, with their code. */
async function loadedAtStart(): Promise<ReadonlyMap<string, string>> {
  const dist = join(house, 'apps/api/dist');
  const names = await readdir(dist);
  const loaded = new Map<string, string>();
  const waiting = ['server.js', ...names.filter((name) => /^start-\w+\.js$/.test(name))];
  for (const name of waiting) {
    if (loaded.has(name)) continue;
    const code = await readFile(join(dist, name), 'utf8');
    loaded.set(name, code);
    for (const [, imported = ''] of code.matchAll(/(?:\bfrom|\bimport)"\.\/([\w-]+\.js)"/g)) waiting.push(imported);
  }
  return loaded;
}

describe('the built server', () => {
  it('is loaded from code in Latin-1, of which V8 keeps one octet for each character instead of two', async () => {
    const loaded = await loadedAtStart();
    expect(loaded.size).toBeGreaterThan(5);
    const wide = [...loaded].flatMap(([name, code]) =>
      (code.match(/.{0,60}[^\x00-\xff].{0,20}/g) ?? []).map((at) => `${name}: ${at}`),
    );
    expect(wide).toEqual([]);
  });

  it.each(isLong ? (['SIGINT'] as const) : (['SIGTERM'] as const))(
    'prints its address, serves, and exits with 0 on %s',
    async (signal) => {
      const server = run({});
      const address = await addressOf(server);
      expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      // The folder is needed for data fetched in the background.
      await eventually(() => expect(existsSync(join(house, 'data'))).toBe(true));
      expect(await (await fetch(`${address}/dns`)).text()).toContain('<title>DNS – Sonde</title>');
      server.child.kill(signal);
      expect(await server.ended).toEqual([0, null]);
      const lines = server.stdout().trim().split('\n');
      for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg');
      expect(server.stdout()).toContain(address);
    },
  );

  inLongSet(it)('finds the worker of its embedded database, and leaves all data in one file', async () => {
    const dataDir = join(house, 'accounts');
    const server = run({ SONDE_DATA_DIR: dataDir });
    const address = await addressOf(server);
    const signedUp = await fetch(`${address}/api/account/sign-up`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'somebody@example.com', password: 'correct horse battery' }),
    });
    expect(await signedUp.json()).toMatchObject({ success: true });
    const cookie = signedUp.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await fetch(`${address}/api/account`, { headers: { cookie } })).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    expect((await readdir(dataDir)).filter((name) => /-wal$|-shm$/.test(name))).toEqual([]);
  });

  inLongSet(it)('has the libraries that only some settings need: mail and metrics', async () => {
    const mailServer = createServer().listen(0, '127.0.0.1');
    await once(mailServer, 'listening');
    onTestFinished(() => void mailServer.close());
    const { port } = mailServer.address() as { port: number };
    const variables = { SONDE_SMTP_URL: `smtp://127.0.0.1:${port}`, SONDE_METRICS: '127.0.0.1:0' };
    const server = run({ ...variables, SONDE_DATA_DIR: join(house, 'mails') });
    const address = await addressOf(server);
    const post = (path: string, body: object) =>
      fetch(`${address}/api/account/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('sign-up', { email: 'somebody@example.com', password: 'correct horse battery' });
    const connected = once(mailServer, 'connection');
    expect((await post('password-reset', { email: 'somebody@example.com' })).status).toBe(200);
    const [connection] = await connected;
    connection.destroy();
    server.child.kill('SIGTERM');
    await server.ended;
  });

  inLongSet(it)('prints warnings for the operator, and serves anyway', async () => {
    const server = run({ SONDE_SMPT_URL: 'smtp://mail.example' });
    const address = await addressOf(server);
    expect((await fetch(`${address}/healthz`)).status).toBe(200);
    server.child.kill('SIGTERM');
    await server.ended;
    expect(server.stdout()).toContain(
      '"msg":"SONDE_SMPT_URL is not a variable of Sonde: did you mean SONDE_SMTP_URL?"',
    );
  });

  it('answers a lookup of every tool, with all the code that they load when they need it', async () => {
    // Everything that a name leads to is in the zone of somebody else.
    const resolver = await startMaliciousNameServer(spfBomb('a', 'nxdomain'));
    onTestFinished(() => resolver.stop());
    const server = run({ SONDE_RESOLVERS: resolver.address, SONDE_DATA_DIR: join(house, 'lookups') });
    const address = await addressOf(server);
    const lookUp = async (path: string, query: Readonly<Record<string, string>>) => {
      const response = await fetch(`${address}${path}?${new URLSearchParams(query)}`);
      const failure = FailureEnvelope.safeParse(await response.json());
      return { code: failure.data?.code ?? null, status: response.status };
    };
    for (const tool of Object.values(tools)) {
      const { code } = await lookUp(tool.path, { [tool.target]: String(Object.values(tool.example)[0]) });
      expect([tool.id, code], tool.id).not.toEqual([tool.id, 'internal']);
    }
    const mail = await lookUp(tools.mail.path, { domain: 'evil.example', smtp: 'false' });
    expect(mail.status).toBe(200);
    const ofVictim = resolver.heard.filter(isVictims);
    expect(ofVictim.length).toBeGreaterThan(0);
    server.child.kill('SIGTERM');
    await server.ended;
  }, 120_000);

  it('finishes the running lookup when it is asked to stop', async () => {
    const resolver = createSocket('udp4');
    onTestFinished(() => void resolver.close());
    await new Promise<void>((resolve) => resolver.bind(0, '127.0.0.1', resolve));
    const server = run({ SONDE_RESOLVERS: `127.0.0.1:${resolver.address().port}` });
    const address = await addressOf(server);
    const call = fetch(`${address}/api/v2/dnsRecords?domain=example.com`);
    // The server has questions of its own after a start. Names may be in mixed case (0x20).
    const isAsked = (query: Buffer) => query.toString('latin1').toLowerCase().includes('example');
    await new Promise<void>((resolve) => resolver.on('message', (query) => isAsked(query) && resolve()));
    server.child.kill('SIGTERM');
    // From now on the resolver answers every query with REFUSED (RCODE 5).
    resolver.on('message', (query, { port, address: from }) => {
      query.writeUInt16BE(0x8185, 2);
      resolver.send(query, port, from);
    });
    const response = await call;
    expect(response.status).toBe(502);
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.json()).toMatchObject({ success: false, code: 'source-failed' });
    expect(await server.ended).toEqual([0, null]);
  });

  inLongSet(it)('listens on a Unix socket', async () => {
    const path = join(house, 'sonde.sock');
    const server = run({ HOST: path });
    await addressOf(server);
    const call = request({ socketPath: path, path: '/readyz' });
    call.end();
    const [response] = await once(call, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
    server.child.kill('SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    expect(existsSync(path)).toBe(false);
    expect(server.stdout()).toContain('"client":"local"');
  });
});

inLongSet(describe)('the first visitors after a start', () => {
  it('can all locate an address, although the databases have not been read yet', async () => {
    const server = run({ SONDE_RATE_LIMIT: 'off', SONDE_LOAD_SHEDDING: 'off', SONDE_TRUST_PROXY: '127.0.0.1' });
    const address = await addressOf(server);
    const lookUp = async (visitor: number) => {
      const headers = { 'x-forwarded-for': `198.51.100.${visitor}` };
      const answer = await fetch(`${address}/api/v2/geoIP?ipOrDomain=8.8.${visitor}.8`, { headers });
      return { status: answer.status, body: await answer.json() };
    };
    const answers = await Promise.all(Array.from({ length: 12 }, (_, visitor) => lookUp(visitor)));
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({ _data: { geoIp: { records: { countryCode: 'US' } } } });
    }
  });
});

describe('a start that fails', () => {
  /** Returns the messages for the operator. The process must exit with 1 and print nothing else. */
  async function refusal(variables: Record<string, string>): Promise<string> {
    const server = run(variables);
    expect(await server.ended).toEqual([1, null]);
    expect(server.stdout()).toBe('');
    expect(server.stderr()).not.toMatch(/^\s+at /m);
    return server.stderr();
  }

  it('lists every bad variable in one sentence each', async () => {
    expect(await refusal({ PORT: '99999', SONDE_ADS: 'x', SONDE_LOG_LEVEL: 'all' })).toBe(
      'PORT must be a whole number from 0 to 65535.\n' +
        'SONDE_ADS must be off, or JSON {banner: {src}, native: {src}, scripts: [url, url], hosts: [...]}.\n' +
        'SONDE_LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent.\n',
    );
  });

  inLongSet(it)('reports that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    expect(await refusal({ PORT: String(port) })).toBe(`Port ${port} is taken: set PORT to another one.\n`);
  });

  inLongSet(it)('reports the invalid variable of the second listener', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const { port } = other.address() as { port: number };
    const server = run({ SONDE_METRICS: `127.0.0.1:${port}` });
    expect(await server.ended).toEqual([1, null]);
    expect(server.stderr()).toContain(`Port ${port} is taken: set SONDE_METRICS to another one.\n`);
  });

  inLongSet(it)('reports that the machine has no such address', async () => {
    expect(
      await refusal({ HOST: '192.0.2.1', SONDE_HOSTS: 'sonde.example', SONDE_CONTACT_EMAIL: 'a@sonde.example' }),
    ).toBe('This machine has no address 192.0.2.1: set HOST to one it has.\n');
  });

  inLongSet(it)('reports what is wrong with the path of a socket', async () => {
    const path = join(house, 'taken.sock');
    const other = createServer().listen(path);
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    expect(await refusal({ HOST: path })).toBe(
      `Socket ${path} is taken: set HOST to another path, or remove the file if nothing listens there.\n`,
    );
    expect(await refusal({ HOST: '/nowhere/sonde.sock' })).toBe(
      'Socket /nowhere/sonde.sock cannot be created: its folder does not exist, or this user may not write there.\n',
    );
  });

  inLongSet(it)('reports that the web app is not built', async () => {
    const web = join(house, 'apps/web/dist');
    await rename(web, `${web}-away`);
    onTestFinished(() => rename(`${web}-away`, web));
    expect(await refusal({})).toBe(`The web pages are not built (no pages.json in ${web}): run npm start.\n`);
  });
});
