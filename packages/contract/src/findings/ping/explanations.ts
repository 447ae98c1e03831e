import type { Explanation } from '../explanation.ts';

const icmp = { name: 'RFC 1122, section 3.2.2.6', url: 'https://www.rfc-editor.org/rfc/rfc1122#section-3.2.2.6' };

export const pingExplanations = {
  'no-reply': {
    states: ['unknown'],
    title: 'No reply to any packet',
    meaning: 'None of the packets was answered in time. The host may be down, or it may drop echo requests.',
    importance: 'A host that does not answer pings may work well: silence alone does not tell which of the two it is.',
    effect: 'Browsers and mail servers do not ping. They reach the host if its own ports answer.',
    remedies: {
      Firewall: 'Allow ICMP echo requests (type 8; type 128 in ICMPv6), if the host is meant to be monitored by ping.',
    },
    source: icmp,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
