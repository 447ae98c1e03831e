import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DnsLab, startDnsLab } from '@sonde/lab';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inLongSet } from '../../../scripts/test/vitest-settings.ts';
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

it('writes what a lookup sent and received as a capture and as JSON lines, and prints the answer as usual', async () => {
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

inLongSet(it)('reports that the file cannot be written', async () => {
  const { status, stderr } = await sonde('dns', 'all.test', '--evidence', join(folder, 'nowhere', 'a.jsonl'));
  expect(status).toBe(1);
  expect(stderr).toMatch(/a\.jsonl cannot be written: ENOENT/);
});

inLongSet(it)(
  'prints where the time went on standard error, with or without a file, and the answer as usual',
  async () => {
    const { status, stdout, stderr } = await sonde('dns', 'all.test', '--json', '--timing');
    expect([status, JSON.parse(stdout).domain]).toEqual([0, 'all.test']);
    const lines = stderr.trim().split('\n');
    expect(lines[0]).toMatch(
      /^[\d.]+ ms, \d+ exchanges: resolved [\d.]+, connected 0\.0, exchanged 0\.0, decoded [\d.]+$/,
    );
    expect(lines[1]?.trim().split(/ +/)).toEqual(['began', 'opened', 'asked', 'answered']);
    expect(lines.slice(2)).toHaveLength(Number(/(\d+) exchanges/.exec(stderr)?.[1]));
    expect(lines.filter((line) => line.startsWith(' *')).length).toBeGreaterThan(0);
    expect(stderr).not.toContain(lab.resolver.split(':')[0]);

    const both = await sonde('dns', 'nowhere.all.test', '--timing', '--evidence', join(folder, 'b.jsonl'));
    expect(both.status).toBe(1);
    expect(both.stderr).toMatch(/^[\d.]+ ms, \d+ exchanges: /m);
    expect((await readFile(join(folder, 'b.jsonl'), 'utf8')).split('\n')[0]).toContain('"bytesKept":');
    expect((await sonde('dns', 'all.test', '--json')).stderr).not.toContain('exchanges:');
  },
);
