import type { Explanation } from '../../finding/explanation.ts';

const specialIpv4 = {
  name: 'IANA IPv4 Special-Purpose Address Registry',
  url: 'https://www.iana.org/assignments/iana-ipv4-special-registry/',
};
const anycast = { name: 'RFC 4786 (BCP 126)', url: 'https://www.rfc-editor.org/rfc/rfc4786' };
const feeds = { name: 'RFC 8805', url: 'https://www.rfc-editor.org/rfc/rfc8805' };
const nothingToMend = 'No action needed.';
const feed =
  'The holder of the network can publish the locations of its addresses (RFC 8805, RFC 9632), and report them to the database’s publisher.';

export const geoExplanations = {
  'special-use-address': {
    states: ['note'],
    title: 'Special-use address',
    meaning:
      'A standard or a common practice gives the block of the address a special use, such as private networks, documentation or multicast.',
    importance: 'It has no single location: many networks use the same address, or none does.',
    effect:
      'Most of these addresses are not routed on the internet. A few are, such as those for multicast and the AS112 project.',
    remedies: nothingToMend,
    source: specialIpv4,
  },
  'anycast-address': {
    states: ['note'],
    title: 'Anycast address',
    meaning:
      'The block of the address is used for anycast, as its operator or a registration says: many hosts use the same address.',
    importance: 'It has no single location.',
    effect: 'Each client reaches the host that is nearest in the network.',
    remedies: nothingToMend,
    source: anycast,
  },
  'location-known': {
    states: ['good', 'note'],
    title: 'Country known',
    meaning: 'A database gives a country for the address. Nothing was measured.',
    importance: 'The country is usually right, the city less often. For anycast addresses, neither means much.',
    effect: 'Services that depend on the country may treat the address accordingly.',
    remedies: nothingToMend,
    source: feeds,
  },
  'location-unknown': {
    states: ['unknown'],
    title: 'Location not known',
    meaning: 'None of the sources knows the country of the address.',
    importance: 'The block may be new, or not in use.',
    effect: 'Services that depend on the country may refuse the address, or guess.',
    remedies: feed,
    source: feeds,
  },
  'location-rough': {
    states: ['note'],
    title: 'Approximate location',
    meaning: 'The database gives a wide accuracy radius for the position.',
    importance: 'The real location may be far from the city shown.',
    effect: 'Services that depend on the city may show the wrong one.',
    remedies: feed,
    source: feeds,
  },
  'several-addresses': {
    states: ['note'],
    title: 'Only one of several addresses was located',
    meaning: 'The name has more than one public address. Only the first one was located.',
    importance: 'The others may be in other places.',
    effect: 'Clients connect to one of the addresses.',
    remedies: nothingToMend,
    source: { name: 'RFC 6724, section 6', url: 'https://www.rfc-editor.org/rfc/rfc6724#section-6' },
  },
  'hosting-address': {
    states: ['note'],
    title: 'Address of a hosting provider',
    meaning: 'According to the database, the address belongs to a hosting provider or a data centre.',
    importance: 'Traffic from it comes from a server or a VPN more often than from a person’s device.',
    effect: 'Some websites refuse such addresses, or show a CAPTCHA.',
    remedies: nothingToMend,
    source: feeds,
  },
  'location-incomplete': {
    states: ['note', 'unknown'],
    title: 'Part of the answer is missing',
    meaning: 'A source or a query failed: for the network, the reverse name, or a preferred source of locations.',
    importance: 'An empty field does not mean that the value does not exist.',
    effect: 'None for clients of the address.',
    remedies: 'Nothing to fix at the address. Look it up again later.',
    source: feeds,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
