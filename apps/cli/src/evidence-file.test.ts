import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DnsLab, startDnsLab } from '@sonde/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltCommand, buildCommand } from './testing/built-command.ts';

let command: BuiltCommand;
let lab: DnsLab;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-evidence-'));
  [command, lab] = await Promise.all([buildCommand(), startDnsLab()]);
});
afterAll(async () => {
  await Promise.all([command?.remove(), lab?.stop()]);
  await rm(folder, { recursive: true });
});

const sonde = (...args: string[]) =>
  command.start(args, { SONDE_DATA_DIR: command.folder, SONDE_RESOLVERS: lab.resolver }).ended;

it('writes what a lookup sent and received as a capture and as JSON lines, and prints the answer as ever', async () => {
  const [capture, lines] = [join(folder, 'a.pcapng'), join(folder, 'a.jsonl')];
  const { status, stdout } = await sonde('dns', 'all.test', '--json', '--evidence', capture);
  expect([status, JSON.parse(stdout).domain]).toEqual([0, 'all.test']);
  expect((await readFile(capture)).readUInt32LE(0)).toBe(0x0a0d0d0a);
  expect((await sonde('dns', 'nowhere.all.test', '--evidence', lines)).status).toBe(1);
  const [first, second] = (await readFile(lines, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(first).toMatchObject({ kind: 'measurement', call: 'sonde dns nowhere.all.test', leftOut: 0 });
  expect(second).toMatchObject({ kind: 'exchange', service: 'dns', peer: { address: '198.51.100.1', port: 53 } });
});

it('says so where the file cannot be written', async () => {
  const { status, stderr } = await sonde('dns', 'all.test', '--evidence', join(folder, 'nowhere', 'a.jsonl'));
  expect(status).toBe(1);
  expect(stderr).toMatch(/a\.jsonl cannot be written: ENOENT/);
});
