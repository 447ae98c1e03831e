import type { Explanation } from '../../finding/explanation.ts';

const icmp = { name: 'RFC 1122, section 3.2.2.6', url: 'https://www.rfc-editor.org/rfc/rfc1122#section-3.2.2.6' };
const loss = { name: 'RFC 6673', url: 'https://www.rfc-editor.org/rfc/rfc6673' };
const delay = { name: 'RFC 5481, section 4.1', url: 'https://www.rfc-editor.org/rfc/rfc5481#section-4.1' };
const errors = { name: 'RFC 1812, section 5.2.7', url: 'https://www.rfc-editor.org/rfc/rfc1812#section-5.2.7' };
const nothingToMend = 'No action needed.';

export const pingExplanations = {
  'no-reply': {
    states: ['unknown'],
    title: 'No reply to any packet',
    meaning: 'No packet was answered in time. The host may be down, or it may drop echo requests.',
    importance: 'A host that does not answer pings may still work well: ping alone cannot tell.',
    effect: 'Browsers and mail servers do not ping. They can connect if the host’s service ports answer.',
    remedies: {
      Firewall: 'Allow ICMP echo requests (type 8; type 128 in ICMPv6) if the host should answer pings.',
    },
    source: icmp,
  },
  'no-packet-lost': {
    states: ['good'],
    title: 'No packet was lost',
    meaning: 'Every packet was answered in time.',
    importance:
      'The path to the host and back works for these packets. A few packets do not show a loss of a few per cent.',
    effect: 'While this lasts, few packets of a connection have to be sent again.',
    remedies: nothingToMend,
    source: loss,
  },
  'packets-lost': {
    states: ['warn'],
    title: 'Packets were lost',
    meaning: 'Some packets were answered in time, others were not.',
    importance:
      'A link on the path may be overloaded or broken. But many routers and hosts also limit how many pings they answer: among few packets, a single loss proves little.',
    effect: 'Pages load slowly, because lost data has to be sent again. Calls and games stutter.',
    remedies: {
      Firewall: 'Check whether an ICMP rate limit drops them. A traceroute shows where on the path the loss begins.',
    },
    source: loss,
  },
  'router-error': {
    states: ['bad'],
    title: 'A router reported an error',
    meaning: 'A router on the path, or the host itself, answered with an ICMP error.',
    importance: 'The packets do not arrive: a route is missing, the host is off, or a filter rejects them.',
    effect: 'If the error also applies to their connections, browsers report that the site cannot be reached.',
    remedies: {
      Firewall: 'If the error is "prohibited", check the rules of the firewall in front of the host.',
      'Any server': 'If the error is "host unreachable", check that the host is on and has this address.',
    },
    source: errors,
  },
  'round-trip-steady': {
    states: ['good'],
    title: 'Round-trip times are steady',
    meaning:
      'From packet to packet, the round-trip time changes by at most 50 ms on average (jitter). The limit is Sonde’s own, the length of a common buffer for calls.',
    importance: 'For calls and games, steady times matter more than short ones.',
    effect: 'Calls and video work with a short buffer.',
    remedies: nothingToMend,
    source: delay,
  },
  'round-trip-varies': {
    states: ['note'],
    title: 'Round-trip times vary widely',
    meaning:
      'From packet to packet, the round-trip time changes by more than 50 ms on average (jitter). The limit is Sonde’s own, the length of a common buffer for calls.',
    importance:
      'A queue on the path fills and empties. Common causes are a full link, Wi-Fi, a mobile network or a busy host.',
    effect: 'Calls and games stutter; pages load unevenly.',
    remedies: {
      'Any server': 'On a full link, enable fair queueing: `tc qdisc replace dev eth0 root fq_codel` on Linux.',
    },
    source: delay,
  },
  'ttl-changed': {
    states: ['note'],
    title: 'TTL changed from packet to packet',
    meaning: 'The replies had different TTLs: they took different paths, or came from several hosts.',
    importance: 'The route changed during the ping, or several hosts share the address.',
    effect: 'Connections keep working, but their round-trip times may differ.',
    remedies: 'No action needed, unless the network is yours and should have only one path.',
    source: { name: 'RFC 2991', url: 'https://www.rfc-editor.org/rfc/rfc2991' },
  },
  'duplicate-replies': {
    states: ['warn'],
    title: 'Duplicate replies',
    meaning: 'Packets were answered more than once.',
    importance:
      'Something duplicates packets: usually a loop in a switched network, or two hosts with the same address.',
    effect: 'TCP discards the copies, but they still take bandwidth.',
    remedies: {
      'Any server': 'Check that no other host has the address: `arping -D -I eth0 192.0.2.1` on Linux.',
    },
    source: { name: 'RFC 5560', url: 'https://www.rfc-editor.org/rfc/rfc5560' },
  },
  'reply-from-other-address': {
    states: ['warn'],
    title: 'Replies from another address',
    meaning: 'The replies have another source address than the one that was pinged (`ping` prints DIFFERENT ADDRESS).',
    importance:
      'A reply has to come from the address that was asked (RFC 1122). A host with several addresses, or address translation on the way back, replaced it; the times may be those of another host.',
    effect: 'TCP and most UDP services discard such replies: if they are treated alike, connections fail.',
    remedies: {
      'Any server':
        'Make the host reply from the address that was asked: on Linux, see `ip route get` for the source address of the way back, and `nft list ruleset` for address translation.',
    },
    source: { name: 'RFC 1122, section 3.2.2.6', url: 'https://www.rfc-editor.org/rfc/rfc1122#section-3.2.2.6' },
  },
  'late-replies': {
    states: ['note'],
    title: 'Late replies',
    meaning: 'Replies arrived after their packets had been counted as lost.',
    importance: 'These packets were not lost but very slow: because of a queue on the path, or a sleeping host.',
    effect: 'Connections work, but very slowly.',
    remedies: {
      'Any server': 'Check whether a link on the path is full, or whether the host is in a power-saving mode.',
    },
    source: loss,
  },
  'timed-by-tcp': {
    states: ['note'],
    title: 'Measured by TCP handshakes',
    meaning: 'The Sonde server cannot send pings, so it timed TCP handshakes with port 443 or 80 instead.',
    importance: 'A firewall may treat TCP differently from ICMP, and the TTL is not known.',
    effect: 'Browsers also connect by TCP.',
    remedies: 'The operator of the Sonde server can allow ICMP sockets (`net.ipv4.ping_group_range` on Linux).',
    source: { name: 'RFC 9293, section 3.5', url: 'https://www.rfc-editor.org/rfc/rfc9293#section-3.5' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
