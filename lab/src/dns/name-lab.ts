import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace, type Workplace } from '../processes/workplace.ts';
import { type ManyDomains, manyDomains } from './many-domains.ts';
import { type ManyNames, manyNames } from './many-names.ts';

/** An authoritative server (Knot) with zones for the subdomain finder; tests use it in place of a resolver. */
export interface NameLab {
  /** `ip:port`, UDP and TCP. */
  readonly server: string;
  /** The names of `many.test`, and the candidates that contain them. */
  readonly many: ManyNames;
  /** The domains below `firms`. */
  readonly firms: ManyDomains;
  readonly directory: string;
  stop(): Promise<void>;
}

const soa = (zone: string) => `$TTL 300
@ IN SOA ns1.${zone}. hostmaster.${zone}. 1 7200 3600 1209600 300
@ IN NS ns1.${zone}.
ns1 IN A 192.0.2.53
`;

const hosts = (names: readonly string[], from: number) =>
  names.map((name, index) => `${name} IN A 192.0.2.${from + index}\n`).join('');

/** The names of `twenty.test`, besides its name server. */
export const twentyNames: readonly string[] =
  'www mail ftp webmail smtp api dev test blog shop vpn admin portal support cdn static img app beta docs'.split(' ');

/** The zones and their records. */
const zones: Readonly<Record<string, string>> = {
  // A wildcard, three names with other addresses, and one with the address of the wildcard.
  'wild.test': `@ IN A 192.0.2.1
* IN A 192.0.2.99
* IN AAAA 2001:db8::99
${hosts(['www', 'mail', 'shop'], 10)}ftp IN A 192.0.2.99
`,
  // A wildcard CNAME to one host.
  'alias.test': `@ IN A 192.0.2.1
* IN CNAME front
front IN A 192.0.2.98
www IN A 192.0.2.20
mail IN CNAME front
`,
  // Wildcards at some levels only, with different addresses.
  'levels.test': `@ IN A 192.0.2.1
${hosts(['www', 'api', 'dev'], 30)}*.dev IN A 192.0.2.97
www.dev IN A 192.0.2.40
*.api IN A 192.0.2.96
`,
  'nsec.test': `@ IN A 192.0.2.1
${hosts(['www', 'zx81-unguessable', 'quite-hidden', 'a.deep.branch'], 50)}`,
  'nsec3.test': `@ IN A 192.0.2.1
${hosts(['www', 'zx81-unguessable'], 60)}`,
  'open.test': `@ IN A 192.0.2.1
${hosts(['www', 'zx81-transferred', 'b.deep.branch'], 70)}*.any IN A 192.0.2.95
gone IN CNAME nowhere.open.test.
`,
  // Names that occur only in other records.
  'said.test': `@ IN A 192.0.2.1
@ IN MX 10 mx-unguessable
@ IN MX 20 mx.elsewhere.test.
@ IN TXT "v=spf1 a:spf-unguessable.said.test include:_spf-unguessable.said.test ip4:192.0.2.7 -all"
@ IN CAA 0 iodef "https://caa-unguessable.said.test/report"
_dmarc IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@dmarc-unguessable.said.test"
_spf-unguessable IN TXT "v=spf1 mx:deep-unguessable.said.test -all"
_sip._tcp IN SRV 0 5 5060 sip-unguessable
www IN CNAME edge-unguessable
${hosts(['mx-unguessable', 'spf-unguessable', 'caa-unguessable', 'dmarc-unguessable', 'deep-unguessable', 'sip-unguessable', 'edge-unguessable'], 80)}`,
  // Its certificate has a thousand names; see `lab/src/tls/certificates/recipes.ts`.
  'tls.test': `@ IN A 192.0.2.1
n7 IN A 192.0.2.94
`,
  // Aliases: one to a host, one into a service where anybody could register the name, and one for a DKIM key.
  'aliases.test': `@ IN A 192.0.2.1
www IN CNAME front
front IN A 192.0.2.93
shop IN CNAME gone.azurewebsites.net.
blog IN CNAME nowhere
k1._domainkey IN CNAME key.elsewhere.example.
`,
  // Twenty common names, each with both families.
  'twenty.test': `@ IN A 192.0.2.1
${twentyNames.map((name, index) => `${name} IN A 192.0.2.${100 + index}\n${name} IN AAAA 2001:db8::${100 + index}\n`).join('')}`,
  // Addresses that the guard refuses, and names with one address family only.
  'mixed.test': `@ IN A 192.0.2.1
www IN A 192.0.2.90
www IN AAAA 2001:db8::90
ipv6 IN AAAA 2001:db8::91
intranet IN A 10.0.0.5
vpn IN A 10.0.0.6
vpn IN A 192.0.2.92
docs IN TXT "no address"
dev IN CNAME nowhere.mixed.test.
`,
};

export async function startNameLab(): Promise<NameLab> {
  const workplace = await openWorkplace();
  try {
    const [many, firms] = [manyNames(), manyDomains()];
    await Promise.all(
      Object.entries({ ...zones, [many.zone]: many.records, [firms.zone]: firms.records }).map(([zone, records]) =>
        writeFile(join(workplace.directory, `${zone}.zone`), soa(zone) + records),
      ),
    );
    const port = await onFreePort((free) => startKnot(workplace, free));
    return { server: `127.0.0.1:${port}`, many, firms, directory: workplace.directory, stop: () => workplace.close() };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

async function startKnot(workplace: Workplace, port: number): Promise<number> {
  const file = join(workplace.directory, 'knot.conf');
  await writeFile(file, knotConfig(workplace.directory, port));
  await workplace.start('knotd', ['-c', file], /server started/);
  return port;
}

function knotConfig(directory: string, port: number): string {
  const zone = (domain: string, more = '') => `  - domain: ${domain}\n    file: ${domain}.zone\n${more}`;
  const signed = (policy: string) => `    dnssec-signing: on\n    dnssec-policy: ${policy}\n`;
  const particular: Readonly<Record<string, string>> = {
    'open.test': '    acl: everybody\n',
    'nsec.test': signed('plain'),
    'nsec3.test': signed('hashed'),
  };
  return `server:
  listen: 127.0.0.1@${port}
  rundir: "${directory}"
  pidfile: "${join(directory, 'knot.pid')}"
  udp-workers: 1
  tcp-workers: 1
  background-workers: 1
log:
  - target: stderr
    any: info
database:
  storage: "${directory}"
acl:
  - id: everybody
    action: transfer
policy:
  - id: plain
    algorithm: ecdsap256sha256
  - id: hashed
    algorithm: ecdsap256sha256
    nsec3: on
template:
  - id: default
    storage: "${directory}"
    journal-content: none
    zonefile-sync: -1
    zonefile-load: whole
zone:
${[...Object.keys(zones), 'many.test', 'firms'].map((one) => zone(one, particular[one])).join('')}`;
}
