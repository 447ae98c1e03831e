import * as z from 'zod/mini';
import { described } from '../../../described.ts';
import { isEssential } from '../../../reading.ts';
import { denialResults } from './zone.ts';

/** What one server answered about the keys of a zone. `truncated`: cut off by UDP, and not available by TCP. */
export const keysReplies = ['keys', 'none', 'truncated', 'refused', 'silent'] as const;

const yesOrNo = (description: string, example: boolean) =>
  described(z.nullable(z.boolean()), `${description}; null if not determined.`, example);

/** One address of one name server of one zone. */
export const DelegationServer = z.object({
  zone: isEssential(described(z.string(), 'The zone that was queried.', 'example.com')),
  name: isEssential(described(z.string(), 'Name of the server.', 'ns1.example.com')),
  address: isEssential(described(z.string(), 'The address that was queried.', '192.0.2.1')),
  family: described(z.number(), '4 or 6.', 4),
  isListed: described(z.boolean(), 'False if only the zone lists the server, not its parent.', true),
  answered: isEssential(
    described(z.nullable(z.boolean()), 'Whether the server replied at all; null if it was not queried.', true),
  ),
  reason: described(
    z.nullable(z.string()),
    'Why the SOA query was not answered: a failure reason, or limit if it was not sent because of a limit of this server; null if it was answered.',
    'timeout',
  ),
  rcode: described(z.nullable(z.number()), 'RCODE of the reply to the SOA query; null without a reply.', 0),
  authoritative: described(
    z.nullable(z.boolean()),
    'Whether the reply was authoritative and contained the SOA record; null if there was no complete reply.',
    true,
  ),
  refersUp: described(
    z.boolean(),
    'Whether the server refers to the zone itself or to one above it (an upward referral), which means that it does not serve the zone.',
    false,
  ),
  serial: described(
    z.nullable(z.number()),
    'Serial number of the server’s SOA record; null without an authoritative answer.',
    2026112201,
  ),
  ns: described(z.array(z.string()), 'The NS records that the server returned for the zone, sorted.', [
    'ns1.example.com',
  ]),
  udp: yesOrNo('Whether it answers by UDP', true),
  tcp: yesOrNo('Whether it answers by TCP', true),
  edns: yesOrNo('Whether it answers queries with EDNS(0)', true),
  ednsOptions: yesOrNo('Whether it answers queries with an EDNS option, such as NSID', true),
  largeUdp: described(
    z.nullable(
      z.object({
        arrived: described(z.number(), 'The largest answer that arrived over UDP, in octets.', 388),
        lost: described(
          z.number(),
          'The size of the answer about the keys, which arrived over TCP only, in octets.',
          867,
        ),
      }),
    ),
    'Set if small answers arrive over UDP, but a larger one does not; null if nothing of the kind was seen.',
  ),
  keysReply: described(
    z.nullable(z.enum(keysReplies)),
    'What it answered about the keys (DNSKEY): keys; none: with authority that there are none; truncated: cut off by UDP, and not available by TCP; refused: an error, or without authority; silent; null if it was not asked.',
    'keys',
  ),
  signed: yesOrNo('Whether it returns the signatures of a signed zone on request (DO flag)', true),
  recursion: yesOrNo('Whether it resolves other names for anybody (open recursion)', false),
  transfer: yesOrNo('Whether it lets anybody copy the whole zone (AXFR)', false),
  denial: described(
    z.nullable(z.enum(denialResults)),
    'How the server proved that a name does not exist: proven, opt-out, too-many-iterations or not-proven; null if not judged.',
    'proven',
  ),
  timeMs: described(z.nullable(z.number()), 'Response time in milliseconds; null without a reply.', 21.4),
  nsid: described(
    z.nullable(z.string()),
    'Identifier of the server instance (NSID, RFC 5001); null if it sent none.',
    'fra2',
  ),
});
export type DelegationServer = z.infer<typeof DelegationServer>;

/** Further findings about the zone that was looked up. */
export const DelegationDetails = z.object({
  soa: described(
    z.nullable(
      z.object({
        mname: described(z.string(), 'MNAME: the primary server.', 'ns1.example.com'),
        refresh: described(z.number(), 'REFRESH, in seconds.', 7200),
        retry: described(z.number(), 'RETRY, in seconds.', 3600),
        expire: described(z.number(), 'EXPIRE, in seconds.', 1_209_600),
        minimum: described(z.number(), 'MINIMUM: TTL of negative answers, in seconds (RFC 2308).', 3600),
      }),
    ),
    'From the first server with an authoritative answer; null without one.',
  ),
  primary: described(
    z.nullable(
      z.object({
        name: described(z.string(), 'Its name from the SOA record.', 'hidden.example.com'),
        addresses: described(z.array(z.string()), 'The addresses of the primary server.', ['192.0.2.9']),
        answered: yesOrNo('Whether it answered', true),
      }),
    ),
    'The primary server named in the SOA record, if it is not among the name servers; otherwise null.',
  ),
  nsHosts: described(
    z.array(
      z.object({
        name: described(z.string(), 'Name of a server.', 'ns1.example.com'),
        isListed: described(z.boolean(), 'Whether the parent lists the server.', true),
        addresses: described(z.array(z.string()), 'Addresses that were found for it.', ['192.0.2.1']),
        glue: described(z.array(z.string()), 'Addresses in the delegation of the parent (glue).', ['192.0.2.1']),
        ownAddresses: described(
          z.nullable(z.array(z.string())),
          'Addresses from the zone itself, if the name is within it; null if it is in another zone, or no server replied.',
          ['192.0.2.1'],
        ),
        problem: described(
          z.nullable(z.enum(['alias', 'no-address', 'is-address'])),
          'alias: the name is a CNAME, which RFC 2181 section 10.3 forbids; no-address: it has no address; is-address: an IP address was entered in place of a name; null if there is no problem.',
          'alias',
        ),
      }),
    ),
    'All name servers listed by the parent or by the zone itself.',
  ),
  isApexAlias: described(
    z.nullable(z.boolean()),
    'Whether the zone’s own name is an alias (CNAME); null if no server replied.',
    false,
  ),
  nsTtlSeconds: described(
    z.nullable(z.number()),
    'TTL of the zone’s own NS records, in seconds; null if not known.',
    86_400,
  ),
  dsTtlSeconds: described(
    z.nullable(z.number()),
    'TTL of the DS records at the parent, in seconds; null without any.',
    86_400,
  ),
  nsec3: described(
    z.nullable(
      z.object({
        iterations: described(z.number(), 'Number of additional hash iterations (RFC 5155); RFC 9276 recommends 0.', 0),
        saltOctets: described(z.number(), 'Length of the salt in octets; RFC 9276 recommends 0.', 0),
      }),
    ),
    'The NSEC3 parameters of the zone (NSEC3PARAM record); null without the record.',
  ),
  cds: described(z.array(z.string()), 'CDS records (RFC 7344): the DS records that the zone requests.', [
    '34505 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D',
  ]),
  cdnskeyTags: described(z.array(z.number()), 'Key tags of the zone’s CDNSKEY records.', [34505]),
});
export type DelegationDetails = z.infer<typeof DelegationDetails>;
