import { dsLine } from './trap-keys.ts';
import { keyPair, type WorldZone, withLines, withoutLines } from './zone-spec.ts';

const keys = null;
const ZONE_KEY = 256;
const REVOKED = 128;
const SEP = 1;
const DS_ALGORITHM = 13;

/** The base point of P-256: nobody can sign with this key, but its record can be parsed. */
const BASE_POINT = 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==';
/** An RSA key of 2048 bits, which signs nothing: exponent 65537, and a modulus of one repeated octet. */
const RSA_KEY = Buffer.from([3, 1, 0, 1, ...Array.from({ length: 256 }, () => 0xc5)]).toString('base64');

/** The zone has a key with these flags besides its own, and the DS record in the parent refers to it. */
const flagged = (name: string, flags: number): WorldZone => ({
  name,
  text: withLines(`@ IN DNSKEY ${flags} 3 ${DS_ALGORITHM} ${BASE_POINT}`),
  ds: () => dsLine(name, { flags, algorithm: DS_ALGORITHM, key: Buffer.from(BASE_POINT, 'base64') }),
});

/** Flaws of keys, servers and records that are common in practice. */
export const oddZones: readonly WorldZone[] = [
  flagged('revoked.test', ZONE_KEY + REVOKED + SEP),
  flagged('no-zone-key.test', SEP),
  { name: 'rsa1024.test', servers: ['knot', 'nsd'], keys: keyPair('-a', 'RSASHA256', '-b', '1024') },
  {
    name: 'idle-algorithm.test',
    servers: ['knot', 'bind'],
    text: withLines(`@ IN DNSKEY 256 3 8 ${RSA_KEY}`),
    // The signer takes the only key with an algorithm for an entry point.
    ds: withoutLines(/ DS \d+ 8 /),
  },
  { name: 'salted.test', servers: ['bind', 'nsd'], signing: ['-3', 'aabbccdd', '-H', '0'] },
  // Its key set of more than 1232 octets is cut off over UDP, and TCP is blocked.
  { name: 'keys-cut.test', servers: ['noTcp'], keys: keyPair('-a', 'RSASHA256', '-b', '4096') },
  { name: 'large-lost.test', servers: ['bind', 'smallUdp'], keys: keyPair('-a', 'RSASHA256', '-b', '2048') },
  { name: 'no-options.test', keys, servers: ['bind', 'noOptions'], holders: ['bind', 'knot'] },
  { name: 'alias-beside.test', keys, servers: ['aliasOnRequest'], holders: ['knot'] },
  { name: 'one-address.test', keys, servers: ['bind', 'bind'] },
  { name: 'underscore.test', keys, text: renamed, delegation: renamed },
  { name: 'address-as-name.test', keys, text: withAddress, delegation: withAddress },
  // Another address of the same server, which serves the zone as well.
  {
    name: 'glue-old.test',
    keys,
    servers: ['bind', 'knot'],
    delegation: (usual) => usual.replace('45.91.12.1', '45.91.12.2'),
  },
  { name: 'forgetful.test', keys, text: (usual) => usual.replace(/3600$/m, '2592000') },
  { name: 'no-primary.test', keys, text: (usual) => usual.replace('SOA ns1 ', 'SOA . ') },
  { name: 'one-try.test', keys, text: (usual) => usual.replace('7200 3600 1209600', '604800 604800 1209600') },
  // The servers of `over.test` also have this zone, but `over.test`, which is signed, does not delegate it.
  { name: 'over.test' },
  { name: 'hidden.over.test', delegation: () => '', ds: () => '' },
  // Labels with an underscore are delegated in practice.
  { name: '_tcp.test', keys },
];

/** Zones that are served, but not delegated yet, so that they can be checked before. */
export const undelegatedZones: readonly WorldZone[] = [
  { name: 'unborn.test', keys, delegation: () => '' },
  { name: 'unborn-signed.test', servers: ['knot', 'nsd'], delegation: () => '', ds: () => '' },
];

function renamed(usual: string): string {
  return usual.replace(/\bns2\b/g, 'ns_2');
}

function withAddress(usual: string): string {
  return usual.replace(/(IN NS) ns2\S*/, '$1 45.91.12.1.').replace(/^ns2.*\n/gm, '');
}
