import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unboundBasics } from '../dns/name-servers.ts';
import { runCommand } from '../processes/commands.ts';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';

/** Unbound with records of its own, as if from its cache, which a test changes while it runs. */
export interface ChangingResolver {
  /** `ip:port`, UDP and TCP. */
  readonly address: string;
  /** Replaces all records of a name: `0 IN MX 10 mx1.shop.example.` */
  set(name: string, records: readonly string[]): Promise<void>;
  /** How many questions it was asked so far. */
  heard(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts it with an empty zone, on a free port of 127.0.0.1. */
export async function startChangingResolver(zone: string): Promise<ChangingResolver> {
  const workplace = await openWorkplace();
  const config = join(workplace.directory, 'changing.conf');
  const control = (...words: readonly string[]) => runCommand('unbound-control', ['-c', config, ...words]);
  try {
    const port = await onFreePort(async (free) => {
      await writeFile(config, configOf(workplace.directory, free, zone));
      await workplace.start('unbound', ['-d', '-c', config], /start of service/);
      return free;
    });
    return {
      address: `127.0.0.1:${port}`,
      async set(name, records) {
        await control('local_data_remove', name);
        for (const record of records) await control('local_data', `${name} ${record}`);
      },
      async heard() {
        const [, count = ''] = /^total\.num\.queries=(\d+)$/m.exec(await control('stats_noreset')) ?? [];
        return Number(count);
      },
      stop: () => workplace.close(),
    };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

/** The root exists, as for a resolver that reaches it; of everything else, only what is set. */
function configOf(directory: string, port: number, zone: string): string {
  return `${unboundBasics(directory, port)}  module-config: "iterator"
  local-zone: "." static
  local-data: ". 300 IN NS a.root-servers.net."
  local-zone: "${zone}." static
remote-control:
  control-enable: yes
  control-interface: "${join(directory, 'changing.sock')}"
  control-use-cert: no
`;
}
