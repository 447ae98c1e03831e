import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort } from '../processes/free-port.ts';
import type { Workplace } from '../processes/workplace.ts';
import { servedZones, trustAnchorFile, zoneFile } from './zones.ts';

/** Starts BIND, authoritative for the zones of the lab, by UDP and TCP; returns its port. */
export function startAuthority(workplace: Workplace): Promise<number> {
  return onFreePort(async (port) => {
    const config = join(workplace.directory, 'named.conf');
    await writeFile(config, authorityConfig(workplace.directory, port));
    await workplace.start('named', ['-g', '-c', config], /all zones loaded[\s\S]*running/);
    return port;
  });
}

function authorityConfig(directory: string, port: number): string {
  const zones = servedZones.map((zone) => {
    const access = zone === 'refused.test' ? 'allow-query { none; }; ' : '';
    return `zone "${zone}" { type primary; ${access}file "${zoneFile(directory, zone)}"; };`;
  });
  // By default BIND allows at most 100 records in an RRset and 100 types at a name.
  return `options {
  directory "${directory}";
  listen-on port ${port} { 127.0.0.1; };
  listen-on-v6 { none; };
  pid-file none;
  session-keyfile none;
  recursion no;
  notify no;
  dnssec-validation no;
  minimal-responses yes;
  allow-transfer { none; };
  max-records-per-type 0;
  max-types-per-name 0;
  check-names primary ignore;
  check-integrity no;
  check-spf ignore;
};
controls {};
${zones.join('\n')}
`;
}

/** The ports of zones that are not on the authoritative server. */
export type Delegations = Readonly<Record<string, number>>;

export interface Recursor {
  readonly port: number;
  readonly config: string;
}

/** Starts Unbound, recursive and validating, with the trust anchor of `test`; it queries only servers of the lab. */
export function startRecursor(workplace: Workplace, authorityPort: number, elsewhere: Delegations): Promise<Recursor> {
  const delegations = {
    ...Object.fromEntries(servedZones.map((zone) => [zone, authorityPort])),
    ...elsewhere,
  };
  return onFreePort(async (port) => {
    const config = join(workplace.directory, 'unbound.conf');
    await writeFile(config, recursorConfig(workplace.directory, port, delegations));
    await workplace.start('unbound', ['-d', '-c', config], /start of service/);
    return { port, config };
  });
}

/** The beginning of a configuration: Unbound in the foreground, as the current user, on one port of 127.0.0.1. */
export function unboundBasics(directory: string, port: number): string {
  return `server:
  interface: 127.0.0.1
  port: ${port}
  do-ip6: no
  do-daemonize: no
  username: ""
  chroot: ""
  directory: "${directory}"
  pidfile: ""
  use-syslog: no
  num-threads: 1
  do-not-query-localhost: no
  access-control: 127.0.0.0/8 allow
`;
}

/** A stub zone for every zone: NS records have no port, so the resolver must never follow a delegation. */
function recursorConfig(directory: string, port: number, delegations: Delegations): string {
  const stubs = Object.entries(delegations).map(
    ([zone, stubPort]) => `stub-zone:\n  name: "${zone}"\n  stub-addr: 127.0.0.1@${stubPort}\n`,
  );
  return `${unboundBasics(directory, port)}  verbosity: 1
  ede: yes
  module-config: "validator iterator"
  trust-anchor-file: "${trustAnchorFile(directory)}"
  local-zone: "test." nodefault
remote-control:
  control-enable: yes
  control-interface: "${join(directory, 'unbound.sock')}"
  control-use-cert: no
${stubs.join('')}`;
}
