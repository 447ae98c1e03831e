/** One zone below `test` and its flaw. Omitted fields mean a correct zone. */
export interface DelegationZoneSpec {
  readonly name: string;
  /** Zone data without origin and TTL. */
  readonly text?: string;
  /** The data of the second server, if different. */
  readonly second?: string;
  /** Further arguments of dnssec-signzone; null: not signed. */
  readonly signing?: readonly string[] | null;
  readonly secondSigning?: readonly string[];
  /** Arguments of dnssec-keygen. */
  readonly algorithm?: readonly string[];
  /** NS and glue in the parent. */
  readonly delegation?: string;
  /** Makes the parent's DS lines from the correct ones. */
  readonly ds?: (own: string) => string;
  /** The lines of the signed zone file that come from an earlier signing, which has expired. */
  readonly expired?: RegExp;
  /** Changes the signed zone file. */
  readonly spoil?: (text: string) => string;
  /** False: this server does not have the zone and refuses queries. */
  readonly ns1?: false;
  readonly ns2?: false;
}

const NS1 = '127.0.53.11';
const NS2 = '127.0.54.12';
const NOBODY = '127.0.55.99';
const soa = (serial: number, rest = '7200 3600 1209600 3600', mname = 'ns1') =>
  `@ IN SOA ${mname} hostmaster ${serial} ${rest}\n`;
const ns = '@ IN NS ns1\n@ IN NS ns2\n';
const hosts = `ns1 IN A ${NS1}\nns2 IN A ${NS2}\n`;
const www = 'www IN A 192.0.2.80\n';
const usual = (serial: number) => soa(serial) + ns + hosts + www;
const delegated = (name: string, names: readonly string[], glue: Readonly<Record<string, string>>) =>
  [
    ...names.map((one) => `${name}. IN NS ${one}`),
    ...Object.entries(glue).map(([one, address]) => `${one}. IN A ${address}`),
    '',
  ].join('\n');
export const longPast = ['-s', '20260101000000', '-e', '20260201000000'];
const farAhead = ['-s', '20400101000000', '-e', '20410101000000'];
const rsa = ['-b', '2048'];

export const delegationZones: readonly DelegationZoneSpec[] = [
  // Correct zones, each in a different style.
  { name: 'good.test' },
  { name: 'nsec3.test', signing: ['-3', '-', '-H', '0'] },
  { name: 'optout.test', signing: ['-3', '-', '-H', '0', '-A'] },
  { name: 'rsa.test', algorithm: ['-a', 'RSASHA256', ...rsa] },
  { name: 'rsa512.test', algorithm: ['-a', 'RSASHA512', ...rsa] },
  { name: 'p384.test', algorithm: ['-a', 'ECDSAP384SHA384'] },
  { name: 'ed25519.test', algorithm: ['-a', 'ED25519'] },
  { name: 'ed448.test', algorithm: ['-a', 'ED448'] },
  { name: 'plain.test', signing: null },
  { name: 'wild.test', text: `${usual(1)}* IN A 192.0.2.81\n` },
  { name: 'wild3.test', text: `${usual(1)}* IN A 192.0.2.81\n`, signing: ['-3', 'aabb', '-H', '0'] },
  {
    name: 'elsewhere.test',
    text: `${soa(1, undefined, 'ns1.hosts.test.')}@ IN NS ns1.hosts.test.\n@ IN NS ns2.hosts.test.\n${www}`,
    delegation: delegated('elsewhere.test', ['ns1.hosts.test.', 'ns2.hosts.test.'], {}),
  },
  // The chain of trust.
  { name: 'sha1.test', algorithm: ['-a', 'RSASHA1', ...rsa] },
  { name: 'bogus.test', ds: (own) => own.replace(/[\dA-F]{8}\s*$/gm, '00000000\n') },
  { name: 'stranger.test', ds: () => `stranger.test. IN DS 1 13 2 ${'AB'.repeat(32)}\n` },
  { name: 'nokeys.test', signing: null, ds: () => `nokeys.test. IN DS 1 13 2 ${'AB'.repeat(32)}\n` },
  { name: 'unknown.test', ds: () => `unknown.test. IN DS 1 200 2 ${'AB'.repeat(32)}\n` },
  { name: 'expired.test', signing: longPast },
  { name: 'early.test', signing: farAhead },
  { name: 'half-expired.test', second: usual(1), secondSigning: longPast },
  {
    name: 'expired-addresses.test',
    text: `${usual(1)}@ IN A 192.0.2.80\n@ IN AAAA 2001:db8::80\nalias IN CNAME www\n`,
    expired: /^(www\.)?expired-addresses\.test\.\s.*\sRRSIG\s+A\s/,
  },
  { name: 'soon.test', signing: ['-s', 'now-2592000', '-e', 'now+86400'] },
  { name: 'spoiled.test', spoil: (text) => text.replace(/(\sIN SOA\s.*)hostmaster\./, '$1spoiled.') },
  { name: 'island.test', ds: () => '' },
  { name: 'iterations.test', signing: ['-3', 'aabbccdd', '-H', '100'] },
  {
    name: 'stripped.test',
    spoil: (text) =>
      text
        .split('\n')
        .filter((line) => !/\sRRSIG\s+(SOA|NS)\s/.test(line))
        .join('\n'),
  },
  {
    name: 'undenied.test',
    spoil: (text) =>
      text
        .split('\n')
        .filter((line) => !/\s(NSEC|RRSIG\s+NSEC)\s/.test(line))
        .join('\n'),
  },
  // Servers and delegation.
  { name: 'stale.test', second: usual(3), text: usual(7), signing: null },
  { name: 'one-behind.test', second: usual(6), text: usual(7), signing: null },
  { name: 'lame.test', ns2: false, signing: null },
  { name: 'all-lame.test', ns1: false, ns2: false, signing: null },
  {
    name: 'dead.test',
    signing: null,
    delegation: delegated('dead.test', ['ns1.dead.test.'], { 'ns1.dead.test': NOBODY }),
  },
  {
    name: 'half-dead.test',
    signing: null,
    text: `${soa(1)}${ns}ns1 IN A ${NS1}\nns2 IN A ${NOBODY}\n`,
    delegation: delegated('half-dead.test', ['ns1.half-dead.test.', 'ns2.half-dead.test.'], {
      'ns1.half-dead.test': NS1,
      'ns2.half-dead.test': NOBODY,
    }),
  },
  {
    name: 'glue.test',
    signing: null,
    delegation: delegated('glue.test', ['ns1.glue.test.', 'ns2.glue.test.'], {
      'ns1.glue.test': NS1,
      'ns2.glue.test': NOBODY,
    }),
  },
  {
    name: 'no-glue.test',
    signing: null,
    delegation: delegated('no-glue.test', ['ns1.no-glue.test.', 'ns2.no-glue.test.'], { 'ns1.no-glue.test': NS1 }),
  },
  {
    name: 'extra.test',
    signing: null,
    text: `${usual(1)}@ IN NS ns2.hosts.test.\n`,
  },
  {
    name: 'fewer.test',
    signing: null,
    text: `${soa(1)}@ IN NS ns1\nns1 IN A ${NS1}\nns2 IN A ${NS2}\n`,
  },
  { name: 'torn.test', signing: null, second: `${soa(1)}@ IN NS ns1\nns1 IN A ${NS1}\nns2 IN A ${NS2}\n` },
  {
    name: 'alias.test',
    signing: null,
    text: `${soa(1)}@ IN NS ns1\n@ IN NS alias.hosts.test.\nns1 IN A ${NS1}\n`,
    delegation: delegated('alias.test', ['ns1.alias.test.', 'alias.hosts.test.'], { 'ns1.alias.test': NS1 }),
  },
  {
    name: 'single.test',
    signing: null,
    text: `${soa(1)}@ IN NS ns1\nns1 IN A ${NS1}\n`,
    delegation: delegated('single.test', ['ns1.single.test.'], { 'ns1.single.test': NS1 }),
  },
  {
    name: 'private.test',
    signing: null,
    delegation: delegated('private.test', ['ns1.private.test.', 'ns2.private.test.'], {
      'ns1.private.test': NS1,
      'ns2.private.test': '10.11.12.13',
    }),
  },
  {
    name: 'circle-a.test',
    signing: null,
    delegation: delegated('circle-a.test', ['ns.circle-b.test.'], {}),
    ns1: false,
    ns2: false,
  },
  {
    name: 'circle-b.test',
    signing: null,
    delegation: delegated('circle-b.test', ['ns.circle-a.test.'], {}),
    ns1: false,
    ns2: false,
  },
  { name: 'timers.test', signing: null, text: `${soa(1, '60 7200 3600 604800')}${ns}${hosts}` },
  { name: 'primary.test', signing: null, text: `${soa(1, undefined, 'hidden')}${ns}${hosts}hidden IN A ${NOBODY}\n` },
  { name: 'open-transfer.test', signing: null },
  { name: 'slow-ttl.test', signing: null, text: `$TTL 604800\n${usual(1)}` },
  { name: 'wished.test', text: `${usual(1)}@ IN CDS 1 13 2 ${'AB'.repeat(32)}\n` },
];
