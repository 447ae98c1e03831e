import type { Explanation } from '../explanation.ts';

const specialIpv4 = {
  name: 'IANA IPv4 Special-Purpose Address Registry',
  url: 'https://www.iana.org/assignments/iana-ipv4-special-registry/',
};
const anycast = { name: 'RFC 4786 (BCP 126)', url: 'https://www.rfc-editor.org/rfc/rfc4786' };
const feeds = { name: 'RFC 8805', url: 'https://www.rfc-editor.org/rfc/rfc8805' };
const nothingToMend = 'No action needed.';
const feed =
  'The holder of the network can publish where its addresses are (RFC 8805, RFC 9632), and tell the publisher of the database.';

export const geoExplanations = {
  'special-use-address': {
    states: ['note'],
    title: 'Special-use address',
    meaning: 'The address is in a block that IANA keeps for a special use, such as private networks or documentation.',
    importance: 'It is not one place on the internet: the same address is used in many networks, or in none.',
    effect: 'Routers on the internet do not forward it; the firewall of a server often drops it.',
    remedies: nothingToMend,
    source: specialIpv4,
  },
  'anycast-address': {
    states: ['note'],
    title: 'Anycast by its registration',
    meaning: 'The block of the address is registered for an anycast service: many hosts have it at once.',
    importance: 'It has no place of its own.',
    effect: 'Every client reaches the host that is nearest on the network.',
    remedies: nothingToMend,
    source: anycast,
  },
  'location-known': {
    states: ['good'],
    title: 'Country known',
    meaning: 'The source knows the country of the address.',
    importance: 'Countries are right almost always, cities often. For anycast addresses neither means much.',
    effect: 'Services that go by country may treat the address accordingly.',
    remedies: nothingToMend,
    source: feeds,
  },
  'location-unknown': {
    states: ['unknown'],
    title: 'Location not known',
    meaning: 'None of the sources knows the country of the address.',
    importance: 'The block may be new, or not in use.',
    effect: 'Services that go by country may refuse the address, or guess.',
    remedies: feed,
    source: feeds,
  },
  'location-rough': {
    states: ['note'],
    title: 'Location is rough',
    meaning: 'The publisher of the database expects the address within a wide circle around the position.',
    importance: 'The city that is shown may be far from the real place.',
    effect: 'Services that go by city may show the wrong one.',
    remedies: feed,
    source: feeds,
  },
  'several-addresses': {
    states: ['note'],
    title: 'Only one of several addresses was located',
    meaning: 'The name has more than one public address, and the first was located.',
    importance: 'The others may be somewhere else.',
    effect: 'Clients choose one of the addresses.',
    remedies: nothingToMend,
    source: { name: 'RFC 6724, section 6', url: 'https://www.rfc-editor.org/rfc/rfc6724#section-6' },
  },
  'hosting-address': {
    states: ['note'],
    title: 'Address of a hosting provider',
    meaning: 'The source says that the address belongs to a hosting provider or a data centre.',
    importance: 'What comes from it is sent by a server, or through a VPN, more often than by a person.',
    effect: 'Some websites refuse such addresses, or ask for a proof.',
    remedies: nothingToMend,
    source: feeds,
  },
  'database-current': {
    states: ['good'],
    title: 'Database is up to date',
    meaning: 'The database was built within the last 90 days.',
    importance: 'Blocks of addresses move between holders and countries all the time.',
    effect: 'The answer is about as good as the database can be.',
    remedies: nothingToMend,
    source: feeds,
  },
  'database-old': {
    states: ['warn'],
    title: 'Database is old',
    meaning: 'The database was built more than 90 days before the lookup.',
    importance: 'Blocks of addresses move between holders and countries all the time.',
    effect: 'The answer may be about the former holder.',
    remedies: 'The operator of this server installs newer files; see «Upgrades and newer data» in its documentation.',
    source: feeds,
  },
  'location-incomplete': {
    states: ['unknown'],
    title: 'Part of the answer is missing',
    meaning: 'A source or a question failed: the network, the reverse name, or a preferred source of locations.',
    importance: 'Empty fields do not mean that there is nothing.',
    effect: 'Nothing changes for clients of the address.',
    remedies: 'There is nothing to mend at the address. Look it up again later.',
    source: feeds,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
