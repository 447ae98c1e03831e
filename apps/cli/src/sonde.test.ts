import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { dns } from '@sonde/contract';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { firstOf, inLongSet, isLong } from '../../../scripts/test/vitest-settings.ts';
import { type BuiltCommand, buildCommand } from './testing/built-command.ts';

let command: BuiltCommand;

beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command.remove());

const NOERROR = 0;
const SERVFAIL = 2;
const NXDOMAIN = 3;
const REFUSED = 5;
const TYPE_A = 1;
const TYPE_TXT = 16;

interface FakeReply {
  readonly rcode: number;
  /** RDATA of the one record in the answer. */
  readonly rdata?: Buffer;
}

/** A resolver on loopback that knows the root, and answers for other names by type alone. Messages are encoded here (RFC 1035 section 4). */
async function resolver(reply: (type: number) => FakeReply | null): Promise<string> {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.on('message', (query, { port, address }) => {
    const nameEnd = query.indexOf(0, 12);
    const type = query.readUInt16BE(nameEnd + 1);
    const isRoot = nameEnd === 12;
    const said = isRoot ? { rcode: NOERROR } : reply(type);
    if (said !== null) socket.send(message(query, nameEnd + 5, type, said), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return `127.0.0.1:${socket.address().port}`;
}

function message(query: Buffer, questionEnd: number, type: number, { rcode, rdata }: FakeReply): Buffer {
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | rcode, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(rdata === undefined ? 0 : 1, 6);
  header.writeUInt32BE(0, 8);
  const question = query.subarray(12, questionEnd);
  if (rdata === undefined) return Buffer.concat([header, question]);
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0); // the name of the question
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(300, 6);
  record.writeUInt16BE(rdata.length, 10);
  return Buffer.concat([header, question, record, rdata]);
}

const address = { rcode: NOERROR, rdata: Buffer.from([192, 0, 2, 53]) };

function start(args: readonly string[], env: Record<string, string>) {
  const running = command.start(args, env);
  onTestFinished(() => running.kill('SIGKILL'));
  return running;
}

const sonde = (args: readonly string[], env: Record<string, string> = {}) => start(args, env).ended;

/** Runs a line of a shell, in which `$0` is the command. */
async function inPipe(line: string, env: Record<string, string>) {
  const { PATH = '' } = process.env;
  const child = spawn('sh', ['-c', line, command.path], { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status, stdout, stderr };
}

describe('the built command', () => {
  it('prints JSON when piped, and exits with 0', async () => {
    const SONDE_RESOLVERS = await resolver((type) => (type === TYPE_A ? address : { rcode: NOERROR }));
    const { status, stdout, stderr } = await sonde(['dns', 'Example.com.'], { SONDE_RESOLVERS });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const answer = JSON.parse(stdout);
    expect(dns.answer.safeParse(answer).success).toBe(true);
    expect(answer).toMatchObject({ domain: 'example.com', resolver: SONDE_RESOLVERS, gaps: [] });
    expect(stdout).toContain('192.0.2.53');
  });

  inLongSet(it)('prints a table or CSV into a pipe on request', async () => {
    const SONDE_RESOLVERS = await resolver((type) => (type === TYPE_A ? address : { rcode: NOERROR }));
    const table = await sonde(['dns', 'example.com', '--format', 'table'], { SONDE_RESOLVERS });
    expect(table).toMatchObject({ status: 0, stderr: '' });
    expect(table.stdout).toMatch(/^A\nName +Address +TTL\nexample\.com +192\.0\.2\.53 +300\n$/m);
    const csv = await sonde(['dns', 'example.com', '--format', 'csv'], { SONDE_RESOLVERS });
    expect(csv).toMatchObject({ status: 0, stderr: '' });
    expect(csv.stdout).toMatch(/^Name,Address,TTL\r\nexample\.com,192\.0\.2\.53,300\r\n$/);
    const findings = await sonde(['dns', 'example.com', '--csv', 'findings'], { SONDE_RESOLVERS });
    expect(findings.stdout).toMatch(/^State,Finding,About,Evidence,Fix\r\nunknown,dnssec-not-sent,example\.com,/);
    expect(findings.stdout).not.toContain('192.0.2.53,300');
  });

  inLongSet(it)('lists the gaps on standard error, and exits with 2', async () => {
    const SONDE_RESOLVERS = await resolver((type) => {
      if (type === TYPE_TXT) return { rcode: REFUSED };
      return type === TYPE_A ? address : { rcode: NOERROR };
    });
    const { status, stdout, stderr } = await sonde(['dns', 'example.com', '--json'], { SONDE_RESOLVERS });
    expect(status).toBe(2);
    expect(stderr).toBe('sonde: not measured: TXT (source-failed)\n');
    expect(JSON.parse(stdout).gaps).toEqual([{ part: 'TXT', code: 'source-failed' }]);
  });

  inLongSet(it)('states when a search that was cut short by its budget can be continued', async () => {
    const SONDE_RESOLVERS = await resolver((type) => (type === TYPE_A ? address : { rcode: NOERROR }));
    const variables = { SONDE_RESOLVERS, SONDE_CT_URLS: '', SONDE_ZONE_BUDGET: '400/600s' };
    const { status, stdout, stderr } = await sonde(['subdomain', 'example.com', '--json'], variables);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^sonde: not measured: words \(rate-limited; try again in (?:59|60|61)\d s\)$/m);
    expect(JSON.parse(stdout).gaps).toContainEqual({
      part: 'words',
      code: 'rate-limited',
      retryAfterSeconds: expect.any(Number),
    });
  });

  it.each(
    firstOf(1, [
      [NXDOMAIN, 'sonde: No DNS records found for this domain (nxdomain)\nThe name does not exist.\n'],
      [
        SERVFAIL,
        'sonde: Failed to fetch DNS records. (servfail)\n' +
          'The resolver could not get an answer from the name servers of the zone.\n',
      ],
    ]),
  )('says why there is no answer for RCODE %i, and ends with 1', async (rcode, text) => {
    const SONDE_RESOLVERS = await resolver(() => ({ rcode }));
    expect(await sonde(['dns', 'nowhere.example'], { SONDE_RESOLVERS })).toEqual({
      status: 1,
      stdout: '',
      stderr: text,
    });
  });

  it('reports what is wrong with the target, and exits with 64', async () => {
    expect(await sonde(['dns', 'two words'])).toEqual({
      status: 64,
      stdout: '',
      stderr: 'sonde: Expected a valid domain (e.g. example.com)\n',
    });
  });

  inLongSet(it)('prints its usage: on request with status 0, on wrong usage with 64', async () => {
    const help = await sonde(['--help']);
    expect(help).toMatchObject({ status: 0, stderr: '' });
    expect(help.stdout).toMatch(/^Usage: sonde TOOL TARGET/);
    for (const args of [
      [],
      ['dns'],
      ['nothing', 'example.com'],
      ['dns', 'example.com', '--nothing'],
      ['dns', 'example.com', '--format', 'xml'],
    ]) {
      const { status, stdout, stderr } = await sonde(args);
      expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
      expect(stderr).toMatch(/^sonde: .+\n\nUsage: sonde (TOOL TARGET|dns DOMAIN)/);
    }
  });

  inLongSet(it)('reports an invalid variable, and exits with 64', async () => {
    const { status, stdout, stderr } = await sonde(['dns', 'example.com'], { SONDE_RESOLVERS: 'not an address' });
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    expect(stderr).toMatch(/^sonde: .*SONDE_RESOLVERS.*\n$/);
  });

  it.each(isLong ? (['SIGTERM'] as const) : (['SIGINT'] as const))(
    'exits on Ctrl-C while waiting (%s)',
    async (signal) => {
      let isAsked = () => {};
      const asked = new Promise<void>((resolve) => {
        isAsked = resolve;
      });
      const SONDE_RESOLVERS = await resolver(() => {
        isAsked();
        return null;
      });
      const { kill, ended } = start(['dns', 'example.com'], { SONDE_RESOLVERS });
      await asked;
      kill(signal);
      expect(await ended).toEqual({ status: 130, stdout: '', stderr: '' });
    },
  );

  inLongSet(it)('prints on Ctrl-C what a search has found so far, marked as incomplete', async () => {
    let asked = 0;
    let isStuck = () => {};
    const stuck = new Promise<void>((resolve) => {
      isStuck = resolve;
    });
    const SONDE_RESOLVERS = await resolver((type) => {
      asked += 1;
      if (asked > 400) isStuck();
      if (asked > 400) return null;
      return type === TYPE_A ? address : { rcode: NOERROR };
    });
    const { kill, ended } = start(['subdomain', 'example.com'], { SONDE_RESOLVERS, SONDE_CT_URLS: '' });
    await stuck;
    kill('SIGINT');
    const { status, stdout, stderr } = await ended;
    expect({ status, stderr }).toEqual({ status: 130, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ type: 'incomplete', tool: 'subdomain', target: 'example.com' });
  });

  inLongSet(it)(
    'looks up a list from a pipe, one answer after the other, and exits with the worst status',
    async () => {
      const SONDE_RESOLVERS = await resolver((type) => (type === TYPE_A ? address : { rcode: NOERROR }));
      const env = { SONDE_RESOLVERS };
      for (const words of ['dns - A', 'dns A']) {
        const { status, stdout, stderr } = await inPipe(
          `printf 'b.example\\na.example\\n' | "$0" ${words} +short`,
          env,
        );
        expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '192.0.2.53\n192.0.2.53\n', stderr: '' });
      }
      const wrong = await inPipe(`printf 'a.example\\ntwo words\\n' | "$0" dns -`, env);
      expect(wrong).toMatchObject({ status: 64, stdout: '' });
      expect(wrong.stderr).toContain('  line 2: "two words"');
      expect(await inPipe(`printf '' | "$0" dns -`, env)).toMatchObject({ status: 64, stdout: '' });
      expect(await inPipe(`printf 'a.example' | "$0" dns - --format junit`, env)).toMatchObject({
        status: 64,
        stdout: '',
      });
      const gone = await resolver((type) => (type === TYPE_TXT ? { rcode: REFUSED } : address));
      const gaps = await inPipe(`printf 'a.example\\nb.example' | "$0" dns A,TXT --json`, { SONDE_RESOLVERS: gone });
      expect(gaps.status).toBe(2);
      expect(gaps.stdout.match(/"domain": "[ab]\.example"/g)).toHaveLength(2);
    },
  );
});
