import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createStage, replyTo } from '@sonde/probes/testing/scripted-dns-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltCommand, buildCommand } from '../testing/built-command.ts';

const recipes = new URL('../../../../docs/recipes/README.md', import.meta.url);

let command: BuiltCommand;
let env: Record<string, string>;
const stage = createStage();
beforeAll(async () => {
  command = await buildCommand();
  // A resolver that knows no address: every name exists, and has nothing.
  const { port } = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
  const { folder, path } = command;
  await writeFile(join(folder, 'sonde'), `#!/bin/sh\nexec "${process.execPath}" "${path}" "$@"\n`);
  await chmod(join(folder, 'sonde'), 0o755);
  await writeFile(join(folder, 'hosts.txt'), 'a.example\nb.example\n');
  env = { PATH: `${folder}:${process.env['PATH']}`, SONDE_RESOLVERS: `127.0.0.1:${port}` };
});
afterAll(async () => {
  stage.clear();
  await command?.remove();
});

const run = (script: string) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
    execFile('/bin/sh', ['-c', script], { cwd: command.folder, env }, (error, stdout, stderr) =>
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

it('the recipes do what they say', async () => {
  const text = await readFile(recipes, 'utf8');
  const [, policy = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
  await writeFile(join(command.folder, 'policy.json'), policy);
  const scripts = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, script = '']) => script);
  expect(scripts).toHaveLength(4);
  const [cron, junit, sarif, ansible] = await Promise.all(scripts.map(run));
  expect([cron?.status, cron?.stdout]).toEqual([0, expect.stringContaining('Policy missed')]);
  expect(junit?.status).toBe(3);
  expect(await readFile(join(command.folder, 'sonde.xml'), 'utf8')).toMatch(/^<\?xml .*<testsuites /s);
  expect(sarif?.status).toBe(1);
  expect(JSON.parse(await readFile(join(command.folder, 'sonde.sarif'), 'utf8')).version).toBe('2.1.0');
  expect(ansible?.stdout).toBe('rc=3\n');
});
