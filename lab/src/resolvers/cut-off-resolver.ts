import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';

/** Unbound, configured to answer every question with NXDOMAIN, even for the root, like a resolver cut off from the internet. */
export interface CutOffResolver {
  /** `ip:port`. */
  readonly address: string;
  stop(): Promise<void>;
}

export async function startCutOffResolver(): Promise<CutOffResolver> {
  const workplace = await openWorkplace();
  try {
    const port = await onFreePort(async (port) => {
      const config = join(workplace.directory, 'unbound.conf');
      await writeFile(config, configOf(workplace.directory, port));
      await workplace.start('unbound', ['-d', '-c', config], /start of service/);
      return port;
    });
    return { address: `127.0.0.1:${port}`, stop: () => workplace.close() };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

function configOf(directory: string, port: number): string {
  return `server:
  interface: 127.0.0.1
  port: ${port}
  do-daemonize: no
  username: ""
  chroot: ""
  directory: "${directory}"
  pidfile: ""
  use-syslog: no
  num-threads: 1
  verbosity: 1
  access-control: 127.0.0.0/8 allow
  module-config: "iterator"
  local-zone: "." always_nxdomain
`;
}
