import { keyPair, oneKey, type WorldZone, withLines, withoutLines } from './zone-spec.ts';

const longPast = ['-s', '20260101000000', '-e', '20260201000000'];
const farAhead = ['-s', '20400101000000', '-e', '20410101000000'];
const strange = (name: string, start: string) => `${name}. IN DS ${start} ${'AB'.repeat(32)}\n`;
const ofType = (type: string) => new RegExp(`\\sRRSIG\\s+${type}\\s`);
/** Replaces the end of the signature over a set of this type. */
const spoiledSignature = (type: string) => (text: string) =>
  text.replace(new RegExp(`(\\sRRSIG\\s+${type}\\s.*)[A-Za-z0-9+/]{8}==`, 'g'), '$1AAAAAAAA==');
/** A key with a deprecated algorithm, which signs nothing. */
const oldKey = (algorithm: number) => `@ IN DNSKEY 256 3 ${algorithm} ${'AQ'.repeat(60)}`;

/** The base point of P-256, so that the key can be parsed. */
const BASE_POINT = 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n60p8D54WK84zV2sxXs7LtkBoN79R9Q==';

/** Zones whose chain of trust has one flaw. */
export const brokenChains: readonly WorldZone[] = [
  { name: 'wrong-digest.test', ds: (own) => own.replace(/[\dA-F]{8}\s*$/gm, '00000000\n') },
  { name: 'no-such-key.optout', servers: ['nsd', 'knot'], ds: () => strange('no-such-key.optout', '1 13 2') },
  { name: 'no-keys.test', keys: null, ds: () => strange('no-keys.test', '1 13 2') },
  { name: 'other-algorithm.test', servers: ['bind', 'nsd'], ds: (own) => own.replace(/( DS \d+) 13/, '$1 8') },
  { name: 'gost.test', ds: () => strange('gost.test', '1 12 2') },
  { name: 'future-digest.test', servers: ['knot', 'nsd'], ds: (own) => own.replace(/(DS \d+ 13) 2/, '$1 77') },
  { name: 'weak-digest.test', digest: 'SHA-1' },
  {
    name: 'standby.test',
    servers: ['nsd', 'bind'],
    ds: (own) => `${own}${strange('standby.test', '4711 13 2')}`,
  },
  { name: 'expired.test', servers: ['bind', 'nsd'], signing: longPast },
  { name: 'expired-here.test', servers: ['bind', 'nsd'], signingAt: { nsd: longPast } },
  { name: 'early.optout', servers: ['knot', 'nsd'], signing: farAhead },
  { name: 'early-here.test', servers: ['knot', 'bind'], signingAt: { knot: farAhead } },
  { name: 'ending.test', servers: ['nsd', 'knot'], signing: ['-s', 'now-2592000', '-e', 'now+86400'] },
  { name: 'soa-spoiled.test', spoil: spoiledSignature('SOA') },
  { name: 'keys-spoiled.test', servers: ['knot', 'nsd'], spoil: spoiledSignature('DNSKEY') },
  { name: 'ns-spoiled.test', spoil: spoiledSignature('NS') },
  { name: 'spoiled-here.test', servers: ['nsd', 'knot'], spoilAt: { knot: spoiledSignature('SOA') } },
  { name: 'soa-unsigned.test', servers: ['knot', 'bind'], spoil: withoutLines(ofType('SOA')) },
  { name: 'keys-unsigned.test', servers: ['knot', 'nsd'], spoil: withoutLines(ofType('DNSKEY')) },
  // The key set is signed only by the zone signing key, which has no DS record.
  {
    name: 'no-entry-point.test',
    servers: ['knot', 'bind'],
    spoil: (text) => {
      const [, zoneKey = ''] = /\sRRSIG\s+SOA\s(?:\S+\s+){5}(\d+)\s/.exec(text) ?? [];
      return withoutLines(new RegExp(`\\sRRSIG\\s+DNSKEY\\s+(?:\\S+\\s+){5}(?!${zoneKey}\\s)`))(text);
    },
  },
  { name: 'island.test', servers: ['nsd', 'knot'], ds: () => '' },
  { name: 'island.unsigned', servers: ['bind', 'knot'] },
  { name: 'child.wrong-digest.test', servers: ['bind', 'knot'] },
  { name: 'child.island.test', servers: ['nsd', 'knot'] },
  { name: 'plain.no-proof.test', servers: ['nsd', 'knot'], keys: null },
  { name: 'no-proof.test', servers: ['nsd', 'knot'], spoil: withoutLines(/\s(NSEC|RRSIG\s+NSEC)\s/) },
  {
    name: 'no-wildcard-proof.test',
    servers: ['knot', 'nsd'],
    text: withLines('* IN A 192.0.2.81'),
    spoil: withoutLines(/\s(NSEC|RRSIG\s+NSEC)\s/),
  },
  { name: 'iterations.test', servers: ['bind', 'knot'], signing: ['-3', 'aabbccdd', '-H', '100'] },
  { name: 'one-iteration.test', servers: ['nsd', 'bind'], signing: ['-3', '-', '-H', '1'] },
  { name: 'plain.iterations.test', servers: ['bind', 'knot'], keys: null },
  { name: 'sha1.test', servers: ['knot', 'nsd'], keys: keyPair('-a', 'NSEC3RSASHA1', '-b', '2048') },
  { name: 'rsa512.test', servers: ['bind', 'nsd'], keys: keyPair('-a', 'RSASHA512', '-b', '2048') },
  { name: 'old-key.test', servers: ['knot', 'bind'], text: withLines(oldKey(3)) },
  // One key without the SEP flag, with a DS record.
  { name: 'no-flag.test', keys: [['-a', 'ECDSAP256SHA256']], signing: ['-z'] },
  {
    name: 'key-missing.test',
    servers: ['bind', 'nsd'],
    textAt: { bind: withLines(`@ IN DNSKEY 256 3 13 ${BASE_POINT}`) },
  },
  { name: 'unsigned-here.test', servers: ['knot', 'nsd'], spoilAt: { nsd: withoutLines(/\s(RRSIG|NSEC|DNSKEY)\s/) } },
  // Both algorithms are in the DS set, but one server signs with only one of them (RFC 4035 section 2.2).
  {
    name: 'half-algorithm.test',
    servers: ['knot', 'bind'],
    keys: [...oneKey, ['-f', 'KSK', '-a', 'RSASHA256', '-b', '2048']],
    signing: ['-z'],
    spoilAt: { bind: withoutLines(/\sRRSIG\s+\S+\s+8\s/) },
  },
  { name: 'other-wish.test', text: withLines(`@ IN CDS 1 13 2 ${'AB'.repeat(32)}`) },
  { name: 'leaving.test', servers: ['nsd', 'bind'], text: withLines('@ IN CDS 0 0 0 00', '@ IN CDNSKEY 0 3 0 AA==') },
];
