import type { Answer } from 'dns-packet';
import { isIPv6, refusedRanges } from '../../network/refused-ranges.ts';
import { bits, handMadeRecord, handMadeReply, type Query, reply } from '../replies.ts';
import { hostileAddress } from './addresses.ts';
import { floodZones } from './flood.ts';
import { trapDs, trapKeyRecords, trapSignatures } from './trap-keys.ts';
import type { WorldZone } from './zone-spec.ts';

/** How a hostile server sends its replies over TCP. */
type Pace = 'whole' | 'one-octet-a-second' | 'nothing';

export interface HostileServer {
  /** The replies over UDP and TCP. */
  readonly says: (query: Query, transport: 'udp' | 'tcp') => Buffer;
  /** Replies come from another address. */
  readonly isFromElsewhere?: boolean;
  readonly isSilentByUdp?: boolean;
  readonly pace?: Pace;
  /** DS lines in the parent, besides the usual delegation to this server. */
  readonly ds?: (zone: string) => string;
}

const DNSKEY = 48;
const SOA = 6;
const NS = 2;
const KILOBYTE = 1024;
const ttl = 300;
const aa = bits.aa;
const ns = (name: string, data: string): Answer => ({ type: 'NS', name, ttl, data });
const address = (name: string, data: string): Answer => ({ type: isIPv6(data) ? 'AAAA' : 'A', name, ttl, data });
const soa = (name: string): Answer => ({
  ...{ type: 'SOA', name, ttl },
  data: {
    ...{ mname: `ns.${name}`, rname: `x.${name}`, serial: 1 },
    refresh: 7200,
    retry: 3600,
    expire: 1209600,
    minimum: 60,
  },
});

/** The zone of a server: the last two labels. */
const zoneOf = ({ name }: Query) => name.toLowerCase().split('.').slice(-2).join('.');
const isApex = (query: Query) => query.name.toLowerCase() === zoneOf(query);

/** A correct apex. */
function apex(query: Query): Buffer {
  const zone = zoneOf(query);
  if (query.type === SOA) return reply(query, { answers: [soa(zone)], flags: aa });
  if (query.type === NS) return reply(query, { answers: [ns(zone, `ns.${zone}`)], flags: aa });
  return reply(query, { authorities: [soa(zone)], flags: aa });
}

/** Refers queries for names below the zone to other servers. */
function refers(query: Query, names: readonly string[], glue: readonly Answer[] = []): Buffer {
  const cut = query.name.toLowerCase();
  return reply(query, { authorities: names.map((name) => ns(cut, name)), additionals: [...glue], flags: 0 });
}

const orApex = (below: (query: Query) => Buffer) => (query: Query) => (isApex(query) ? apex(query) : below(query));
const own = (zone: string) => hostileAddress(Object.keys(hostileServers).indexOf(zone));
/**
 * Four server names with eight addresses each, the limit of what is tried, so that a few zones cover all refused
 * ranges.
 */
const refusedFor = (name: string) => {
  const part = Number(/^[a-z]+(\d+)\./.exec(name)?.[1] ?? 0);
  return refusedRanges.slice(part * 16, part * 16 + 16).map((range) => range.address);
};

/** By zone. In names below a zone, all but the first labels select the behaviour. */
export const hostileServers: Readonly<Record<string, HostileServer>> = {
  /** Zone a is served by names in b, and b by names in a. */
  'circle.test': {
    says: orApex((query) => {
      const other = query.name.toLowerCase().endsWith('a.circle.test') ? 'b' : 'a';
      return refers(query, [`ns.${other}.circle.test`, `ns2.${other}.circle.test`]);
    }),
  },
  /** Every name is a zone of its own, on the same server. */
  'deeper.test': {
    says: (query) => {
      if (query.type === SOA) return reply(query, { answers: [soa(query.name.toLowerCase())], flags: aa });
      const glue = address('ns.deeper.test', own('deeper.test'));
      if (query.name.toLowerCase() === 'ns.deeper.test') {
        return reply(
          query,
          query.type === 1 ? { answers: [glue], flags: aa } : { authorities: [soa('deeper.test')], flags: aa },
        );
      }
      return isApex(query) ? apex(query) : refers(query, ['ns.deeper.test'], [glue]);
    },
  },
  /** Refers every query to the root (RFC 8499: an upward referral). */
  'upward.test': {
    says: (query) =>
      reply(query, { authorities: [ns('.', 'ns1')], additionals: [address('ns1', '45.91.1.1')], flags: 0 }),
  },
  /** Refers the walk to addresses that must never be contacted. */
  'inside.test': {
    says: orApex((query) => {
      const names = [0, 1, 2, 3].map((index) => `h${index}.${query.name.toLowerCase()}`);
      const glue = refusedFor(query.name.toLowerCase()).map((one, index) => address(names[index % 4] ?? '', one));
      return refers(query, names, glue);
    }),
  },
  /** The same, by names of servers outside the zone that resolve to such addresses. */
  'inside-names.test': {
    says: orApex((query) => {
      if (query.name.toLowerCase().startsWith('host')) {
        const wanted = query.type === 28;
        const some = refusedRanges.filter((range) => isIPv6(range.address) === wanted).slice(0, 20);
        return reply(query, { answers: some.map((range) => address(query.name, range.address)), flags: aa });
      }
      return refers(query, ['host1.inside-names.test', 'host2.inside-names.test']);
    }),
  },
  'keytrap.test': {
    ds: trapDs,
    says: (query, transport) => {
      if (transport === 'udp') return reply(query, { isTruncated: true, flags: aa });
      const zone = 'keytrap.test';
      if (query.type === DNSKEY) {
        return reply(query, { answers: [...trapKeyRecords(zone), ...trapSignatures(zone, 'DNSKEY')], flags: aa });
      }
      if (query.type === SOA) return reply(query, { answers: [soa(zone), ...trapSignatures(zone, 'SOA')], flags: aa });
      return apex(query);
    },
  },
  /** Five hundred server names, each of which would have to be resolved elsewhere (NXNSAttack, CVE-2020-12662). */
  'crowd.test': {
    says: orApex((query) =>
      /^ns\d/.test(query.name)
        ? reply(query, { rcode: 'nxdomain', authorities: [soa('crowd.test')], flags: aa })
        : refers(
            query,
            Array.from({ length: 500 }, (_, index) => `ns${index}.crowd.test`),
          ),
    ),
  },
  /** Server names that are aliases of each other. */
  'alias-circle.test': {
    says: orApex((query) => {
      const name = query.name.toLowerCase();
      if (!name.startsWith('alias')) return refers(query, ['alias1.alias-circle.test', 'alias2.alias-circle.test']);
      const data = name.startsWith('alias1') ? 'alias2.alias-circle.test' : 'alias1.alias-circle.test';
      return reply(query, { answers: [{ type: 'CNAME', name, ttl, data }], flags: aa });
    }),
  },
  'from-elsewhere.test': { says: orApex(apex), isFromElsewhere: true },
  'truncated.test': { says: (query) => reply(query, { isTruncated: true, flags: aa }) },
  'drip.test': { says: (query) => reply(query, { isTruncated: true, flags: aa }), pace: 'one-octet-a-second' },
  'drip-silent.test': { says: apex, isSilentByUdp: true, pace: 'one-octet-a-second' },
  'hanging.test': { says: (query) => reply(query, { isTruncated: true, flags: aa }), pace: 'nothing' },
  /** Sixty kilobytes over TCP in answer to every query. */
  'bulky.test': {
    says: (query, transport) => {
      if (transport === 'udp') return reply(query, { isTruncated: true, flags: aa });
      const data = Buffer.alloc(KILOBYTE, 7);
      const record = handMadeRecord({ type: 65_400, data });
      return handMadeReply(
        query,
        Array.from({ length: 60 }, () => record),
      );
    },
  },
  'noise.test': { says: (query) => Buffer.concat([query.bytes.subarray(0, 2), Buffer.alloc(200, 0xff)]) },
};

/** Their delegations in the top-level domain: one server with its address each. */
export const hostileZones: readonly WorldZone[] = [
  ...Object.entries(hostileServers).map(([name, { ds }], index) => ({
    ...{ name, keys: null, holders: [] },
    delegation: () => `${name}. IN NS ns.${name}.\nns.${name}. IN A ${hostileAddress(index)}\n${ds?.(name) ?? ''}`,
  })),
  ...floodZones,
];
