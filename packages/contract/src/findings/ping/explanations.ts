import type { Explanation } from '../explanation.ts';

const icmp = { name: 'RFC 1122, section 3.2.2.6', url: 'https://www.rfc-editor.org/rfc/rfc1122#section-3.2.2.6' };
const loss = { name: 'RFC 6673', url: 'https://www.rfc-editor.org/rfc/rfc6673' };
const delay = { name: 'ITU-T Recommendation Y.1541', url: 'https://www.itu.int/rec/T-REC-Y.1541' };
const errors = { name: 'RFC 1812, section 5.2.7', url: 'https://www.rfc-editor.org/rfc/rfc1812#section-5.2.7' };
const nothingToMend = 'No action needed.';

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
  'no-packet-lost': {
    states: ['good'],
    title: 'No packet was lost',
    meaning: 'Every packet was answered in time.',
    importance: 'The path to the host and back works for these packets.',
    effect: 'Connections need no repetitions because of loss.',
    remedies: nothingToMend,
    source: loss,
  },
  'packets-lost': {
    states: ['warn'],
    title: 'Packets were lost',
    meaning: 'Some packets were answered in time, others were not.',
    importance:
      'A link on the way may be overloaded or broken. Many routers and hosts also answer only so many pings a second: of few packets, a lost one proves little.',
    effect: 'Pages load slowly, because what is lost has to be sent again. Calls and games stutter.',
    remedies: {
      Firewall:
        'See whether a limit on ICMP drops them. A longer ping to each router on the way shows where loss begins.',
    },
    source: loss,
  },
  'router-error': {
    states: ['bad'],
    title: 'A router reported an error',
    meaning: 'A router on the way, or the host itself, sent an ICMP error in the place of a reply.',
    importance: 'The packets do not get there: a route is missing, the host is off, or a filter rejects them.',
    effect: 'Browsers say that the site cannot be reached, if the error holds for their connections, too.',
    remedies: {
      Firewall: '«Prohibited» comes from a rule: see the firewall in front of the host.',
      'Any server': '«Host unreachable» comes from the last router: see whether the host is on and has this address.',
    },
    source: errors,
  },
  'round-trip-steady': {
    states: ['good'],
    title: 'Round-trip times are steady',
    meaning: 'From packet to packet, the round-trip time differs by 50 ms on average at most.',
    importance: 'Calls and games need steady times more than short ones.',
    effect: 'Calls and video need only a short buffer.',
    remedies: nothingToMend,
    source: delay,
  },
  'round-trip-varies': {
    states: ['note'],
    title: 'Round-trip times vary much',
    meaning: 'From packet to packet, the round-trip time differs by more than 50 ms on average (jitter).',
    importance: 'A queue on the way fills and empties: a full link, Wi-Fi or a mobile network, a busy host.',
    effect: 'Calls and games stutter; pages load unevenly.',
    remedies: {
      'Any server': 'On a full link, fair queueing helps: `tc qdisc replace dev eth0 root fq_codel` on Linux.',
    },
    source: delay,
  },
  'ttl-changed': {
    states: ['note'],
    title: 'TTL changed from packet to packet',
    meaning:
      'The replies came with different numbers of hops left: they took different ways, or came from several hosts.',
    importance: 'The route has changed during the ping, or several hosts share the address.',
    effect: 'Connections go on; times may differ between them.',
    remedies: 'There is nothing to mend, unless the network is yours and should have one path.',
    source: { name: 'RFC 2991', url: 'https://www.rfc-editor.org/rfc/rfc2991' },
  },
  'duplicate-replies': {
    states: ['warn'],
    title: 'Duplicate replies',
    meaning: 'Packets were answered more than once.',
    importance: 'Packets are copied on the way: a loop in a switched network, or an address that two hosts have.',
    effect: 'TCP throws copies away; the network carries them all the same.',
    remedies: {
      'Any server': 'See that no other host has the address: `arping -D -I eth0 192.0.2.1` on Linux.',
    },
    source: { name: 'RFC 5560', url: 'https://www.rfc-editor.org/rfc/rfc5560' },
  },
  'late-replies': {
    states: ['note'],
    title: 'Replies that came too late',
    meaning: 'Replies came after their packet counted as lost.',
    importance: 'What counts as loss here is a very long delay: a queue on the way, or a host that sleeps.',
    effect: 'Connections work, very slowly.',
    remedies: {
      'Any server': 'See whether a link on the way is full, or the host saves power.',
    },
    source: loss,
  },
  'timed-by-tcp': {
    states: ['note'],
    title: 'Measured by TCP handshakes',
    meaning: 'This server cannot send pings, and measured the time of TCP handshakes with port 443 or 80.',
    importance: 'A firewall may treat TCP otherwise than ICMP, and the TTL is not known.',
    effect: 'Browsers connect in the same way.',
    remedies: 'The operator of this server can allow ICMP sockets (`net.ipv4.ping_group_range` on Linux).',
    source: { name: 'RFC 9293, section 3.5', url: 'https://www.rfc-editor.org/rfc/rfc9293#section-3.5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
