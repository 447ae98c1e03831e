import { startPostgresLab, startWebhookReceiver } from '@sonde/lab';
import { type MailNames, serveMailNames } from '@sonde/probes/testing/mail-names';
import { onTestFinished } from 'vitest';
import { PASSWORD, someone } from './account-browser.ts';
import { call, dataFolder, type StartProcess } from './server-processes.ts';

const WATCHES = '/api/v2/watches';
const CHANNELS = '/api/v2/channels';
export const SECRET = 'a secret of the tests that is long enough';

/** A part of an installation that is killed at any moment, and started again. */
export interface Killable {
  readonly name: 'server' | 'worker' | 'database';
  kill(): Promise<void>;
}

/** A watched name. */
export interface Watched {
  readonly id: string;
  readonly label: string;
}

/** A change as its owner reads it, or as a channel was told it. */
export interface Told {
  readonly id: string;
  readonly watchId: string;
  /** The number of the mail server. */
  readonly number: number;
}

/** Watched names on an installation of several processes, which tell one webhook. */
export interface KilledWorld {
  readonly names: MailNames;
  readonly watched: readonly Watched[];
  readonly parts: readonly Killable[];
  /** When each was last measured, by id. @throws while the server is away, as `changes` does */
  checkedAt(): Promise<ReadonlyMap<string, string | null>>;
  /** Every change that is confirmed. */
  changes(): Promise<readonly Told[]>;
  /** Every message that has arrived, those that came again included. */
  messages(): readonly Told[];
}

interface Installation {
  readonly parts: readonly Killable[];
  url(): string;
}

/** Starts it; with PostgreSQL, pages and work are in processes of their own. Everything is stopped when the test ends. */
export async function killedWorld(
  start: StartProcess,
  { kind, count }: { readonly kind: 'embedded' | 'postgresql'; readonly count: number },
): Promise<KilledWorld> {
  const names = await serveMailNames();
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.stop());
  const variables = {
    SONDE_DATA_DIR: await dataFolder(),
    SONDE_RESOLVERS: names.server,
    SONDE_ZONE_BUDGET: 'off',
    SONDE_WATCH_FLOOR: '10s',
    SONDE_WATCH_CONFIRM: '1s',
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: String(receiver.port),
    SONDE_CA_FILE: receiver.authority,
  };
  const { parts, url } = await (kind === 'embedded' ? oneProcess : divided)(start, variables);
  const person = { email: someone(), password: PASSWORD };
  const { cookie } = await call(url(), '', 'POST', '/api/account/sign-up', person);
  const ask = async (method: string, path: string, body?: object) =>
    (await call(url(), cookie, method, path, body)).json._data;
  const posts = () => receiver.received.map(({ body }) => JSON.parse(body));
  const channel = await ask('POST', CHANNELS, { kind: 'webhook', address: `https://127.0.0.1:${receiver.port}/ok` });
  await ask('POST', `${CHANNELS}/${channel.id}/prove`, { code: posts()[0].code });
  const watched: Watched[] = [];
  for (let number = 0; number < count; number++) {
    const label = `name-${number}`;
    const query = { domain: `${label}.killed.example`, type: 'MX' };
    const { id } = await ask('POST', WATCHES, { tool: 'dns', query, everySeconds: 10, channels: [channel.id] });
    watched.push({ id, label });
  }
  return {
    names,
    watched,
    parts,
    async checkedAt() {
      const { watches } = await ask('GET', WATCHES);
      return new Map(watches.map((one: { id: string; checkedAt: string | null }) => [one.id, one.checkedAt]));
    },
    async changes() {
      const all: Told[] = [];
      for (let since: string | null = ''; since !== null; ) {
        const { changes, next } = await ask('GET', `${WATCHES}/changes?since=${since}`);
        all.push(...changes.flatMap(toldOf));
        since = changes.length === 0 ? null : next;
      }
      return all;
    },
    messages: () => posts().flatMap((post) => ('change' in post ? toldOf(post) : [])),
  };
}

interface Message {
  readonly id?: string;
  readonly watch: { readonly id: string };
  readonly change: { readonly id: string; readonly path: string; readonly after: unknown };
}

/** Nothing for what is no change of the mail server. */
function toldOf({ id, watch, change }: Message): Told[] {
  const number = /mail-(\d+)/.exec(JSON.stringify(change.after))?.[1];
  if (change.path !== 'records/MX' || number === undefined) return [];
  return [{ id: id ?? change.id, watchId: watch.id, number: Number(number) }];
}

async function oneProcess(start: StartProcess, variables: Record<string, string>): Promise<Installation> {
  const server = await killable(start, 'server', variables);
  return { parts: [server], url: server.url };
}

async function divided(start: StartProcess, variables: Record<string, string>): Promise<Installation> {
  const lab = await startPostgresLab();
  onTestFinished(() => lab.stop());
  const common = { ...variables, DATABASE_URL: await lab.newDatabase(), SONDE_SECRET: SECRET };
  const server = await killable(start, 'server', { ...common, SONDE_ROLE: 'web' });
  const worker = await killable(start, 'worker', { ...common, SONDE_ROLE: 'work' });
  const database: Killable = {
    name: 'database',
    async kill() {
      await lab.crash();
      await lab.restart();
    },
  };
  return { parts: [server, worker, database], url: server.url };
}

async function killable(start: StartProcess, name: Killable['name'], variables: Record<string, string>) {
  let running = await start(variables);
  return {
    name,
    url: () => running.announced,
    async kill() {
      await running.stop('SIGKILL');
      running = await start(variables);
    },
  };
}
