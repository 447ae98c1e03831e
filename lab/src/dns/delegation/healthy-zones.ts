import { keyPair, oneKey, type WorldZone, withLines } from './zone-spec.ts';

const noGlue = (usual: string) => usual.replace(/^ns\d.* IN A{1,4} .*\n/gm, '');
/** Servers named in `hosting.optout` instead of in the zone itself. */
const hosted = (usual: string) => noGlue(usual).replace(/(IN (?:NS|SOA)) ns(\d)\S*/g, '$1 ns$2.hosting.optout.');
const nsec3 = ['-3', '-', '-H', '0'];
const fourHosts = `@ IN SOA ns1 hostmaster 1 7200 3600 1209600 3600
@ IN NS ns1
ns1 IN A 45.91.11.1
ns1 IN A 45.91.12.1
ns1 IN AAAA 2a0e:97c1:11::1
ns1 IN AAAA 2a0e:97c1:12::1
www IN A 192.0.2.80
`;

/** The root and the top-level domains: `test` has NSEC, `optout` NSEC3 with opt-out, `unsigned` no signatures. */
export const upperZones: readonly WorldZone[] = [
  { name: '.', servers: ['rootA', 'rootB'] },
  { name: 'test', servers: ['topA', 'topB'] },
  { name: 'optout', servers: ['topA', 'topB'], signing: [...nsec3, '-A'] },
  { name: 'unsigned', servers: ['topA', 'topB'], keys: null },
];

/** Correct zones, each in a different style. */
export const healthyZones: readonly WorldZone[] = [
  { name: 'ecdsa.test', servers: ['bind', 'knot'] },
  { name: 'rsa.test', servers: ['knot', 'nsd'], keys: keyPair('-a', 'RSASHA256', '-b', '2048') },
  { name: 'ed25519.test', servers: ['nsd', 'bind'], keys: keyPair('-a', 'ED25519') },
  { name: 'nsec3.test', servers: ['bind', 'nsd'], signing: nsec3 },
  { name: 'optout.test', servers: ['knot', 'bind'], signing: [...nsec3, '-A'] },
  { name: 'csk.test', servers: ['nsd', 'knot'], keys: oneKey, signing: ['-z'] },
  { name: 'multi-signer.test', servers: ['bind', 'knot'], isMultiSigner: true },
  { name: 'unsigned.test', servers: ['bind', 'nsd'], keys: null },
  {
    name: 'anycast.test',
    text: () => fourHosts,
    delegation: () =>
      fourHosts
        .replace(/^(?:@ IN SOA|www).*\n/gm, '')
        .replace(/^@/gm, 'anycast.test.')
        .replace(/\bns1\b/g, 'ns1.anycast.test.'),
  },
  { name: 'six.test', servers: ['knot', 'nsd'], families: [6] },
  { name: 'hosting.optout', servers: ['bind', 'knot', 'nsd'] },
  { name: 'elsewhere.test', servers: ['bind', 'knot'], text: hosted, delegation: hosted },
  { name: 'three.test', servers: ['bind', 'knot', 'nsd'] },
  { name: 'plain.optout', servers: ['knot', 'nsd'], keys: null },
  { name: 'child.ecdsa.test', servers: ['bind', 'knot'] },
  { name: 'far.below.nsec3.test', servers: ['bind', 'nsd'] },
  { name: 'wildcard.test', servers: ['nsd', 'bind'], text: withLines('* IN A 192.0.2.81', '*.deep IN A 192.0.2.82') },
  {
    name: 'wildcard.optout',
    servers: ['nsd', 'knot'],
    text: withLines('* IN A 192.0.2.81'),
    signing: ['-3', 'aabb', '-H', '0'],
  },
  { name: 'sha384.test', servers: ['bind', 'nsd'], digest: 'SHA-384' },
  {
    name: 'two-algorithms.test',
    servers: ['knot', 'bind'],
    keys: [...keyPair('-a', 'ECDSAP256SHA256'), ...keyPair('-a', 'RSASHA256', '-b', '2048')],
  },
  // Its CDS asks the parent for a first DS record (RFC 8078), which is not a flaw.
  {
    name: 'enrolling.test',
    servers: ['bind', 'knot'],
    keys: [
      ['-f', 'KSK', '-a', 'ECDSAP256SHA256', '-P', 'sync', 'now'],
      ['-a', 'ECDSAP256SHA256'],
    ],
    ds: () => '',
  },
];
