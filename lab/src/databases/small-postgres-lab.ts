import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';
import { as, initialise, postgresArguments, READY, run, USER, unprivileged } from './postgres-lab.ts';

/** A PostgreSQL server on a small file system of its own. */
export interface SmallPostgresLab {
  /** The URL of an empty database. */
  readonly url: string;
  /** Uses up all free space of the file system. */
  fill(): Promise<void>;
  /** Frees that space again. */
  free(): Promise<void>;
  stop(): Promise<void>;
}

/** Runs in its own mount namespace, so that the file system disappears with the server, however it ends. */
const SCRIPT = 'mount -t tmpfs -o size="$1",mode=0711 tmpfs "$2" && cp -a "$3" "$2/data" && shift 3 && exec "$@"';
const CHUNK = Buffer.alloc(64 * 1024);

export async function startSmallPostgresLab(megabytes: number): Promise<SmallPostgresLab> {
  const workplace = await openWorkplace();
  try {
    const person = await unprivileged();
    // Without root, mounting needs a user namespace; the uid is kept there, since PostgreSQL refuses to run as root.
    const namespaces = person === null ? ['--user', '--map-current-user', '--keep-caps', '--mount'] : ['--mount'];
    const data = await initialise(workplace, person, ['--wal-segsize=1']);
    const place = join(workplace.directory, 'small');
    await mkdir(place);
    await chmod(workplace.directory, 0o711);
    const { port, server } = await onFreePort(async (port) => {
      // Recycles WAL segments; otherwise the first checkpoint would free space.
      const more = ['min_wal_size=2MB', 'max_wal_size=4MB'];
      const [command, args] = as(person, postgresArguments(join(place, 'data'), port, more));
      const inside = [...namespaces, 'sh', '-c', SCRIPT, 'sh', `${megabytes}m`, place, data, command, ...args];
      return { port, server: await workplace.start('unshare', inside, READY) };
    });
    const name = `sonde_${randomUUID().replaceAll('-', '')}`;
    await run(person, ['createdb', '-h', '127.0.0.1', '-p', String(port), '-U', USER, name]);
    const ballast = join(`/proc/${server.processId}/root`, place, 'ballast');
    return {
      url: `postgresql://${USER}@127.0.0.1:${port}/${name}`,
      fill: () => fill(ballast),
      free: () => rm(ballast, { force: true }),
      async stop() {
        // SIGKILL would leave its shared memory behind.
        process.kill(server.processId, 'SIGQUIT');
        await sleep(500);
        await workplace.close();
      },
    };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

async function fill(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    for (;;) await file.write(CHUNK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
