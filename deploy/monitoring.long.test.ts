import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltServer, buildServer } from '../apps/cli/src/testing/served.ts';
import { type AnnouncedProcess, startAnnounced } from '../lab/src/announced-process.ts';
import { freePort } from '../lab/src/index.ts';
import { installLinters, linter } from './lint/install.ts';

const root = join(import.meta.dirname, '..');
const RULES = 'deploy/prometheus/sonde.rules.yaml';
const read = (path: string) => readFileSync(join(root, path), 'utf8');

let folder = '';
let server: BuiltServer;
const processes: AnnouncedProcess[] = [];
let prometheus = '';

/** A Prometheus of its own, with the alerts, that scrapes a server as the recipe says. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sonde-monitoring-'));
  [server] = await Promise.all([buildServer(), installLinters()]);
  const [metrics, port] = [await freePort(), await freePort()];
  const env = {
    ...server.env,
    SONDE_METRICS: `127.0.0.1:${metrics}`,
    SONDE_RESOLVERS: '127.0.0.1:9',
    SONDE_UPDATE: 'off',
  };
  const serving = await startAnnounced(process.execPath, [server.path], { on: 'stderr', line: /is ready: (\S+)/, env });
  processes.push(serving);
  await (await fetch(`${serving.announced}/api/v2/macInfo?mac=00:00:5E:00:53:01`)).text();
  // One answer and one failure.
  await (await fetch(`${serving.announced}/api/v2/dnsRecords?domain=127.0.0.1`)).text();
  const config = join(folder, 'prometheus.json');
  const job = { job_name: 'sonde-server', static_configs: [{ targets: [`127.0.0.1:${metrics}`] }] };
  writeFileSync(
    config,
    JSON.stringify({ global: { scrape_interval: '1s' }, rule_files: [join(root, RULES)], scrape_configs: [job] }),
  );
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  processes.push(
    await startAnnounced('prometheus', args, { on: 'stderr', line: /(Server is ready)/, env: { PATH: '/usr/bin' } }),
  );
  prometheus = `http://127.0.0.1:${port}`;
}, 120_000);
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await server?.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: string;
  readonly error?: string;
  readonly data?: { readonly result: readonly unknown[] };
}

async function query(text: string): Promise<Answer> {
  const response = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query: text })}`);
  return (await response.json()) as Answer;
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

const queriesOf = (path: string) =>
  (JSON.parse(read(path)) as Dashboard).panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [title, expr.replaceAll('$job', 'sonde-server')] as const),
  );

it('the alerts pass their linters, and fire as their tests say', async () => {
  execFileSync('yamllint', ['--strict', '--config-file', 'deploy/lint/yamllint.yaml', RULES], { cwd: root });
  execFileSync('promtool', ['check', 'rules', RULES], { cwd: root });
  execFileSync('promtool', ['test', 'rules', 'deploy/prometheus/sonde.rules.tests.yaml'], { cwd: root });
  const { parse } = await linter<{ parse(text: string): unknown }>('yaml/dist/index.js');
  const { groups } = parse(read(RULES)) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const tested = read('deploy/prometheus/sonde.rules.tests.yaml');
  for (const { alert } of groups.flatMap(({ rules }) => rules))
    expect(tested, alert).toMatch(new RegExp(`alertname: ${alert},.*exp_alerts: \\[\\{`));
});

it('every panel of the server has data from a real Prometheus', async () => {
  const queries = queriesOf('deploy/grafana/sonde-server.json');
  expect(queries.length).toBeGreaterThan(10);
  const withoutData = async () => {
    const answers = await Promise.all(queries.map(async ([title, expr]) => [title, await query(expr)] as const));
    for (const [title, answer] of answers) expect(answer, title).toMatchObject({ status: 'success' });
    return answers.filter(([, { data }]) => data?.result.length === 0).map(([title]) => title);
  };
  // Rates need two samples.
  await expect.poll(withoutData, { timeout: 60_000, interval: 1000 }).toEqual([]);
});

it('every panel of the probes has a query that Prometheus understands', async () => {
  for (const [title, expr] of queriesOf('deploy/grafana/sonde.json'))
    expect(await query(expr), title).toMatchObject({ status: 'success' });
});

it('a server at work has no alert', async () => {
  const response = await fetch(`${prometheus}/api/v1/alerts`);
  const { data } = (await response.json()) as { data: { alerts: { labels: { alertname: string }; state: string }[] } };
  expect(data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)).toEqual([]);
});
