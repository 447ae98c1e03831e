import * as z from 'zod/mini';
import { described } from '../../described.ts';
import { isEssential } from '../../reading.ts';
import { requiredField } from '../../target-field.ts';
import { toMacQuery } from '../../targets/mac-query.ts';
import { defineTool } from '../../tool.ts';
import { workLimits } from '../../work-limits.ts';
import { macList } from './data/list.ts';
import { macRegistries } from './data/registries.ts';
import { macVendorSearch } from './data/vendor-search.ts';

const text = z.nullable(z.string());

/** An IEEE assignment that covers the address. */
export const MacRegistration = z.object({
  registry: isEssential(
    described(
      z.enum(macRegistries),
      'MA-L, MA-M, MA-S: blocks with prefixes of 24, 28 and 36 bits; IAB: 36 bits, closed in 2014; CID: 24 bits for other identifiers.',
      'MA-L',
    ),
  ),
  prefix: isEssential(described(z.string(), 'The assigned prefix, as pairs of hexadecimal digits.', '00:1b:63')),
  bits: isEssential(described(z.int(), 'Length of the prefix in bits.', 24)),
  owner: described(text, 'The organization as registered; null if it chose not to be published.', 'Apple, Inc.'),
  address: described(text, 'Its postal address as registered; null if the registry has none.', null),
  country: described(
    text,
    'The last line of the address as registered; null if the registry has none.',
    'United States',
  ),
  rangeFirst: described(z.string(), 'First address of the block.', '00:1b:63:00:00:00'),
  rangeLast: described(z.string(), 'Last address of the block.', '00:1b:63:ff:ff:ff'),
  size: described(z.int(), 'Number of addresses in the block.', 16_777_216),
});
export type MacRegistration = z.infer<typeof MacRegistration>;

/** What a standard or common practice says about the address. */
export const MacConvention = z.object({
  what: isEssential(described(z.string(), 'What such addresses are used for.', 'VRRP for IPv4, virtual router')),
  value: described(
    text,
    'The decoded content of the remaining bits; null if they have no meaning.',
    'Virtual router 1',
  ),
  certainty: described(
    z.enum(['standard', 'convention']),
    'standard: reserved by a standard; convention: common practice, which anybody may imitate.',
    'standard',
  ),
  source: described(z.string(), 'The document that defines the use.', 'RFC 9568, section 7.3'),
});
export type MacConvention = z.infer<typeof MacConvention>;

const forms = z.object({
  colon: described(z.string(), 'Pairs of digits separated by colons.', '00:1b:63:84:45:e6'),
  hyphen: described(z.string(), 'Pairs of digits separated by hyphens, in upper case (IEEE 802).', '00-1B-63-84-45-E6'),
  cisco: described(z.string(), 'Groups of four digits separated by dots.', '001b.6384.45e6'),
  bare: described(z.string(), 'Digits only.', '001b638445e6'),
  eui64: described(
    text,
    'The modified EUI-64 derived from the address (RFC 4291, appendix A); null for a prefix and for an EUI-64.',
    '02:1b:63:ff:fe:84:45:e6',
  ),
});

export const mac = defineTool({
  id: 'mac',
  path: '/api/v2/macInfo',
  title: 'MAC Address Lookup',
  summary: 'Who a MAC address is assigned to, and what its bits mean',
  query: z.object({
    mac: described(
      requiredField(
        'mac',
        {
          missing: 'Please enter a MAC address',
          invalid:
            'Please enter a MAC address (e.g. 00:1b:63:84:45:e6), its first 24, 28 or 36 bits, or an IPv6 address made from one',
        },
        toMacQuery,
      ),
      'A MAC address (EUI-48 or EUI-64) in any common notation, its first 24, 28 or 36 bits, or an IPv6 address derived from one.',
      '00:1b:63:84:45:e6',
    ),
  }),
  target: 'mac',
  targetKinds: ['mac-address'],
  contacts: [],
  data: z.object({
    mac: isEssential(
      described(
        z.string(),
        'The address in lower case with colons; for a prefix, its digits, a slash and its length in bits.',
        '00:1b:63:84:45:e6',
      ),
    ),
    fromIpv6: described(
      text,
      'The IPv6 address from which the MAC address was derived; null if the query was a MAC address.',
      null,
    ),
    kind: described(
      z.enum(['unicast', 'multicast', 'broadcast', 'none']),
      'The kind of address: one station, a group, every station (all bits set), or none (all bits clear).',
      'unicast',
    ),
    scope: described(
      z.enum(['universal', 'local']),
      'The U/L bit: universal: assigned by the IEEE; local: chosen on site or at random.',
      'universal',
    ),
    slap: described(
      z.nullable(z.enum(['administratively-assigned', 'extended-local', 'reserved', 'standard-assigned'])),
      'The quadrant of the Structured Local Address Plan (IEEE 802c, RFC 8948); null for universal addresses. Random addresses occur in all four.',
      null,
    ),
    registrations: described(
      z.array(MacRegistration),
      'All assignments that cover the address, longest prefix first; the first one names the owner. Empty if not registered.',
    ),
    conventions: described(
      z.array(MacConvention),
      'Uses of the address by standards and common practice, narrowest range first.',
    ),
    forms: described(forms, 'The address in common notations.'),
    ipv6LinkLocal: described(
      text,
      'The link-local IPv6 address that a station without privacy extensions derives from the address (RFC 4291, appendix A); null for a prefix or a group address.',
      'fe80::21b:63ff:fe84:45e6',
    ),
    registryDate: described(text, 'Date of the registry data, as YYYY-MM-DD; null if there is no data.', '2026-08-26'),
  }),
  progress: null,
  failures: ['timeout'],
  reasons: ['timeout'],
  // The data change only when the operator updates them.
  freshMs: () => 3_600_000,
  recheckMs: 1_000,
  cost: 1,
  capacity: { lookups: 256, perTarget: 64 },
  most: workLimits({ questions: 0, connections: 0 }),
  deadlineMs: () => 5_000,
  example: { mac: '00:1b:63:84:45:e6' },
  calls: [macVendorSearch, macList],
});
