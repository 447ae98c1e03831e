import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sized } from '../effort.ts';
import { cpuMs, type ServedSonde, serveSonde } from '../service/processes.ts';
import { callApi } from '../service/under-attack/call-api.ts';

/** As often as each target is measured here, so that a minute shows what a quarter of an hour costs elsewhere. */
export const EVERY_SECONDS = 10;
/** Each is measured again soon after its first measurements, until its state is known. */
const LEARNING = sized(8, { smoke: 1 });
const LOOK_MS = sized(1_000, { smoke: 100 });
const PATIENCE_MS = 600_000;
const MEASUREMENTS = 'sonde_measurement_duration_seconds_count{tool="dns"}';
const ADDRESS = '127.0.0.1';
const never = new AbortController().signal;

/** The built server with its embedded database, as it is started by default but for the short intervals. */
export function startWatching(resolver: string, folder: string): Promise<ServedSonde> {
  return serveSonde(resolver, {
    SONDE_DATA_DIR: folder,
    SONDE_ZONE_BUDGET: 'off',
    SONDE_WATCH_FLOOR: `${EVERY_SECONDS}s`,
    SONDE_WATCH_CONFIRM: '1s',
  });
}

/** Has the DNS of these names watched by a new member. @throws if a call fails */
export async function watchAll({ address }: ServedSonde, domains: readonly string[]): Promise<void> {
  const post = async (path: string, body: object, cookie: string | null) => {
    const reply = await callApi({ address, path, from: ADDRESS, method: 'POST', body, cookie }, never);
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`);
    return reply.cookie;
  };
  const person = { email: `${randomUUID()}@example.com`, password: 'a password of the bench' };
  const cookie = await post('/api/account/sign-up', person, null);
  for (const domain of domains)
    await post('/api/v2/watches', { tool: 'dns', query: { domain }, everySeconds: EVERY_SECONDS }, cookie);
}

/** How many measurements there were since the start. */
const measurementsOf = async (sonde: ServedSonde): Promise<number> => (await sonde.metrics()).get(MEASUREMENTS) ?? 0;

/** Waits until the state of so many watches is known. */
export async function settled(sonde: ServedSonde, watches: number): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while ((await measurementsOf(sonde)) < watches * LEARNING) {
    if (performance.now() > until) throw new Error('the watches were not measured in time');
    await wait(LOOK_MS);
  }
}

/** What a server did in a time. */
export interface Phase {
  readonly seconds: number;
  readonly measurements: number;
  readonly cpuMs: number;
}

export async function phase(sonde: ServedSonde, seconds: number): Promise<Phase> {
  const [startedAtMs, measured, used] = [performance.now(), await measurementsOf(sonde), await cpuMs(sonde.pid)];
  await wait(seconds * 1000);
  return {
    seconds: (performance.now() - startedAtMs) / 1000,
    measurements: (await measurementsOf(sonde)) - measured,
    cpuMs: (await cpuMs(sonde.pid)) - used,
  };
}

/** Octets of all files of a data folder; only of a server that has stopped is everything in its place. */
export async function octetsIn(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
