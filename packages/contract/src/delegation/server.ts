import * as z from 'zod/mini';
import { described } from '../described.ts';
import { isEssential } from '../reading.ts';

const yesOrNo = (description: string, example: boolean) =>
  described(z.nullable(z.boolean()), `${description}; null where it was not found out.`, example);

/** One address of one name server of one zone. */
export const DelegationServer = z.object({
  zone: isEssential(described(z.string(), 'The zone that it was asked for.', 'example.com')),
  name: isEssential(described(z.string(), 'Name of the server.', 'ns1.example.com')),
  address: isEssential(described(z.string(), 'Address that was asked.', '192.0.2.1')),
  family: described(z.number(), '4 or 6.', 4),
  isListed: described(z.boolean(), 'False where only the zone names it, and not its parent.', true),
  answered: isEssential(
    described(z.nullable(z.boolean()), 'Whether it replied at all; null if it was not queried.', true),
  ),
  reason: described(
    z.nullable(z.string()),
    'Why there was no answer to the question for the SOA record: a reason of docs/errors.md, or limit; null with an answer.',
    'timeout',
  ),
  rcode: described(z.nullable(z.number()), 'RCODE of the reply to that question; null without one.', 0),
  authoritative: described(
    z.nullable(z.boolean()),
    'Whether it gave an authoritative answer with the SOA record; null if it did not reply.',
    true,
  ),
  refersUp: described(z.boolean(), 'It refers to the zone itself or to one above, and does not know the zone.', false),
  serial: described(z.nullable(z.number()), 'Serial number of its SOA record.', 2026112201),
  ns: described(z.array(z.string()), 'The name servers that it lists for the zone, sorted.', ['ns1.example.com']),
  udp: yesOrNo('Answers by UDP', true),
  tcp: yesOrNo('Answers by TCP', true),
  edns: yesOrNo('Answers with EDNS(0)', true),
  signed: yesOrNo('Sends the signatures that its zone has when it is asked for them', true),
  recursion: yesOrNo('Resolves other names for strangers', false),
  transfer: yesOrNo('Lets strangers copy the whole zone (AXFR)', false),
  denial: described(
    z.nullable(z.string()),
    'How it denied a name that does not exist: proven, opt-out, too-many-iterations or not-proven; null if that was not judged.',
    'proven',
  ),
  timeMs: described(z.nullable(z.number()), 'Time of its answer in milliseconds.', 21.4),
  nsid: described(z.nullable(z.string()), 'Identifier of the machine (RFC 5001); null without one.', 'fra2'),
});
export type DelegationServer = z.infer<typeof DelegationServer>;

/** Further findings about the zone that was looked up. */
export const DelegationDetails = z.object({
  soa: described(
    z.nullable(
      z.object({
        mname: described(z.string(), 'Primary server.', 'ns1.example.com'),
        refresh: described(z.number(), 'Seconds.', 7200),
        retry: described(z.number(), 'Seconds.', 3600),
        expire: described(z.number(), 'Seconds.', 1_209_600),
        minimum: described(z.number(), 'TTL of denials, in seconds (RFC 2308).', 3600),
      }),
    ),
    'Of the first server that answered with authority; null without one.',
  ),
  primary: described(
    z.nullable(
      z.object({
        name: described(z.string(), 'Name in the SOA record.', 'hidden.example.com'),
        addresses: described(z.array(z.string()), 'Its addresses.', ['192.0.2.9']),
        answered: yesOrNo('Whether it answered', true),
      }),
    ),
    'The primary server, if it is not one of the name servers; otherwise null.',
  ),
  nsHosts: described(
    z.array(
      z.object({
        name: described(z.string(), 'Name of a server.', 'ns1.example.com'),
        isListed: described(z.boolean(), 'The parent names it.', true),
        addresses: described(z.array(z.string()), 'Addresses that were found for it.', ['192.0.2.1']),
        glue: described(z.array(z.string()), 'Addresses in the delegation of the parent (glue).', ['192.0.2.1']),
        ownAddresses: described(
          z.nullable(z.array(z.string())),
          'Addresses in the zone itself, for a name in it; null if the name is in another zone, or no server replied.',
          ['192.0.2.1'],
        ),
        problem: described(z.nullable(z.string()), 'alias or no-address; null where all is well.', 'alias'),
      }),
    ),
    'Every name server that the parent or the zone names.',
  ),
  isApexAlias: described(
    z.nullable(z.boolean()),
    'Whether the name of the zone is an alias (CNAME); null if no server replied.',
    false,
  ),
  nsTtlSeconds: described(z.nullable(z.number()), 'TTL of the zone’s own NS records, in seconds.', 86_400),
  dsTtlSeconds: described(z.nullable(z.number()), 'TTL of the DS records, in seconds.', 86_400),
  nsec3: described(
    z.nullable(
      z.object({
        iterations: described(z.number(), 'Additional iterations of the hash (RFC 5155).', 0),
        saltOctets: described(z.number(), 'Length of the salt.', 0),
      }),
    ),
    'The NSEC3PARAM record; null without one.',
  ),
  cds: described(z.array(z.string()), 'CDS records (RFC 7344): the DS that the zone wishes for.', [
    '34505 13 2 E06D44B80B8F1D39A95C0B0D7C65D08458E880409BBC683457104237C7F8EC8D',
  ]),
  cdnskeyTags: described(z.array(z.number()), 'Key tags of its CDNSKEY records.', [34505]),
});
export type DelegationDetails = z.infer<typeof DelegationDetails>;
