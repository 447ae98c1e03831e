import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { LabProcess, StartOptions } from '../../network/lab-process.ts';
import { findCommand } from '../../processes/commands.ts';
import { addressesOf, type ProgramName, programKinds } from './addresses.ts';
import { type Published, zoneFile } from './publish.ts';

/** Starts a process on the host of the servers. */
export type Start = (command: string, args: readonly string[], options: StartOptions) => Promise<LabProcess>;

/** Zones that NSD lets everybody transfer. */
interface Wishes {
  readonly openTransfers: readonly string[];
}

/** Starts every program with its zones. */
export async function startPrograms(
  directory: string,
  start: Start,
  published: Published,
  { openTransfers }: Wishes,
): Promise<void> {
  const names = Object.keys(programKinds) as ProgramName[];
  await Promise.all(
    names.map((name) => {
      const zones = published.get(name) ?? [];
      if (programKinds[name] === 'bind') return startBind(directory, start, name, zones);
      if (programKinds[name] === 'knot') return startKnot(directory, start, name, zones);
      return startNsd(directory, start, name, zones, openTransfers);
    }),
  );
}

/**
 * Debian's AppArmor profiles apply by path and deny the original binaries access to temporary directories, so copies
 * are run.
 */
async function copied(directory: string, command: string): Promise<string> {
  const path = findCommand(command);
  const copy = join(directory, basename(path));
  await copyFile(path, copy);
  return copy;
}

const isIpv6 = (address: string) => address.includes(':');

async function startBind(directory: string, start: Start, name: ProgramName, served: readonly string[]): Promise<void> {
  const folder = join(directory, name);
  const listen = (addresses: readonly string[]) => addresses.map((address) => `${address}; `).join('');
  const addresses = addressesOf(name);
  const config = join(folder, 'named.conf');
  const isOpen = name === 'recursor';
  const hints = isOpen ? `zone "." { type hint; file "${join(directory, 'root.hints')}"; };\n` : '';
  const zones = served.map((zone) => `zone "${zone}" { type primary; file "${zoneFile(zone)}"; };\n`);
  await writeFile(
    config,
    `options { directory "${folder}"; pid-file none; session-keyfile none; notify no; dnssec-validation no;
listen-on port 53 { ${listen(addresses.filter((one) => !isIpv6(one)))}};
listen-on-v6 port 53 { ${listen(addresses.filter(isIpv6))}};
recursion ${isOpen ? 'yes; allow-recursion { any; }; allow-query-cache { any; }' : 'no'};
allow-transfer { none; }; check-names primary ignore; check-integrity no; empty-zones-enable no; };
controls {};
${hints}${zones.join('')}`,
  );
  const named = await copied(folder, 'named');
  await start(named, ['-g', '-c', config], { isReady: /\brunning$/m });
}

async function startKnot(directory: string, start: Start, name: ProgramName, zones: readonly string[]): Promise<void> {
  const folder = join(directory, name);
  const config = join(folder, 'knot.conf');
  const zoneText = (zone: string) =>
    `  - domain: "${zone === '.' ? '.' : `${zone}.`}"\n    file: "${zoneFile(zone)}"\n`;
  await writeFile(
    config,
    `server:
  listen: [${addressesOf(name)
    .map((address) => `"${address}@53"`)
    .join(', ')}]
  rundir: "${folder}"
  identity: ${name}
  nsid: ${name}
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
database:
  storage: "${folder}"
log:
  - target: stderr
    any: info
template:
  - id: default
    storage: "${folder}"
    zonefile-sync: -1
    zonefile-load: whole
    journal-content: none
    semantic-checks: off
zone:
${zones.map(zoneText).join('')}`,
  );
  await start(findCommand('knotd'), ['-c', config], { isReady: /server started/ });
}

async function startNsd(
  directory: string,
  start: Start,
  name: ProgramName,
  zones: readonly string[],
  openTransfers: readonly string[],
): Promise<void> {
  const folder = join(directory, name);
  const temporary = join(folder, 'tmp');
  await mkdir(temporary);
  const config = join(folder, 'nsd.conf');
  const transfers = '  provide-xfr: 0.0.0.0/0 NOKEY\n  provide-xfr: ::0/0 NOKEY\n';
  const zoneText = (zone: string) =>
    `zone:\n  name: "${zone}"\n  zonefile: "${zoneFile(zone)}"\n${openTransfers.includes(zone) ? transfers : ''}`;
  await writeFile(
    config,
    `server:
${addressesOf(name)
  .map((address) => `  ip-address: ${address}\n`)
  .join('')}  port: 53
  server-count: 1
  username: ""
  chroot: ""
  zonesdir: "${folder}"
  database: ""
  pidfile: ""
  xfrdfile: "${join(folder, 'xfrd.state')}"
  xfrdir: "${temporary}"
  zonelistfile: "${join(folder, 'zone.list')}"
  nsid: "ascii_${name}"
  verbosity: 1
remote-control:
  control-enable: no
${zones.map(zoneText).join('')}`,
  );
  await start(findCommand('nsd'), ['-d', '-c', config], { isReady: /nsd started/ });
}

/** Unbound as a validating resolver on its own host, which resolves from the root hints. */
export async function startValidator(
  directory: string,
  start: Start,
  listen: readonly string[],
  anchors: string,
): Promise<void> {
  const folder = join(directory, 'validator');
  await mkdir(folder);
  const config = join(folder, 'unbound.conf');
  await writeFile(
    config,
    `server:
${listen.map((address) => `  interface: ${address}\n`).join('')}  do-daemonize: no
  username: ""
  chroot: ""
  directory: "${folder}"
  pidfile: ""
  use-syslog: no
  num-threads: 1
  verbosity: 1
  ede: yes
  access-control: 0.0.0.0/0 allow
  access-control: ::/0 allow
  module-config: "validator iterator"
  root-hints: "${join(directory, 'root.hints')}"
  trust-anchor-file: "${anchors}"
  local-zone: "test." nodefault
  val-sig-skew-min: 0
  val-sig-skew-max: 0
remote-control:
  control-enable: no
`,
  );
  await start(await copied(folder, 'unbound'), ['-d', '-c', config], { isReady: /start of service/ });
}
