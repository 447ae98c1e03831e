import { execFileSync } from 'node:child_process';
import { parse } from 'junit2json';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebServerName } from '../../../demo/src/tls-servers.ts';
import { startWorld, type World } from '../../../demo/src/world.ts';
import { inLongSet, isLong } from '../../../scripts/test/vitest-settings.ts';
import { widthOf } from './print/width.ts';
import { type DemoCommand, startDemoCommand } from './testing/demo-command.ts';

// The built command, used on the servers of the demo: an expired certificate, a registration, a host that loses packets.
let demo: DemoCommand;
let world: World;
beforeAll(async () => {
  world = await startWorld();
  demo = await startDemoCommand(world);
});
afterAll(() => demo?.stop());

const sonde = (...args: string[]) => demo.command.start(args, demo.env).ended;
/** The name of a server of the demo, with the port where it listens. */
const at = (name: WebServerName) => {
  const { port } = world.webServers[name];
  return port === 443 ? name : `${name}:${port}`;
};
const judged = ['--warn-days', '14', '--fail-on', 'warn'];

describe('an expired certificate', () => {
  it('is reported in the first ten lines, with its expiry, the finding and the fix; the exit status is 3', async () => {
    const { status, stdout } = await sonde('ssl', at('expired.test'), '--format', 'table', ...judged);
    expect(status).toBe(3);
    const top = stdout.split('\n').slice(0, 10).join('\n');
    expect(top).toMatch(/^(✗ broken|! warning) +expired\.test.*: /);
    expect(top).toMatch(/^Certificate +not trusted: expired$/m);
    expect(top).toMatch(/^Valid until .*\(ended \d+ days ago\)$/m);
    expect(stdout).toMatch(
      /^! warning +Expires within the given days: expired\.test.* \[ends-within-days\]\n.*expired on /m,
    );
    expect(stdout).toMatch(/^ +Fix: Renew the certificate\.$/m);
  });

  inLongSet(it)('exits with 0 unless asked to fail on findings', async () => {
    expect((await sonde('ssl', at('expired.test'), '--json')).status).toBe(0);
  });

  inLongSet(it)(
    'is a failed test in JUnit, an error or a warning in SARIF, and in JSON among the findings',
    async () => {
      const junit = await sonde('ssl', at('expired.test'), '--format', 'junit', ...judged);
      const suites = await parse(junit.stdout);
      expect(suites).toMatchObject({ errors: 0, failures: expect.any(Number) });
      expect(junit.stdout).toMatch(/<testcase name="ends-within-days: expired\.test[^>]*>\n +<failure /);
      const sarif = await sonde('ssl', at('expired.test'), '--format', 'sarif', ...judged);
      expect(JSON.parse(sarif.stdout).runs[0].results).toContainEqual(
        expect.objectContaining({ ruleId: 'ends-within-days', kind: 'fail', level: 'warning' }),
      );
      const json = await sonde('ssl', at('expired.test'), '--json', ...judged);
      expect(JSON.parse(json.stdout).findings).toContainEqual(
        expect.objectContaining({ code: 'ends-within-days', state: 'warn' }),
      );
      expect([junit.status, sarif.status, json.status]).toEqual([3, 3, 3]);
    },
  );
});

it('a name with a typing error exists neither in the DNS nor at its registry', async () => {
  const [registered, typo, asked] = await Promise.all([
    sonde('whois', 'shop.test'),
    sonde('whois', 'shpo.test'),
    sonde('dns', 'shpo.test'),
  ]);
  expect(registered.status).toBe(0);
  expect(typo.stderr + typo.stdout).toContain('shpo.test is not registered');
  expect(asked.stderr + asked.stdout).toMatch(/does not exist/);
});

it.each([
  ['shop.test', 'shop.test', []],
  ...(isLong
    ? ([
        ['moved.test', 'shop.test', ['hsts-missing']],
        ['neglected.test', 'no-tls.test', ['redirect-to-http', 'hsts-missing']],
      ] as const)
    : []),
  ['circle.test', 'circle.test', ['redirect-loop', 'hsts-missing']],
] as const)('the web page of %s ends at %s', async (name, end, codes) => {
  const { stdout } = await sonde('web', `https://${at(name)}/`, '--json');
  const { final, findings } = JSON.parse(stdout) as { final: { url: string }; findings: { code: string }[] };
  expect(new URL(final.url).hostname).toBe(end);
  const found = findings.map(({ code }) => code).filter((code) => /^(?:redirect-|hsts-missing)/.test(code));
  expect(new Set(found)).toEqual(new Set<string>(codes));
});

inLongSet(it)('a certificate is a finding of --warn-days only with more days than it has left', async () => {
  const enough = await sonde('ssl', at('shop.test'), '--json', '--warn-days', '1');
  expect(enough.stdout).not.toContain('ends-within-days');
  const more = await sonde('ssl', at('shop.test'), '--json', '--warn-days', '9999');
  expect(JSON.parse(more.stdout).findings).toContainEqual(expect.objectContaining({ code: 'ends-within-days' }));
});

inLongSet(describe)('the check of a TLS server', () => {
  it('lists the suites that were tried only with --all', async () => {
    const brief = await sonde('ssl', at('shop.test'), '--format', 'table');
    expect(brief.stdout).not.toContain('TLS_RSA_WITH_NULL_MD5');
    expect(brief.stdout).not.toContain('BEGIN CERTIFICATE');
    expect(brief.stdout).toMatch(/--all prints them\.\n$/);
    const all = await sonde('ssl', at('shop.test'), '--format', 'table', '--all');
    expect(all.stdout).toContain('TLS_RSA_WITH_NULL_MD5');
    expect(all.stdout).toContain('BEGIN CERTIFICATE');
    expect(all.stdout).not.toContain('--all prints them.');
  });

  it('is printed part by part in NDJSON, the answer last', async () => {
    const { stdout } = await sonde('ssl', at('shop.test'), '--format', 'ndjson');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ type }) => type)).toEqual([...lines.slice(1).map(() => 'progress'), 'answer']);
    expect(lines[0].data.stage).toBe('certificate');
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.at(-1).data).toMatchObject({ valid: true, gaps: [] });
  });
});

describe('a registration', () => {
  it('has its facts first, and the raw server replies last', async () => {
    const { status, stdout } = await sonde('whois', 'shop.test', '--format', 'table');
    expect(status).toBe(0);
    const places = [
      /^Expires .* (?:days|years|months?|year) left\)$/m,
      /^registration$/m,
      /^asked$/m,
      /^who is info$/m,
      /^Domain Name: /im,
    ];
    const found = places.map((one) => stdout.search(one));
    expect(found).toEqual(found.toSorted((a, b) => a - b));
    expect(found[0]).toBeGreaterThanOrEqual(0);
    expect(stdout.split('\n').slice(0, 10).join('\n')).toMatch(/^Expires /m);
  });
});

describe.each(isLong ? [40, 60, 80, 140] : [40])('in a terminal of %i columns', (columns) => {
  it.each((['ssl', 'whois', 'dns', 'ping'] as const).slice(0, isLong ? 4 : 2))(
    'no line of sonde %s is wider',
    async (tool) => {
      const target = tool === 'ssl' ? at('shop.test') : tool === 'ping' ? 'quiet.test' : 'shop.test';
      const quick = tool === 'ping' ? ['--count', '1', '--interval', '1'] : [];
      const { stdout } = await demo.command.inTerminal([tool, target, '--all', ...quick], columns, {
        ...demo.env,
        TERM: 'xterm',
      });
      const lines = stdout.replaceAll(/\u001b\[\d+m/g, '').split('\n');
      expect(lines.length).toBeGreaterThan(5);
      expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
      expect(stdout).toContain('\u001b[1m');
    },
  );
});

inLongSet(it)('is not coloured in a terminal with NO_COLOR, nor with --no-color', async () => {
  const asked = await demo.command.inTerminal(['whois', 'shop.test'], 80, {
    ...demo.env,
    TERM: 'xterm',
    NO_COLOR: '1',
  });
  expect(asked.stdout).not.toContain('\u001b');
  const flag = await demo.command.inTerminal(['whois', 'shop.test', '--no-color'], 80, { ...demo.env, TERM: 'xterm' });
  expect(flag.stdout).not.toContain('\u001b');
});

inLongSet(it)('keeps to COLUMNS in a pipe, and to 80 without it', async () => {
  const width = (text: string) => Math.max(...text.split('\n').map(widthOf));
  const narrow = await demo.command.start(['whois', 'shop.test', '--format', 'table'], { ...demo.env, COLUMNS: '50' })
    .ended;
  expect(width(narrow.stdout)).toBeLessThanOrEqual(50);
  expect(width((await sonde('whois', 'shop.test', '--format', 'table')).stdout)).toBeLessThanOrEqual(80);
});

inLongSet(it)('is completed in bash by its own script', async () => {
  const { stdout } = await sonde('completion', 'bash');
  const script = `${stdout}\nCOMP_WORDS=(sonde who); COMP_CWORD=1; _sonde; echo "$COMPREPLY"`;
  expect(execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' })).toBe('whois\n');
});
