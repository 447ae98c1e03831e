import type { Explanation } from '../finding/explanation.ts';

export const placesExplanations = {
  'places-differ': {
    states: ['note'],
    title: 'Places give different answers',
    meaning:
      'The same lookup, made at the same time from several places, gave answers that differ in at least one fact.',
    importance: 'Visitors in different networks may get different answers. Whether that is intended is not known here.',
    effect:
      'Often none: a recently changed record is still in a cache until its TTL ends, and names of content networks have other addresses in each region. A filter or a server that was not updated looks the same.',
    remedies: {
      'Name server':
        'Read the groups of answers. If records were changed, wait until the earlier TTL is over and ask again; then ask the zone’s own servers.',
    },
    source: { name: 'RFC 1034, section 4.3.5', url: 'https://www.rfc-editor.org/rfc/rfc1034#section-4.3.5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
