import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import * as disk from 'node:fs/promises';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { firstOf, inLongSet } from '../../../../../../scripts/test/vitest-settings.ts';
import { UpdateRefused } from '../../../data/data.ts';
import { openSlots } from '../../../data/open-slots.ts';
import type { Disk } from '../../../data-sets/set-file.ts';
import { createNodeNet } from '../../../net/node-net.ts';
import { builtInLogs } from './log-list.ts';
import { logListKey } from './log-list-key.ts';
import { createLogListSet } from './log-list-set.ts';

const publisher = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicKey = publisher.publicKey.export({ type: 'spki', format: 'pem' }).toString();
const other = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** A list as Google publishes it, with the logs of the bundled one. */
function listOf(date: string, keep: (index: number) => boolean = () => true): string {
  const operators = new Map<string, object[]>();
  [...builtInLogs().logs.values()].forEach(({ operator, name, key, retiredAt }, index) => {
    if (!keep(index)) return;
    const der = key.export({ type: 'spki', format: 'der' });
    const log = {
      description: name,
      log_id: createHash('sha256').update(der).digest('base64'),
      key: der.toString('base64'),
      url: 'https://log.example/',
      mmd: 86_400,
      state: retiredAt === null ? { usable: { timestamp: date } } : { retired: { timestamp: retiredAt.toISOString() } },
    };
    operators.set(operator, [...(operators.get(operator) ?? []), log]);
  });
  return JSON.stringify({
    version: '95.7',
    log_list_timestamp: date,
    operators: [...operators].map(([name, logs]) => ({ name, email: ['a@log.example'], logs, tiled_logs: [] })),
  });
}
const signed = (list: string, by = publisher) => ({
  list,
  signature: sign('sha256', Buffer.from(list), by.privateKey),
});
type Published = ReturnType<typeof signed>;

async function serve(published: Published, answer?: (path: string, response: ServerResponse) => boolean) {
  const server = createServer(({ url = '' }, response) => {
    if (answer?.(url, response) === true) return;
    response.end(url === '/log_list.json' ? published.list : published.signature);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const NOW = '2026-11-24T12:00:00Z';
const MONDAY = '2026-11-23T13:00:00Z';
const TUESDAY = '2026-11-24T11:00:00Z';

async function machine(nowIs = NOW) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'sonde-sets-'));
  const net = createNodeNet({
    resolvers: [{ address: '127.0.0.1', port: 9 }],
    allowNetworks: [],
    denyTargets: [],
    allowPorts: [],
  });
  onTestFinished(async () => {
    net.close();
    await rm(dataFolder, { recursive: true });
  });
  const fetch: typeof net.fetch = (target, limits, signal) => net.fetch(target, { ...limits, timeoutMs: 500 }, signal);
  /** Opened as by a process that has read nothing so far. */
  const open = (base: string, on?: Disk) =>
    openSlots({
      ...{ dataFolder, fetch, findBundled: () => null, sourceUrls: { 'ct-logs': base } },
      now: () => Date.parse(nowIs),
    }).of(createLogListSet(publicKey, on));
  const renewFrom = (base: string, sources: readonly string[] = []) =>
    open(base).renew?.(sources, AbortSignal.timeout(30_000)) ?? Promise.reject(new Error('cannot be renewed'));
  return { dataFolder, open, renewFrom };
}

it('starts with the bundled list, and replaces it by a newer one with a sound signature', async () => {
  const { open, renewFrom, dataFolder } = await machine();
  const base = await serve(signed(listOf(MONDAY)));
  const running = open(base);
  expect(await running.copy()).toEqual({ date: builtInLogs().date.toISOString(), origin: 'bundled' });
  const kept = await running.current();
  expect(await renewFrom(base)).toMatchObject({ isNew: true, text: expect.stringContaining('2026-11-23') });
  // A running check keeps the list with which it began.
  expect(kept.date).toEqual(builtInLogs().date);
  expect(await open(base).copy()).toEqual({ date: '2026-11-23T13:00:00.000Z', origin: 'updated' });
  const { logs, source } = await open(base).current();
  expect([logs.size, source]).toEqual([builtInLogs().logs.size, 'Chrome’s list of logs, version 95.7']);
  expect(await renewFrom(base)).toMatchObject({ isNew: false });
  expect(await readdir(join(dataFolder, 'sets'))).toEqual(['ct-logs.json']);
});

const cut = (path: string, response: ServerResponse) => {
  if (path !== '/log_list.json') return false;
  response.writeHead(200, { 'content-length': 99_999 }).write(listOf(TUESDAY).slice(0, 500));
  response.destroy();
  return true;
};
const page = (_: string, response: ServerResponse) => {
  response.end('<!DOCTYPE html><title>Sign in to this network</title>');
  return true;
};
const silent = () => true;
const missing = (_: string, response: ServerResponse) => {
  response.writeHead(404).end('no');
  return true;
};
const altered = (list: string): Published => ({ ...signed(list), list: list.replace('usable', 'qualified') });
const withFalseId = listOf(TUESDAY).replace(/"log_id":"....../, '"log_id":"AAAAAA');

describe('keeps the copy at hand, if the new one', () => {
  it.each<[string, Published, ((path: string, response: ServerResponse) => boolean) | undefined, RegExp]>(
    firstOf<[string, Published, ((path: string, response: ServerResponse) => boolean) | undefined, RegExp]>(3, [
      ['is cut off', signed(listOf(TUESDAY)), cut, /log_list\.json cannot be fetched/],
      [
        'is cut off, with a whole answer',
        { ...signed(listOf(TUESDAY)), list: listOf(TUESDAY).slice(0, 5000) },
        undefined,
        /signature/,
      ],
      ['is a web page', signed(listOf(TUESDAY)), page, /log_list\.json is a web page/],
      ['is not there', signed(listOf(TUESDAY)), missing, /status 404/],
      ['does not come', signed(listOf(TUESDAY)), silent, /cannot be fetched/],
      ['is signed by another', signed(listOf(TUESDAY), other), undefined, /signature/],
      ['was changed', altered(listOf(TUESDAY)), undefined, /signature/],
      ['is signed, and not JSON', signed('[{'), undefined, /not JSON/],
      ['is signed, and of another format', signed('{"version":"1"}'), undefined, /version 3/],
      ['is an older one, with its true signature', signed(listOf('2026-11-22T13:00:00Z')), undefined, /newer/],
      ['lies in the future', signed(listOf('2026-11-28T13:00:00Z')), undefined, /future/],
      ['has lost most logs', signed(listOf(TUESDAY, (index) => index < 9)), undefined, /usable logs/],
      ['has a log under a false id', signed(withFalseId), undefined, /id is made of/],
      [
        'is larger than any list',
        signed(`${listOf(TUESDAY)}${' '.repeat(5 * 1024 * 1024)}`),
        undefined,
        /cannot be fetched/,
      ],
    ]),
  )('%s', async (_, published, answer, why) => {
    const { dataFolder, open, renewFrom } = await machine();
    await renewFrom(await serve(signed(listOf(MONDAY))));
    const path = join(dataFolder, 'sets', 'ct-logs.json');
    const before = await readFile(path);
    const base = await serve(published, answer);
    const refused = await renewFrom(base).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UpdateRefused);
    expect((refused as Error).message).toMatch(why);
    expect(await readFile(path)).toEqual(before);
    expect(await readdir(join(dataFolder, 'sets'))).toEqual(['ct-logs.json']);
    expect((await open(base).copy())?.date).toBe('2026-11-23T13:00:00.000Z');
  });

  it.each(firstOf(1, ['open', 'copyFile', 'rename', 'mkdir'] satisfies (keyof Disk)[]))(
    'cannot be written: %s finds no space',
    async (step) => {
      const { dataFolder, open, renewFrom } = await machine();
      await renewFrom(await serve(signed(listOf(MONDAY))));
      const base = await serve(signed(listOf(TUESDAY)));
      const full = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC', syscall: step }));
      const set = open(base, { ...disk, [step]: full });
      await expect(set.renew?.([], AbortSignal.timeout(30_000))).rejects.toThrow(/cannot be written to: ENOSPC/);
      expect((await open(base).copy())?.date).toBe('2026-11-23T13:00:00.000Z');
      expect(await readdir(join(dataFolder, 'sets'))).toEqual(['ct-logs.json']);
    },
  );
});

it('keeps the copy before, and falls back to it when the current one is damaged', async () => {
  const { dataFolder, open, renewFrom } = await machine();
  const base = await serve(signed(listOf(TUESDAY)));
  await renewFrom(await serve(signed(listOf(MONDAY))));
  await renewFrom(base);
  expect((await open(base).copy())?.date).toBe('2026-11-24T11:00:00.000Z');
  const path = join(dataFolder, 'sets', 'ct-logs.json');
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, whole.length / 2));
  expect((await open(base).copy())?.date).toBe('2026-11-23T13:00:00.000Z');
  await rm(join(dataFolder, 'sets', 'ct-logs.previous.json'));
  expect((await open(base).copy())?.origin).toBe('bundled');
});

inLongSet(it)('reads a file of the operator with the signature beside it', async () => {
  const { dataFolder, open, renewFrom } = await machine();
  const { list, signature } = signed(listOf(TUESDAY));
  const path = join(dataFolder, 'log_list.json');
  await writeFile(path, list);
  await expect(renewFrom('http://127.0.0.1:9/', [path])).rejects.toThrow('log_list.sig cannot be read: ENOENT');
  await writeFile(join(dataFolder, 'log_list.sig'), signature);
  expect(await renewFrom('http://127.0.0.1:9/', [path])).toMatchObject({ isNew: true });
  expect((await open('http://127.0.0.1:9/').copy())?.origin).toBe('updated');
});

it('has the key that Google publishes', () => {
  const der = Buffer.from(logListKey.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  expect(createHash('sha256').update(der).digest('hex')).toMatchInlineSnapshot(
    `"f1d8b68e50210d8e73d9a3e97f571773c52d7f28c0b1a71beee81d8562e6fd85"`,
  );
});
