import * as z from 'zod/mini';
import { described } from '../described.ts';
import { macList } from '../mac/list.ts';
import { macRegistries } from '../mac/registries.ts';
import { macVendorSearch } from '../mac/vendor-search.ts';
import { isEssential } from '../reading.ts';
import { requiredField } from '../target-field.ts';
import { toMacQuery } from '../targets/mac-query.ts';
import { defineTool } from '../tool.ts';

const text = z.nullable(z.string());

/** An IEEE assignment that covers the address. */
export const MacRegistration = z.object({
  registry: isEssential(
    described(
      z.enum(macRegistries),
      'MA-L, MA-M, MA-S: blocks of 24, 28 and 36 bits; IAB: 36 bits, closed in 2014; CID: 24 bits for other identifiers.',
      'MA-L',
    ),
  ),
  prefix: isEssential(described(z.string(), 'The assigned bits, in pairs of hex digits.', '00:1b:63')),
  bits: isEssential(described(z.int(), 'Their number.', 24)),
  owner: described(text, 'The organization, as registered; null if it chose not to be published.', 'Apple, Inc.'),
  address: described(text, 'Its postal address, as registered; null where the registry has none.', null),
  country: described(text, 'The last line of that address, as registered.', 'United States'),
  rangeFirst: described(z.string(), 'First address of the block.', '00:1b:63:00:00:00'),
  rangeLast: described(z.string(), 'Last address of the block.', '00:1b:63:ff:ff:ff'),
  size: described(z.int(), 'Addresses in the block.', 16_777_216),
});
export type MacRegistration = z.infer<typeof MacRegistration>;

/** What a standard or common practice says about the address. */
export const MacConvention = z.object({
  what: isEssential(described(z.string(), 'What such addresses are used for.', 'VRRP for IPv4, virtual router')),
  value: described(text, 'What the other bits hold, decoded; null where they hold nothing.', 'Virtual router 1'),
  certainty: described(
    z.enum(['standard', 'convention']),
    'standard: reserved for it; convention: a practice of programs, which anybody may imitate.',
    'standard',
  ),
  source: described(z.string(), 'The document that says so.', 'RFC 9568, section 7.3'),
});
export type MacConvention = z.infer<typeof MacConvention>;

const forms = z.object({
  colon: described(z.string(), 'Pairs with colons.', '00:1b:63:84:45:e6'),
  hyphen: described(z.string(), 'Pairs with hyphens, upper case (IEEE 802).', '00-1B-63-84-45-E6'),
  cisco: described(z.string(), 'Groups of four with dots.', '001b.6384.45e6'),
  bare: described(z.string(), 'Digits alone.', '001b638445e6'),
  eui64: described(
    text,
    'The modified EUI-64 made from it (RFC 4291, appendix A); null for a prefix and for an EUI-64.',
    '02:1b:63:ff:fe:84:45:e6',
  ),
});

export const mac = defineTool({
  id: 'mac',
  path: '/api/v2/macInfo',
  title: 'MAC Address Lookup',
  summary: 'Who a MAC address is assigned to, and what its bits say',
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
      'A MAC address (EUI-48 or EUI-64) in any usual spelling, its first 24, 28 or 36 bits, or an IPv6 address made from one.',
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
        'The address in lower case with colons; for a prefix its digits, a slash and its length in bits.',
        '00:1b:63:84:45:e6',
      ),
    ),
    fromIpv6: described(text, 'The IPv6 address that it was read from; null where a MAC address was given.', null),
    kind: described(
      z.enum(['unicast', 'multicast', 'broadcast', 'none']),
      'Whom it addresses: one station, a group, every station (all bits set), or nobody (all bits clear).',
      'unicast',
    ),
    scope: described(
      z.enum(['universal', 'local']),
      'The U/L bit: universal for addresses that the IEEE assigns, local for addresses chosen on site or at random.',
      'universal',
    ),
    slap: described(
      z.nullable(z.enum(['administratively-assigned', 'extended-local', 'reserved', 'standard-assigned'])),
      'The quadrant of the Structured Local Address Plan (IEEE 802c, RFC 8948); null for other addresses. Random addresses are in all four.',
      null,
    ),
    registrations: described(
      z.array(MacRegistration),
      'Every assignment that covers the address, the longest prefix first: that one names the owner. Empty: not registered.',
    ),
    conventions: described(
      z.array(MacConvention),
      'What standards and common practice say about the address, narrowest range first.',
    ),
    forms: described(forms, 'The address in the spellings in use.'),
    ipv6LinkLocal: described(
      text,
      'The link-local IPv6 address that a station without privacy extensions makes of it (RFC 4291, appendix A); null for a prefix or a group.',
      'fe80::21b:63ff:fe84:45e6',
    ),
    registryDate: described(
      text,
      'The date of the registry’s data, as YYYY-MM-DD; null where no data could be read.',
      '2026-08-26',
    ),
  }),
  progress: null,
  failures: ['timeout'],
  reasons: ['timeout'],
  // The data change only when the operator updates them.
  freshMs: () => 3_600_000,
  recheckMs: 1_000,
  cost: 1,
  capacity: { lookups: 256, perTarget: 64 },
  deadlineMs: () => 5_000,
  example: { mac: '00:1b:63:84:45:e6' },
  calls: [macVendorSearch, macList],
});
