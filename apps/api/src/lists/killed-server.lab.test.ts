import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAnnounced } from '@sonde/lab';
import { createStage, replyTo } from '@sonde/probes/testing/scripted-dns-server';
import { eventually } from '@sonde/service/testing/eventually';
import { expect, it, onTestFinished } from 'vitest';
import { layOutBuiltServer } from '../testing/built-server.ts';

const LISTS = '/api/v2/lists';
const OURS = 'sonde_ours';
const TOKENS = `ours:${createHash('sha256').update(OURS).digest('hex')}`;

it('a list continues after the server was killed, and nothing is measured twice', async () => {
  const house = await mkdtemp(join(tmpdir(), 'sonde-lists-'));
  onTestFinished(() => rm(house, { recursive: true }));
  const path = await layOutBuiltServer(house);
  const stage = createStage();
  onTestFinished(stage.clear);
  const asked = new Map<string, number>();
  const resolver = await stage.serve({
    udp({ bytes, reply }) {
      const length = bytes[12] ?? 0;
      const label = bytes.subarray(13, 13 + length).toString();
      asked.set(label, (asked.get(label) ?? 0) + 1);
      setTimeout(() => reply(replyTo(bytes, { rcode: 3 })), 40);
    },
  });
  const env = {
    ...{ PATH: process.env['PATH'], PORT: '0', SONDE_LOG_LEVEL: 'silent', SONDE_API_TOKENS: TOKENS },
    // On a busy machine, load shedding would refuse the calls of this test.
    SONDE_LOAD_SHEDDING: 'off',
    SONDE_RESOLVERS: `127.0.0.1:${resolver.port}`,
    SONDE_DATA_DIR: join(house, 'data'),
  };
  const start = async () => {
    const server = await startAnnounced(process.execPath, [path], { on: 'stderr', line: /is ready: (\S+)/, env });
    onTestFinished(() => server.stop('SIGKILL'));
    return server;
  };
  const call = async (url: string, init: RequestInit = {}) =>
    (
      await (
        await fetch(url, { ...init, headers: { authorization: `Bearer ${OURS}`, 'content-type': 'application/json' } })
      ).json()
    )._data;
  const first = await start();
  // All of one domain, so that they are looked up one after another.
  const targets = Array.from({ length: 20 }, (_, at) => `host${at}.killed.example`);
  const { id } = await call(first.announced + LISTS, {
    method: 'POST',
    body: JSON.stringify({ targets, tools: ['dns'] }),
  });
  const before = await eventually(async () => {
    const found = await call(`${first.announced}${LISTS}/${id}`);
    expect(found.done).toBeGreaterThan(2);
    return found;
  });
  await first.stop('SIGKILL');
  expect(before.done).toBeLessThan(targets.length);
  const measured = before.items.map(({ target }: { target: string }) => target.split('.')[0]);
  const counts = measured.map((name: string) => asked.get(name));
  const second = await start();
  await eventually(async () => {
    const found = await call(`${second.announced}${LISTS}/${id}`);
    expect([found.done, found.endedAt]).toEqual([targets.length, expect.any(String)]);
  });
  expect(measured.map((name: string) => asked.get(name))).toEqual(counts);
}, 90_000);
