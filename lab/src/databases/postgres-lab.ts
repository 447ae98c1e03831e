import { randomUUID } from 'node:crypto';
import { chmod, chown, copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCommand, runCommand } from '../processes/commands.ts';
import { onFreePort } from '../processes/free-port.ts';
import { putKept } from '../processes/kept-files.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';

/** A private PostgreSQL server on a free port of 127.0.0.1, without passwords. */
export interface PostgresLab {
  readonly port: number;
  /** Creates a database and returns its URL: a copy of another one of this server to which nobody is connected, or an empty one. */
  newDatabase(copied?: string): Promise<string>;
  /** Removes a database, even if connections to it are open. */
  removeDatabase(url: string): Promise<void>;
  /** Kills the server, like a power failure; its data are kept. */
  crash(): Promise<void>;
  /** Restarts it on the same port, with the same data. */
  restart(): Promise<void>;
  /** Until `resume`, accepts connections and queries but does not answer. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Paths of PEM files. */
export interface ServedTls {
  readonly chainFile: string;
  readonly keyFile: string;
}

export const USER = 'sonde';

/**
 * @param tls with a certificate, the server offers TLS
 * @param more settings of the server, such as `fsync=off`
 */
export async function startPostgresLab(
  tls: ServedTls | null = null,
  more: readonly string[] = [],
): Promise<PostgresLab> {
  const workplace = await openWorkplace();
  try {
    const person = await unprivileged();
    const data = await initialise(workplace, person);
    const settings = [...(tls === null ? [] : await tlsSettings(data, person, tls)), ...more];
    const serveAt = (port: number) =>
      workplace.start(...as(person, postgresArguments(data, port, settings)), READY).then(() => undefined);
    const port = await onFreePort(async (free) => {
      await serveAt(free);
      return free;
    });
    const tool = (command: string, args: readonly string[]) =>
      run(person, [command, '-h', '127.0.0.1', '-p', String(port), '-U', USER, ...args]);
    const control = (args: readonly string[]) => run(person, ['pg_ctl', '-D', data, ...args]);
    return {
      port,
      async newDatabase(copied) {
        const name = `sonde_${randomUUID().replaceAll('-', '')}`;
        await tool('createdb', [...(copied === undefined ? [] : ['--template', nameOf(copied)]), name]);
        return `postgresql://${USER}@127.0.0.1:${port}/${name}`;
      },
      removeDatabase: async (url) => void (await tool('dropdb', ['--force', nameOf(url)])),
      crash: async () => void (await control(['stop', '-m', 'immediate', '-w'])),
      restart: () => serveAt(port),
      pause: () => signalAll(data, 'SIGSTOP'),
      resume: () => signalAll(data, 'SIGCONT'),
      async stop() {
        // SIGKILL would leave its shared memory behind.
        await control(['stop', '-m', 'immediate', '-w']).catch(() => undefined);
        await workplace.close();
      },
    };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

/** PostgreSQL requires that the key belongs to its user and that no one else can read it. */
async function tlsSettings(data: string, person: Person | null, { chainFile, keyFile }: ServedTls): Promise<string[]> {
  const [chain, key] = [join(data, 'server.pem'), join(data, 'server.key')];
  await Promise.all([copyFile(chainFile, chain), copyFile(keyFile, key)]);
  await chmod(key, 0o600);
  if (person !== null) await Promise.all([chain, key].map((file) => chown(file, person.uid, person.gid)));
  return ['ssl=on', `ssl_cert_file=${chain}`, `ssl_key_file=${key}`];
}

const nameOf = (url: string) => new URL(url).pathname.slice(1);

export interface Person {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, so root starts it as the user of its package. Null without root. */
export async function unprivileged(): Promise<Person | null> {
  if (process.getuid?.() !== 0) return null;
  const id = async (flag: string) => Number(await runCommand('id', [flag, 'postgres']));
  return { uid: await id('-u'), gid: await id('-g') };
}

export function as(person: Person | null, [command = '', ...args]: readonly string[]): [string, string[]] {
  const path = findCommand(command);
  if (person === null) return ['env', [path, ...args]];
  return ['setpriv', [`--reuid=${person.uid}`, `--regid=${person.gid}`, '--clear-groups', path, ...args]];
}

/** Writing the files of a server takes a second, and on a busy machine half a minute. */
const LONGEST_RUN_MS = 60_000;

export const run = (person: Person | null, words: readonly string[]) =>
  runCommand(...as(person, words), '/', LONGEST_RUN_MS);

/** Creates the files of an empty server, from an archive of what `initdb` has once taken a second to write. */
export async function initialise(
  { directory }: Workplace,
  person: Person | null,
  more: readonly string[] = [],
): Promise<string> {
  const data = join(directory, 'data');
  await mkdir(data);
  if (person !== null) {
    await chmod(directory, 0o711);
    await chown(data, person.uid, person.gid);
  }
  const program = findCommand('initdb');
  const args = ['-U', USER, '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', ...more];
  const made = { folder: join(directory, 'made'), archive: 'empty-server.tar' };
  await putKept([program, await runCommand(program, ['--version']), ...args], directory, async (place) => {
    await mkdir(made.folder);
    if (person !== null) await chown(made.folder, person.uid, person.gid);
    await run(person, [program, '-D', made.folder, ...args]);
    await runCommand('tar', ['-cf', join(place, made.archive), '-C', made.folder, '.']);
  });
  await run(person, ['tar', '-xpf', join(directory, made.archive), '-C', data]);
  return data;
}

export const READY = /database system is ready to accept connections/;

export function postgresArguments(data: string, port: number, more: readonly string[] = []): string[] {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'log_min_messages=warning',
    'max_connections=60',
    ...more,
  ];
  return ['postgres', '-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
}

/** Signals the server and the processes of its connections, which would otherwise keep answering. */
async function signalAll(data: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const [id = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const children = await readFile(`/proc/${id}/task/${id}/children`, 'utf8');
  for (const one of [id, ...children.trim().split(' ')]) {
    try {
      process.kill(Number(one), signal);
    } catch (error) {
      // A process that has ended since answers nothing any more.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
