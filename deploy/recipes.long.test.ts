import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createStage, replyTo } from '@sonde/probes/testing/scripted-dns-server';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { type BuiltCommand, buildCommand } from '../apps/cli/src/testing/built-command.ts';
import { type BuiltServer, buildServer } from '../apps/cli/src/testing/served.ts';
import { startAnnounced } from '../lab/src/announced-process.ts';
import { installLinters, linter } from './lint/install.ts';

// Every block of docs/recipes/README.md is used as its reader would use it; a block that no test here knows is a failure.
const recipes = await readFile(join(import.meta.dirname, '../docs/recipes/README.md'), 'utf8');

let command: BuiltCommand;
let server: BuiltServer;
let env: Record<string, string>;
const stage = createStage();
beforeAll(async () => {
  [command, server] = await Promise.all([buildCommand(), buildServer(), installLinters()]);
  // A resolver that knows no address: every name exists, and has nothing.
  const { port } = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
  const { folder, path } = command;
  await writeFile(join(folder, 'sonde'), `#!/bin/sh\nexec "${process.execPath}" "${path}" "$@"\n`);
  await chmod(join(folder, 'sonde'), 0o755);
  await writeFile(join(folder, 'hosts.txt'), 'a.example\nb.example\n');
  await writeFile(join(folder, 'policy.json'), blocks('json')[0] ?? '');
  env = { PATH: `${folder}:${process.env['PATH']}`, SONDE_RESOLVERS: `127.0.0.1:${port}` };
}, 120_000);
afterAll(async () => {
  stage.clear();
  await command?.remove();
  await server?.remove();
});

const blocks = (language: string) =>
  [...recipes.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, word, text = '']) => (word === language ? [text] : []));

const file = (name: string) => readFile(join(command.folder, name), 'utf8');

/** As a shell of a runner runs it; `input` is its standard input. */
const run = (script: string, input = '') =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    const child = execFile('/bin/sh', ['-ec', script], { cwd: command.folder, env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end(input);
  });

async function yaml<Document>(index: number): Promise<Document> {
  const { parse } = await linter<{ parse(text: string): unknown }>('yaml/dist/index.js');
  return parse(blocks('yaml')[index] ?? '') as Document;
}

it('has no block that is not tested', () => {
  const languages = [...recipes.matchAll(/```(\w+)\n/g)].map(([, word]) => word);
  expect(languages).toEqual(['json', 'sh', 'text', 'yaml', 'sh', 'yaml', 'yaml', 'sh', 'yaml', 'json']);
});

it('cron prints what is missed, and nothing where nothing is', async () => {
  const [script = ''] = blocks('sh');
  // cron does not end at the first command that fails.
  const missed = await run(`set +e\n${script}`);
  expect([missed.status, missed.stdout]).toEqual([0, expect.stringContaining('Policy missed')]);
  // The baseline that the first run has made is what the second compares with.
  const names = JSON.parse(await file('last.json')).results.map(({ target }: { target: string }) => target);
  expect(names).toEqual(['a.example', 'b.example']);
  expect(blocks('text')).toEqual(['0 6 * * * cd /srv/names && sh check.sh\n']);
});

it('GitLab has a failed job and its report', async () => {
  interface Job {
    readonly script: readonly string[];
    readonly artifacts: { readonly when: string; readonly reports: { readonly junit: string } };
  }
  const { names } = await yaml<{ names: Job }>(0);
  expect((await run(names.script.join('\n'))).status).toBe(3);
  expect(names.artifacts.when).toBe('always');
  expect(await file(names.artifacts.reports.junit)).toMatch(/^<\?xml .*<testsuites /s);
});

it('Jenkins has the report that its step reads', async () => {
  const [, script = ''] = blocks('sh');
  expect((await run(`rm -f sonde.xml\n${script}`)).status).toBe(3);
  expect(recipes).toContain("junit 'sonde.xml'");
  expect(await file('sonde.xml')).toMatch(/^<\?xml .*<testsuites /s);
});

it('GitHub uploads what the check has written, whether it fails or not', async () => {
  interface Step {
    readonly run?: string;
    readonly if?: string;
    readonly with?: { readonly sarif_file?: string };
  }
  const { jobs } = await yaml<{ jobs: { names: { steps: readonly Step[] } } }>(1);
  const script = jobs.names.steps.flatMap((step) => step.run ?? []).join('\n');
  expect((await run(script)).status).toBe(1);
  const upload = jobs.names.steps.at(-1);
  expect(upload?.if).toBe('always()');
  expect(JSON.parse(await file(upload?.with?.sarif_file ?? 'none')).version).toBe('2.1.0');
});

it('Ansible fails where the policy is missed', async () => {
  const [task] = await yaml<readonly Readonly<Record<string, string>>[]>(2);
  const { status, stdout } = await run(task?.['ansible.builtin.command'] ?? 'false');
  expect(JSON.parse(stdout).type).toBe('check');
  const failing = /^sonde\.rc in \[([\d, ]+)\]$/
    .exec(task?.['failed_when'] ?? '')?.[1]
    ?.split(', ')
    .map(Number);
  expect(failing).toContain(status);
  const [, , script = ''] = blocks('sh');
  expect((await run(`set +e\n${script}`)).stdout).toBe(`rc=${status}\n`);
});

interface Scrape {
  readonly metrics_path: string;
  readonly params: Readonly<Record<string, readonly string[]>>;
  readonly static_configs: readonly { readonly targets: readonly string[] }[];
  readonly relabel_configs: readonly {
    readonly source_labels?: readonly string[];
    readonly target_label: string;
    readonly replacement?: string;
  }[];
}

/** What Prometheus asks for one target: labels are rewritten in order, and `__param_…` become parameters. */
function scraped({ metrics_path, params, relabel_configs }: Scrape, target: string) {
  const labels: Record<string, string> = { __address__: target };
  for (const { source_labels = [], target_label, replacement } of relabel_configs) {
    labels[target_label] = replacement ?? source_labels.map((name) => labels[name] ?? '').join(';');
  }
  const asked = new URLSearchParams(Object.entries(params).flatMap(([name, [value = '']]) => [[name, value]]));
  for (const [name, value] of Object.entries(labels)) {
    if (name.startsWith('__param_')) asked.set(name.slice('__param_'.length), value);
  }
  return { address: labels['__address__'] ?? '', path: `${metrics_path}?${asked}`, instance: labels['instance'] };
}

it('Prometheus has an answer for each target', async () => {
  const [probes, own] = (await yaml<{ scrape_configs: readonly [Scrape, Pick<Scrape, 'static_configs'>] }>(3))
    .scrape_configs;
  const port = await freePort();
  const { stop } = await startAnnounced(process.execPath, [server.path], {
    ...{ on: 'stderr', line: /is ready: (\S+)/ },
    env: { ...server.env, ...env, SONDE_METRICS: `127.0.0.1:${port}`, SONDE_PROBE: 'on' },
  });
  onTestFinished(() => stop());
  for (const target of probes.static_configs.flatMap(({ targets }) => targets)) {
    const { address, path, instance } = scraped(probes, target);
    expect([address, instance]).toEqual(['127.0.0.1:9115', target]);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/^probe_success 0$/m)]);
  }
  expect(own.static_configs).toEqual([{ targets: ['127.0.0.1:9115'] }]);
  // What the dashboard shows of the server itself.
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/^# TYPE sonde_answers_total counter$/m);
});

async function freePort(): Promise<number> {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  await new Promise((resolve) => taken.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('an agent starts what its configuration names', async () => {
  const { mcpServers } = JSON.parse(blocks('json')[1] ?? '{}');
  const { command: name, args } = mcpServers.sonde;
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  const { status, stdout } = await run([name, ...args].join(' '), `${message}\n`);
  expect([status, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ id: 1, result: expect.any(Object) })]);
});
