import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../processes/commands.ts';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { makeKeys, signZone } from './delegation/signing.ts';
import { type Validated, validatedOf } from './delegation/validated.ts';
import { type DelegationZoneSpec, delegationZones, longPast } from './delegation-zones.ts';
import { digServer } from './dns-lab.ts';
import { unboundBasics } from './name-servers.ts';

/**
 * A DNS tree with one flaw per zone: a root, `test`, and the zones of `delegation-zones.ts`, served by Knot and BIND.
 * Every server has a loopback address of its own, and all use one port, since referrals contain addresses without
 * ports.
 */
export interface DelegationLab {
  /** The port of every server. */
  readonly port: number;
  /** A hints file and a file of trust anchors. */
  readonly hintsFile: string;
  readonly anchorsFile: string;
  readonly directory: string;
  /** The DS lines of a zone's keys, as written by dnssec-signzone; the published ones may differ. */
  dsOf(zone: string): Promise<string>;
  /** `ip:port` of a validating resolver (Unbound) with the same zones, root and anchors. */
  readonly resolver: string;
  /** The output of delv for the SOA record of a zone, or for another record. */
  delv(name: string, type?: string): Promise<string>;
  /** The answer of Unbound for the same record. */
  unbound(zone: string): Promise<Validated>;
  stop(): Promise<void>;
}

/** Addresses of the servers. */
export const delegationServers = {
  root: '127.0.0.1',
  test: '127.0.53.2',
  ns1: '127.0.53.11',
  ns2: '127.0.54.12',
  /** Nothing listens here. */
  closed: '127.0.55.99',
} as const;

export async function startDelegationLab(): Promise<DelegationLab> {
  const workplace = await openWorkplace();
  try {
    return await startServers(workplace);
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

async function startServers(workplace: Workplace): Promise<DelegationLab> {
  const { directory } = workplace;
  await Promise.all(['root', 'test', 'ns1', 'ns2'].map((name) => mkdir(join(directory, name))));
  const keys = await writeZones(directory);
  const hintsFile = join(directory, 'root.hints');
  await writeFile(hintsFile, `. 3600000 NS a.root.test.\na.root.test. 3600000 A ${delegationServers.root}\n`);
  const anchorsFile = join(directory, 'root', 'dsset-.');
  const port = await onFreePort(async (free) => {
    await startBind(workplace, free);
    await Promise.all(
      (['test', 'ns1', 'ns2'] as const).map((server) =>
        startKnot(workplace, server, delegationServers[server], free, keys[server]),
      ),
    );
    return free;
  });
  const resolver = await startValidator(workplace, port, anchorsFile, keys);
  return {
    port,
    hintsFile,
    anchorsFile,
    directory,
    resolver,
    dsOf: (zone) => readFile(join(directory, 'ns1', `dsset-${zone}.`), 'utf8'),
    delv: (name, type = 'SOA') => delv(directory, resolver, anchorsFile, [name, type]),
    unbound: async (zone) => {
      return validatedOf(await runCommand('dig', [...digServer(resolver), '+dnssec', '+tries=1', zone, 'SOA']));
    },
    stop: () => workplace.close(),
  };
}

type Served = Readonly<Record<'test' | 'ns1' | 'ns2', readonly string[]>>;

/** Children first: the parent publishes the DS records of their keys. */
async function writeZones(directory: string): Promise<Served> {
  const delegations: string[] = [];
  const served = { ns1: [] as string[], ns2: [] as string[] };
  await Promise.all(
    delegationZones.map(async (zone) => {
      const text = zone.text ?? usualZone;
      const files = { ns1: text, ns2: zone.second ?? text };
      if (zone.ns1 !== false) served.ns1.push(zone.name);
      if (zone.ns2 !== false) served.ns2.push(zone.name);
      await signed(join(directory, 'ns1'), zone, files.ns1);
      if (zone.second === undefined && zone.secondSigning === undefined) await copyZone(directory, zone.name);
      else await signAgain(directory, zone, files.ns2);
      delegations.push(await delegationOf(directory, zone));
    }),
  );
  await sign(join(directory, 'test'), 'test', `${testZone}\n${delegations.join('\n')}\n`, []);
  const ds = await readFile(join(directory, 'test', 'dsset-test.'), 'utf8');
  await sign(join(directory, 'root'), '.', `${rootZone}\n${ds}`, []);
  return { test: ['test'], ...served };
}

async function signed(folder: string, zone: DelegationZoneSpec, text: string): Promise<void> {
  const file = join(folder, `${zone.name}.zone`);
  if (zone.signing === null) await writeFile(file, header(zone.name) + text);
  else await sign(folder, zone.name, text, zone.signing ?? [], zone.algorithm);
  if (zone.expired) await replaceByExpired(folder, zone.name, file, zone.expired);
  if (zone.spoil) await writeFile(file, zone.spoil(await readFile(file, 'utf8')));
}

async function replaceByExpired(folder: string, zone: string, file: string, which: RegExp): Promise<void> {
  const earlier = join(folder, `${zone}.earlier`);
  await signZone(folder, { zone, from: join(folder, `${zone}.unsigned`), to: earlier, args: longPast });
  const linesOf = async (path: string) => (await readFile(path, 'utf8')).split('\n');
  const kept = (await linesOf(file)).filter((line) => !which.test(line));
  const expired = (await linesOf(earlier)).filter((line) => which.test(line));
  await writeFile(file, [...kept, ...expired, ''].join('\n'));
}

/** The second server has other data, signed with the keys of the first. */
async function signAgain(directory: string, zone: DelegationZoneSpec, text: string): Promise<void> {
  const folder = join(directory, 'ns2');
  const file = join(folder, `${zone.name}.zone`);
  if (zone.signing === null) {
    await writeFile(file, header(zone.name) + text);
    return;
  }
  const unsigned = join(folder, `${zone.name}.unsigned`);
  await writeFile(unsigned, header(zone.name) + text);
  const args = zone.secondSigning ?? zone.signing ?? [];
  await signZone(join(directory, 'ns1'), { zone: zone.name, from: unsigned, to: file, args });
}

async function copyZone(directory: string, zone: string): Promise<void> {
  await copyFile(join(directory, 'ns1', `${zone}.zone`), join(directory, 'ns2', `${zone}.zone`));
}

async function sign(
  folder: string,
  zone: string,
  text: string,
  signing: readonly string[],
  algorithm: readonly string[] = ['-a', 'ECDSAP256SHA256'],
): Promise<void> {
  const unsigned = join(folder, `${zone === '.' ? 'root' : zone}.unsigned`);
  await writeFile(unsigned, header(zone) + text);
  await makeKeys(folder, zone, [[...algorithm, '-f', 'KSK'], algorithm]);
  await signZone(folder, {
    zone,
    from: unsigned,
    to: join(folder, `${zone === '.' ? 'root' : zone}.zone`),
    args: signing,
  });
}

const header = (zone: string) => `$ORIGIN ${zone === '.' ? '.' : `${zone}.`}\n$TTL 3600\n`;

const rootZone = `@ IN SOA a.root.test. hostmaster.root.test. 1 7200 3600 1209600 3600
@ IN NS a.root.test.
test. IN NS ns.test.
ns.test. IN A ${delegationServers.test}
`;

const testZone = `@ IN SOA ns.test. hostmaster.test. 1 7200 3600 1209600 3600
@ IN NS ns
ns IN A ${delegationServers.test}
a.root IN A ${delegationServers.root}
ns1.hosts IN A ${delegationServers.ns1}
ns2.hosts IN A ${delegationServers.ns2}
alias.hosts IN CNAME ns2.hosts
`;

/** Two servers in the zone, with glue. */
const usualZone = `@ IN SOA ns1 hostmaster 1 7200 3600 1209600 3600
@ IN NS ns1
@ IN NS ns2
ns1 IN A ${delegationServers.ns1}
ns2 IN A ${delegationServers.ns2}
www IN A 192.0.2.80
`;

async function delegationOf(directory: string, zone: DelegationZoneSpec): Promise<string> {
  const { name } = zone;
  const usual = `${name}. IN NS ns1.${name}.\n${name}. IN NS ns2.${name}.\nns1.${name}. IN A ${delegationServers.ns1}\nns2.${name}. IN A ${delegationServers.ns2}\n`;
  const ns = zone.delegation ?? usual;
  if (zone.signing === null && zone.ds === undefined) return ns;
  const own = zone.signing === null ? '' : await readFile(join(directory, 'ns1', `dsset-${name}.`), 'utf8');
  return `${ns}${zone.ds === undefined ? own : zone.ds(own)}`;
}

async function startBind(workplace: Workplace, port: number): Promise<void> {
  const config = join(workplace.directory, 'root', 'named.conf');
  const folder = join(workplace.directory, 'root');
  await writeFile(
    config,
    `options { directory "${folder}"; listen-on port ${port} { ${delegationServers.root}; }; listen-on-v6 { none; };
pid-file none; session-keyfile none; recursion no; notify no; dnssec-validation no; allow-transfer { none; }; };
controls {};
zone "." { type primary; file "root.zone"; };\n`,
  );
  await workplace.start('named', ['-g', '-c', config], /all zones loaded[\s\S]*running/);
}

async function startKnot(
  workplace: Workplace,
  server: string,
  address: string,
  port: number,
  zones: readonly string[],
): Promise<void> {
  const folder = join(workplace.directory, server);
  const transfers = server === 'ns1' ? 'acl:\n  - id: anyone\n    action: transfer\n' : '';
  const zoneText = (zone: string) =>
    `  - domain: ${zone}.\n    file: "${zone}.zone"\n${server === 'ns1' && zone === 'open-transfer.test' ? '    acl: anyone\n' : ''}`;
  const config = join(folder, 'knot.conf');
  await writeFile(
    config,
    `server:
  listen: ${address}@${port}
  rundir: "${folder}"
  identity: ${server}
  nsid: "${server}"
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
database:
  storage: "${folder}"
log:
  - target: stderr
    any: info
${transfers}template:
  - id: default
    storage: "${folder}"
    zonefile-sync: -1
    zonefile-load: whole
    journal-content: none
    semantic-checks: off
zone:
${zones.map(zoneText).join('')}`,
  );
  await workplace.start('knotd', ['-c', config], /server started/);
}

/** Unbound must use this one port, so every zone is a stub; that does not change how it validates. */
async function startValidator(workplace: Workplace, port: number, anchors: string, served: Served): Promise<string> {
  const stub = (name: string, addresses: readonly string[]) =>
    `stub-zone:\n  name: "${name}"\n${addresses.map((address) => `  stub-addr: ${address}@${port}\n`).join('')}  stub-no-cache: yes\n`;
  const { root, test, ns1, ns2 } = delegationServers;
  const children = [...new Set([...served.ns1, ...served.ns2])].map((name) =>
    stub(name, [...(served.ns1.includes(name) ? [ns1] : []), ...(served.ns2.includes(name) ? [ns2] : [])]),
  );
  const folder = join(workplace.directory, 'validator');
  await mkdir(folder);
  return onFreePort(async (own) => {
    const config = join(folder, 'unbound.conf');
    await writeFile(
      config,
      `${unboundBasics(folder, own)}  verbosity: 1
  ede: yes
  val-log-level: 2
  module-config: "validator iterator"
  trust-anchor-file: "${anchors}"
  local-zone: "test." nodefault
  val-sig-skew-min: 0
  val-sig-skew-max: 0
${stub('.', [root])}${stub('test', [test])}${children.join('')}`,
    );
    await workplace.start('unbound', ['-d', '-c', config], /start of service/);
    return `127.0.0.1:${own}`;
  });
}

/** delv validates by itself, with unvalidated data from the resolver. */
async function delv(
  directory: string,
  resolver: string,
  anchors: string,
  question: readonly string[],
): Promise<string> {
  const [address = '', port = ''] = resolver.split(':');
  const lines = (await readFile(anchors, 'utf8')).split('\n').flatMap((line) => {
    const [, tag, algorithm, type, digest] = /DS\s+(\d+)\s+(\d+)\s+(\d+)\s+([\dA-F ]+)/i.exec(line) ?? [];
    return tag === undefined ? [] : [`. static-ds ${tag} ${algorithm} ${type} "${digest?.replace(/ /g, '')}";`];
  });
  const file = join(directory, 'delv.keys');
  await writeFile(file, `trust-anchors { ${lines.join(' ')} };\n`);
  const args = [`@${address}`, '-p', port, '-a', file, '+root=.', '+cd', ...question];
  return runCommand('delv', args).catch(
    (error: { stdout?: string; stderr?: string }) => `${error.stdout}${error.stderr}`,
  );
}
