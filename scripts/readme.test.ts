import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variables } from '../apps/api/src/environment.ts';
import { withFigures } from '../bench/readme-figures.ts';
import { type AnnouncedProcess, startAnnounced } from '../lab/src/announced-process.ts';
import { type MaliciousNameServer, startMaliciousNameServer } from '../lab/src/dns/malicious/malicious-name-server.ts';
import { judgeAnswer } from '../packages/contract/src/answers/answer-checks.ts';
import { dns } from '../packages/contract/src/tools/dns/contract.ts';
import { variableNames } from '../packages/probes/src/settings/secret-files.ts';
import { withTools } from './readme-tools.ts';
import { withVariables } from './readme-variables.ts';
import { firstOf } from './test/vitest-settings.ts';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('README.md', root), 'utf8');
const run = promisify(execFile);

const shellLines = [...text.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) => block.trim().split('\n'));
const linesOf = (command: string) => shellLines.filter((line) => line.startsWith(`${command} `));

let resolver: MaliciousNameServer;
let server: AnnouncedProcess;
let url = '';

beforeAll(async () => {
  resolver = await startMaliciousNameServer('answer');
  server = await startAnnounced(process.execPath, ['apps/api/dist/server.js'], {
    on: 'stderr',
    line: /is ready: (\S+)/,
    cwd: root,
    env: { PATH: process.env['PATH'], PORT: '0', SONDE_RESOLVERS: resolver.address, SONDE_LOG_LEVEL: 'error' },
  });
  url = server.announced;
});
afterAll(async () => {
  await server?.stop();
  await resolver.stop();
});

describe('the README', () => {
  it.each(firstOf(1, linesOf('npx sonde')))('%s', async (line) => {
    const [, , ...args] = line.replace(/#.*/, '').trim().split(/\s+/);
    const env = { PATH: process.env['PATH'], SONDE_RESOLVERS: resolver.address };
    const { stdout } = await run(process.execPath, ['apps/cli/bin/sonde.js', ...args], { cwd: root, env });
    if (args.includes('csv')) expect(stdout).toMatch(/^Table,Name,Address,TTL/);
    else if (args.includes('explain')) expect(stdout).toMatch(/^No reply to any packet\n(?:.*\n)+Source\n/);
    else expect(JSON.parse(stdout)).toMatchObject({ gaps: [] });
  });

  it.each(firstOf(1, linesOf('curl')))('%s', async (line) => {
    const address = /'(http:\/\/127\.0\.0\.1:3000\/[^']*)'/.exec(line)?.[1];
    const accept = /-H 'Accept: ([^']+)'/.exec(line)?.[1];
    expect(address).toBeDefined();
    const response = await fetch(String(address).replace('http://127.0.0.1:3000', url), {
      headers: accept === undefined ? {} : { accept },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(accept ?? /^application\/json/);
    const body = await response.text();
    expect(accept === undefined ? body : (/^event: result\ndata: (.+)$/m.exec(body)?.[1] ?? '')).toMatch(
      /^\{"success":true/,
    );
  });

  it('shows a whole answer of the DNS lookup, with its own judgement', () => {
    const { success, _data: answer } = JSON.parse(/^```json\n(.*?)^```/ms.exec(text)?.[1] ?? '{}');
    expect(success).toBe(true);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(dns.answer.shape).sort());
    const { verdict, checks, findings, ...unjudged } = dns.answer.parse(answer);
    expect(judgeAnswer('dns', unjudged)).toEqual({ verdict, checks, findings });
  });

  it('has the figures of the latest benchmarks', () => {
    // `npm run figures` writes them, and marks those whose code has changed since.
    expect(withFigures(text)).toBe(text);
    const row = /^\| a WHOIS .*\| (\d+) ms \| whois \d+ ms \|$/m.exec(text)?.[0] ?? '';
    expect(withFigures(text.replace(row, row.replace(/\d+ ms \| whois/, '1 ms | whois')))).toBe(text);
  });

  it('runs a container as the Dockerfile describes', () => {
    const [build = '', start = '', call = ''] = linesOf('docker');
    const dockerfile = readFileSync(new URL('Dockerfile', root), 'utf8');
    const [, name] = /^docker build --tag (\w+) \.$/.exec(build) ?? [];
    expect(start).toMatch(new RegExp(` ${name}$`));
    // Both programs of the image: the server by default, and the command by its name.
    expect(call).toMatch(new RegExp(` ${name} sonde dns example\\.com$`));
    const [, target = ''] = /ln -s \/app\/(\S+) \/usr\/local\/bin\/sonde$/m.exec(dockerfile) ?? [];
    expect(statSync(new URL(target, root)).mode & 0o111).toBe(0o111);
    expect(dockerfile).toMatch(new RegExp(`^COPY --from=build /src/${dirname(target)} ${dirname(target)}$`, 'm'));
    const [, port] = /--publish 127\.0\.0\.1:3000:(\d+) /.exec(start) ?? [];
    expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${port}$`, 'm'));
    const [, volume] = /--volume \w+:(\S+) /.exec(start) ?? [];
    expect(dockerfile).toMatch(new RegExp(`^VOLUME ${volume}$`, 'm'));
  });

  it('has commands for both', () => {
    expect(linesOf('npx sonde').length).toBeGreaterThan(1);
    expect(linesOf('curl').length).toBeGreaterThan(2);
  });

  it('links to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
  });

  it('gets a row, a picture and a link for a tool that it does not list', () => {
    const listsOf = (source: string) => ({
      row: /^\| Ping \| `\/ping` \| (.*) \| (.*) \|$/m.exec(source)?.slice(1),
      picture: /^<picture>.*docs\/pictures\/ping-light\.webp.*alt="(.*)"><\/picture>$/m.exec(source)?.slice(1),
      link: source.includes('[ping](packages/probes/src/tools/ping/README.md)'),
    });
    const without = text
      .replace(/^\| Ping \|.*\n/m, '')
      .replace(/^<picture>.*docs\/pictures\/ping-.*\n/m, '')
      .replace(/\[ping\]\([^)]*\),\s/, '');
    expect(listsOf(without)).toEqual({ row: undefined, picture: undefined, link: false });
    const { row, picture, link } = listsOf(withTools(without));
    expect(row?.[0]).toBe('round trip time and packet loss to one address of a host, packet by packet');
    expect(row?.[1]).toMatch(/^\S.*[^.]$/);
    expect(picture?.[0]).toMatch(/^Ping: .{40}/);
    expect(link).toBe(true);
    expect(withTools(text)).toBe(text);
  });

  it('has the variables as they are declared', () => {
    expect(withVariables(text)).toBe(text);
    const row = /^\| `SONDE_RATE_LIMIT` \| `60\/60s` \|.*$/m.exec(text)?.[0] ?? '';
    expect(withVariables(text.replace(row, row.replace('60/60s', '90/60s')))).toBe(text);
  });

  it('names no variable that does not exist', () => {
    const declared = variableNames(variables).filter((name) => name.startsWith('SONDE_'));
    expect(variablesOf(text)).toEqual(declared.sort());
  });
});

const variablesOf = (source: string) => [...new Set(source.match(/\bSONDE_[A-Z0-9_]*[A-Z]\b/g))].sort();
