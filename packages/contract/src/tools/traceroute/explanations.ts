import type { Explanation } from '../../finding/explanation.ts';

const errors = { name: 'RFC 1812, section 5.2.7', url: 'https://www.rfc-editor.org/rfc/rfc1812#section-5.2.7' };
const loss = { name: 'RFC 2680', url: 'https://www.rfc-editor.org/rfc/rfc2680' };
const limits = { name: 'RFC 1812, section 4.3.2.8', url: 'https://www.rfc-editor.org/rfc/rfc1812#section-4.3.2.8' };
const mtu = { name: 'RFC 4821', url: 'https://www.rfc-editor.org/rfc/rfc4821' };
const blackHole = { name: 'RFC 2923, section 2.1', url: 'https://www.rfc-editor.org/rfc/rfc2923#section-2.1' };
const lifetime = { name: 'RFC 1812, section 5.3.1', url: 'https://www.rfc-editor.org/rfc/rfc1812#section-5.3.1' };
const replies = { name: 'RFC 1122, section 3.2.2', url: 'https://www.rfc-editor.org/rfc/rfc1122#section-3.2.2' };
const manual = { name: 'traceroute(8)', url: 'https://man7.org/linux/man-pages/man8/traceroute.8.html' };
const nothingToMend = 'No action needed.';

export const tracerouteExplanations = {
  'path-complete': {
    states: ['good'],
    title: 'The target replies',
    meaning: 'The packets reached the target, and its replies came back.',
    importance: 'The path works in both directions for this kind of packet.',
    effect: 'If something still does not work, look at the service itself, or for a filter on its port.',
    remedies: nothingToMend,
    source: replies,
  },
  'path-stopped': {
    states: ['bad'],
    title: 'A router rejects the packets',
    meaning: 'A router sent an ICMP error: it has no route to the target, or is not allowed to forward the packets.',
    importance: 'The packets do not reach the target.',
    effect: 'If the error also applies to other packets, nobody can reach the target through this router.',
    remedies: {
      Firewall: 'If the error is "prohibited", allow these packets, or trace by TCP with the port of the service.',
      'Any server':
        'If the error is "unreachable", check that the target is on and that its network is announced (BGP).',
    },
    source: errors,
  },
  'path-silent': {
    states: ['unknown'],
    title: 'No replies from the target',
    meaning: 'After the last hop shown, there was no reply.',
    importance: 'A filter, or a target that ignores such packets, looks the same as a target that is down.',
    effect: 'Services on the target may still work well.',
    remedies: {
      'Any server': 'Trace again by TCP with the port of a service: filters that drop pings let such packets pass.',
    },
    source: manual,
  },
  'path-too-long': {
    states: ['unknown'],
    title: 'More hops than a trace follows',
    meaning: 'The last hop that a trace probes is still a router. The target is farther away.',
    importance: 'Whether the target replies was not tested.',
    effect: 'None by itself: hosts send packets that pass 64 hops or more.',
    remedies: { 'Any server': 'Trace from a nearer host, or with more hops: `traceroute -m 64 192.0.2.1` on Linux.' },
    source: manual,
  },
  'routing-loop': {
    states: ['bad'],
    title: 'Routing loop',
    meaning: 'The same routers appear again and again: each forwards the packets to the other.',
    importance: 'Packets to this target never leave the loop, and load its links many times over.',
    effect: 'The target cannot be reached.',
    remedies: {
      'Any server':
        'The operators of these routers must fix the routes. Often a network is announced without a route to it inside.',
    },
    source: lifetime,
  },
  'loss-on-path': {
    states: ['warn'],
    title: 'Packet loss on the path',
    meaning: 'From one hop on, all later hops that reply, and the target, show packet loss.',
    importance: 'This is real packet loss, not a router that limits its replies.',
    effect: 'Pages load slowly, because lost data has to be sent again. Calls and games stutter.',
    remedies: {
      'Any server': 'Trace again with 20 rounds or more, then report the first hop with loss to its operator.',
    },
    source: loss,
  },
  'loss-at-target': {
    states: ['unknown'],
    title: 'The target did not answer every packet',
    meaning:
      'No loss was proven at the hops before it. Either packets are lost on the last link or on the way back, or the target limits its replies to such packets.',
    importance: 'Loss at the target is what its visitors would notice, but a limit on pings does not affect them.',
    effect: 'If packets are really lost, pages load slowly, and calls stutter.',
    remedies: {
      Firewall: 'If the target is yours, check whether a rate limit for ICMP drops the packets.',
      'Any server': 'Trace again with 20 rounds, and by TCP with the port of a service.',
    },
    source: loss,
  },
  'answers-limited': {
    states: ['note'],
    title: 'A router answers only some probes',
    meaning:
      'It did not answer some probes, but later hops lose fewer: the router forwards packets, and limits its own replies, or they are lost on their way back.',
    importance: 'It looks like loss on the way to the target, but is not.',
    effect: 'None for traffic that passes through the router.',
    remedies: nothingToMend,
    source: limits,
  },
  'mtu-reduced': {
    states: ['note'],
    title: 'Packets of 1500 bytes do not fit',
    meaning: 'A link on the path has a smaller MTU, and its router reports it.',
    importance: 'Tunnels, VPNs and PPPoE reduce the MTU. If the router’s message gets through, hosts adapt.',
    effect: 'None, as long as no firewall filters the ICMP message.',
    remedies: nothingToMend,
    source: mtu,
  },
  'mtu-black-hole': {
    states: ['bad'],
    title: 'Large packets are dropped silently',
    meaning: 'Large packets get neither a reply nor an error, while smaller ones sent at the same time are answered.',
    importance: 'Hosts do not learn to send smaller packets: the router’s ICMP message is filtered, or was never sent.',
    effect: 'Connections open, then hang as soon as they carry more data.',
    remedies: {
      Firewall: 'Allow "fragmentation needed" (ICMP type 3, code 4) and "packet too big" (ICMPv6 type 2).',
      'Any server': 'Until then, clamp the TCP MSS on the tunnel to the path MTU minus 40 bytes (60 for IPv6).',
    },
    source: blackHole,
  },
  'traced-otherwise': {
    states: ['note'],
    title: 'Traced with another protocol',
    meaning: 'The Sonde server is not allowed to send ICMP echo requests, so it used another protocol.',
    importance: 'Filters and routers treat protocols differently: a trace by ICMP may look different.',
    effect: 'None for the hops shown.',
    remedies: {
      'Any server':
        'The operator of the Sonde server can allow ICMP sockets with `net.ipv4.ping_group_range` or the capability CAP_NET_RAW.',
    },
    source: { name: 'icmp(7)', url: 'https://man7.org/linux/man-pages/man7/icmp.7.html' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
