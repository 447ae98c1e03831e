import { createServer } from 'node:http';
import { type ReportData, report, reportPartsOf } from '@sonde/contract';
import { parse } from 'junit2json';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld } from '../../../../demo/src/world.ts';
import { firstOf, inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { widthOf } from '../print/width.ts';
import { type DemoCommand, startDemoCommand } from '../testing/demo-command.ts';

// The built command, looking at the servers of the demo.
let demo: DemoCommand;
beforeAll(async () => {
  demo = await startDemoCommand(await startWorld());
});
afterAll(() => demo?.stop());

const sonde = (...args: string[]) => demo.command.start(['report', ...args], demo.env).ended;
const parts = reportPartsOf('careless.test').map(({ tool }) => tool.id);

it.concurrent('prints the verdict first, then the findings, then the facts of each tool', async () => {
  const { status, stdout, stderr } = await sonde('careless.test', '--format', 'table');
  const [verdict = ''] = stdout.split('\n');
  expect(verdict).toMatch(/^✗ broken +careless\.test: Broken: SPF needs more than ten DNS lookups/);
  expect(stdout).toContain('[spf-over-ten-lookups]');
  const headings = parts.map((id) => stdout.search(new RegExp(`^${id}(:|$)`, 'm')));
  expect(headings).toEqual(headings.toSorted((a, b) => a - b));
  expect(headings).not.toContain(-1);
  expect(stdout).toMatch(/^ {2}Registrar +Example Registrar, LLC$/m);
  for (const line of stdout.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
  // The name has no address: two tools have no answer, and each is named.
  expect(stderr).toMatch(/^sonde: not measured: ssl \(not-found\): /m);
  expect(stderr).toMatch(/^sonde: not measured: geo \(not-found\): /m);
  expect(status).toBe(2);
});

it.concurrent('prints the report of the API as JSON, and fails on findings when asked to', async () => {
  const { status, stdout } = await sonde('careless.test', '--out', 'json', '--fail-on', 'bad');
  const data = JSON.parse(stdout) as ReportData;
  expect(report.answer.safeParse(data).error).toBeUndefined();
  expect(data.parts.map(({ tool }) => tool)).toEqual(parts);
  expect(data.gaps.map(({ part }) => part)).toEqual(expect.arrayContaining(['ssl', 'geo']));
  expect(status).toBe(3);
});

inLongSet(it.concurrent)('prints one test suite for each tool as JUnit, and one run for each as SARIF', async () => {
  const [junit, sarif] = [
    await sonde('careless.test', '--out', 'junit'),
    await sonde('careless.test', '--out', 'sarif'),
  ];
  const { testsuite = [], errors } = await parse(junit.stdout).then(
    (suites) => suites as { testsuite?: { name: string }[]; errors?: number },
  );
  expect(testsuite.map(({ name }) => name)).toEqual(parts.map((id) => `${id} careless.test`));
  expect(errors).toBe(3);
  expect(junit.stdout).toMatch(/<testcase name="spf-over-ten-lookups: [^>]*>\n +<failure /);
  const { runs } = JSON.parse(sarif.stdout) as { runs: { automationDetails: object; invocations: object[] }[] };
  expect(runs).toHaveLength(1);
  expect(runs[0]?.automationDetails).toEqual({ id: 'sonde/report/careless.test' });
  expect(runs[0]?.invocations).toHaveLength(parts.length);
});

inLongSet(it.concurrent)('prints every table with the findings of all tools, as CSV and as Markdown', async () => {
  const csv = await sonde('careless.test', '--out', 'csv');
  expect(csv.stdout).toMatch(/^Table,[^\r\n]*\r\n/);
  expect(csv.stdout).toMatch(/^dns: MX Records,/m);
  const findings = await sonde('careless.test', '--csv', 'findings');
  expect(findings.stdout).toMatch(/^State,Finding,About,Evidence,Fix,Tool\r\nbad,spf-over-ten-lookups,/);
  const markdown = await sonde('careless.test', '--out', 'markdown');
  expect(markdown.stdout).toMatch(/^## `report careless\.test`$/m);
  expect(markdown.stdout).toMatch(/^### `dns: MX Records`$/m);
});

inLongSet(it.concurrent)('prints each part as it ends as NDJSON, and the report last', async () => {
  const { stdout } = await sonde('parked.test', '--format', 'ndjson');
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; tool: string });
  const ended = lines.filter(({ type, tool }) => type !== 'progress' && tool !== 'report').map(({ tool }) => tool);
  expect(ended.sort()).toEqual(parts.toSorted());
  expect(lines.at(-1)).toMatchObject({ type: 'answer', tool: 'report', target: 'parked.test' });
});

it.concurrent('makes a self-contained page: no script, no address of another host', async () => {
  const { stdout } = await sonde('careless.test', '--out', 'html');
  expect(stdout).toMatch(/^<!doctype html>/);
  expect(stdout).toContain('<h1>Report on careless.test</h1>');
  expect(stdout).toContain('SPF needs more than ten DNS lookups');
  expect(stdout).not.toMatch(/<(?:script|link|img|iframe|object|embed|form|base)\b/i);
  expect(stdout).not.toMatch(/\s(?:src|srcset|action|on\w+|style)=|url\(|@import/i);
  expect([...stdout.matchAll(/href="([^"]*)"/g)].filter(([, href = '']) => !href.startsWith('#'))).toEqual([]);
});

inLongSet(it.concurrent)('interprets pasted text, and reports how', async () => {
  const { stderr, stdout } = await sonde('https://parked.test/path', '--json');
  expect(stderr).toContain('sonde: "https://parked.test/path" was interpreted as parked.test');
  expect((JSON.parse(stdout) as ReportData).target).toBe('parked.test');
});

it.concurrent.each(
  firstOf(2, [
    [['no target'], 64, 'Expected a domain name or an IP address'],
    [[], 64, 'report needs a target.'],
    [['a.test', 'b.test'], 64, 'report takes one target, not 2.'],
    [
      ['a.test', '--out', 'pdf'],
      64,
      '--out must be one of table, json, ndjson, csv, csv-findings, markdown, junit, sarif, html.',
    ],
    [['a.test', '--out', 'csv', '--format', 'csv'], 64, '--out and --format cannot be given together.'],
    [['a.test', '--deep'], 64, 'report has no option --deep.'],
  ]),
)('refuses %j', async (args, status, problem) => {
  const ended = await sonde(...args);
  expect(ended.stderr).toContain(problem);
  expect([ended.status, ended.stdout]).toEqual([status, '']);
});

inLongSet(it.concurrent)('fails when no tool has an answer', async () => {
  const { status, stdout, stderr } = await demo.command.start(['report', '8.8.8.8', '--json'], {
    ...demo.env,
    SONDE_WHOIS_SERVER: '127.0.0.1:9',
    SONDE_RDAP_BOOTSTRAP: await closedAddress(),
    SONDE_GEO_SOURCES: 'query',
    SONDE_GEO_QUERY_URL: await closedAddress(),
  }).ended;
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^sonde: /);
});

/** The address of a server that is gone. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/`;
}
