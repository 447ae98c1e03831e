import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCommand } from '../processes/commands.ts';
import { programArguments } from '../processes/program-arguments.ts';
import type { StartOptions } from './lab-process.ts';
import { zoneFiles } from './names.ts';
import { networkTargets } from './topology.ts';

export const rebindingPort = 5300;
const rebindingServer = fileURLToPath(new URL('./rebinding-server.ts', import.meta.url));

type Start = (command: string, args: readonly string[], options: StartOptions) => Promise<unknown>;

/** Starts Unbound with the lab's zones as authority data, and the server for `rebind.test`. */
export async function startResolver(directory: string, start: Start): Promise<void> {
  await Promise.all(
    Object.entries(zoneFiles()).map(([zone, text]) => writeFile(join(directory, zoneFile(zone)), text)),
  );
  const config = join(directory, 'unbound.conf');
  await writeFile(config, resolverConfig(directory));
  // Debian's AppArmor profile, which applies by path, denies the original access to temporary directories.
  const unbound = join(directory, 'unbound');
  await copyFile(findCommand('unbound'), unbound);
  await Promise.all([
    start(unbound, ['-d', '-c', config], { isReady: /start of service/ }),
    start(process.execPath, await programArguments(rebindingServer), { isReady: /ready/ }),
  ]);
}

function zoneFile(zone: string): string {
  return `${zone === '.' ? 'root' : zone}.zone`;
}

function resolverConfig(directory: string): string {
  const zones = Object.keys(zoneFiles()).map(
    (zone) => `auth-zone:
  name: "${zone}"
  zonefile: "${join(directory, zoneFile(zone))}"
  for-upstream: yes
  for-downstream: no
  fallback-enabled: no
`,
  );
  return `server:
  interface: ${networkTargets.resolver.ipv4}
  interface: ${networkTargets.resolver.ipv6}
  do-daemonize: no
  username: ""
  chroot: ""
  directory: "${directory}"
  pidfile: ""
  use-syslog: no
  num-threads: 1
  verbosity: 1
  do-not-query-localhost: no
  access-control: 0.0.0.0/0 allow
  access-control: ::/0 allow
  module-config: "iterator"
  local-zone: "test." nodefault
remote-control:
  control-enable: no
${zones.join('')}stub-zone:
  name: "rebind.test"
  stub-addr: 127.0.0.1@${rebindingPort}
`;
}
