import { answerOf } from '../../../../testing/answer-of.ts';
import { delegation } from '../../contract.ts';
import type { UnjudgedDelegation, UnjudgedServer, UnjudgedZone } from '../subject.ts';

export const ZONE = 'example.com';
/** Two name servers in two networks. */
export const [NS1, NS2] = ['192.0.2.1', '198.51.100.2'];
const DIGEST = 'E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D';

type Key = UnjudgedZone['keys'][number];
type Ds = UnjudgedZone['ds'][number];
type Signature = UnjudgedZone['signatures'][number];

export const key = (more: Partial<Key> = {}): Key => ({
  ...{ keyTag: 34505, algorithm: 13, algorithmName: 'ECDSAP256SHA256', advice: 'use', bits: 256, flags: 257 },
  ...{ isSep: true, isRevoked: false, isTrusted: true, signsKeys: true, servers: [NS1, NS2] },
  ds: `${ZONE}. IN DS ${more.keyTag ?? 34505} 13 2 ${DIGEST}`,
  ...more,
});

export const ds = (more: Partial<Ds> = {}): Ds => ({
  ...{ keyTag: 34505, algorithm: 13, digestType: 2, digest: DIGEST, state: 'matches' },
  ...more,
});

export const signature = (more: Partial<Signature> = {}): Signature => ({
  ...{ covers: 'SOA', keyTag: 34505, algorithm: 13, state: 'valid', servers: [NS1, NS2] },
  ...{ from: '2026-11-15T00:00:00Z', until: '2026-11-29T00:00:00Z' },
  ...more,
});

export const server = (number: 1 | 2, more: Partial<UnjudgedServer> = {}): UnjudgedServer => ({
  ...{ zone: ZONE, name: `ns${number}.example.com`, address: number === 1 ? NS1 : NS2, family: 4, isListed: true },
  ...{ answered: true, reason: null, rcode: 0, authoritative: true, refersUp: false, serial: 7 },
  ns: ['ns1.example.com', 'ns2.example.com'],
  ...{ udp: true, tcp: true, edns: true, ednsOptions: true, largeUdp: null, keysReply: 'keys', signed: true },
  ...{ recursion: false, transfer: false, denial: 'proven', timeMs: 10, nsid: null },
  ...more,
});

export const silent: Partial<UnjudgedServer> = {
  ...{
    answered: false,
    reason: 'timeout',
    rcode: null,
    authoritative: null,
    serial: null,
    ns: [],
    keysReply: 'silent',
  },
  ...{ udp: false, tcp: false, edns: null, ednsOptions: null, signed: null, recursion: null, denial: null },
};

const above = (name: string, parent: string | null): Partial<UnjudgedZone> => ({
  name,
  parent,
  status: 'secure',
  nsec3: null,
});

const host = (number: 1 | 2) => ({
  ...{ name: `ns${number}.example.com`, isListed: true, problem: null },
  ...{ addresses: [number === 1 ? NS1 : NS2], glue: [number === 1 ? NS1 : NS2] },
  ownAddresses: [number === 1 ? NS1 : NS2],
});

interface Changes {
  readonly zone?: Partial<UnjudgedZone>;
  /** The zone above. */
  readonly parent?: Partial<UnjudgedZone>;
  readonly servers?: readonly UnjudgedServer[];
  /** Of the first name server. */
  readonly host?: Partial<UnjudgedDelegation['details']['nsHosts'][number]>;
  readonly details?: Partial<UnjudgedDelegation['details']>;
  readonly answer?: Partial<UnjudgedDelegation>;
}

/** A signed zone in good order on two servers, with changes. */
export function delegationAnswer({ zone, parent, servers, host: first, details, answer }: Changes = {}) {
  return answerOf(delegation, {
    ...{ domain: ZONE, zone: ZONE, nameExists: true, verdict: 'secure', isPreFlight: false, gaps: [] },
    checkedAt: '2026-11-22T12:00:00.000Z',
    why: 'The chain of trust from the root to example.com is valid.',
    zones: [
      above('.', null),
      { ...above('com', '.'), ...parent },
      {
        ...{ name: ZONE, parent: 'com', status: 'secure', isDelegated: true, nsec3: null, dsDenial: null },
        ...{ ns: ['ns1.example.com', 'ns2.example.com'], ownNs: ['ns1.example.com', 'ns2.example.com'] },
        ...{ ds: [ds()], keys: [key()], signatures: [signature(), signature({ covers: 'DNSKEY' })] },
        ...zone,
      },
    ],
    servers: servers ?? [server(1), server(2)],
    details: {
      soa: { mname: 'ns1.example.com', refresh: 7200, retry: 3600, expire: 1_209_600, minimum: 3600 },
      ...{ primary: null, isApexAlias: false, nsec3: null, cds: [], cdnskeyTags: [], nsTtlSeconds: 86_400 },
      nsHosts: [{ ...host(1), ...first }, host(2)],
      ...details,
    },
    ...answer,
  });
}

/** The same, not signed. */
export function unsignedAnswer(changes: Changes = {}) {
  const zone: Partial<UnjudgedZone> = { status: 'insecure', ds: [], keys: [], signatures: [], ...changes.zone };
  const servers =
    changes.servers ?? [1 as const, 2 as const].map((number) => server(number, { signed: null, keysReply: 'none' }));
  const why = 'com proves that example.com has no DS.';
  return delegationAnswer({ ...changes, zone, servers, answer: { verdict: 'insecure', why, ...changes.answer } });
}

/** Not signed, and with nothing but a fault of its first server. */
export const withServer = (more: Partial<UnjudgedServer>) =>
  unsignedAnswer({
    servers: [server(1, { signed: null, keysReply: 'none', ...more }), server(2, { signed: null, keysReply: 'none' })],
  });
