import type { Explanation } from '../explanation.ts';

const errors = { name: 'RFC 1812, section 5.2.7', url: 'https://www.rfc-editor.org/rfc/rfc1812#section-5.2.7' };
const loss = { name: 'RFC 2680', url: 'https://www.rfc-editor.org/rfc/rfc2680' };
const limits = { name: 'RFC 1812, section 4.3.2.8', url: 'https://www.rfc-editor.org/rfc/rfc1812#section-4.3.2.8' };
const mtu = { name: 'RFC 4821', url: 'https://www.rfc-editor.org/rfc/rfc4821' };
const blackHole = { name: 'RFC 2923, section 2.1', url: 'https://www.rfc-editor.org/rfc/rfc2923#section-2.1' };
const lifetime = { name: 'RFC 1812, section 5.3.1', url: 'https://www.rfc-editor.org/rfc/rfc1812#section-5.3.1' };
const nothingToMend = 'No action needed.';

export const tracerouteExplanations = {
  'path-complete': {
    states: ['good'],
    title: 'The target answers',
    meaning: 'The packets got to the target, and its answers came back.',
    importance: 'There is a path in both directions for this kind of packet.',
    effect:
      'What does not work all the same has its cause behind the address: in the service, or in a filter of its port.',
    remedies: nothingToMend,
    source: errors,
  },
  'path-stopped': {
    states: ['bad'],
    title: 'The packets are refused on the way',
    meaning: 'A router sent an ICMP error: it has no way to the target, or may not pass the packets on.',
    importance: 'The packets do not get to the target.',
    effect: 'Nobody behind this router reaches the target, if the error holds for other packets, too.',
    remedies: {
      Firewall: '«Prohibited» comes from a rule: allow the packets, or trace with the port of the service (TCP).',
      'Any server': '«Unreachable» comes from the routing: see whether the target is on and its network is announced.',
    },
    source: errors,
  },
  'path-silent': {
    states: ['unknown'],
    title: 'The path goes silent before the target',
    meaning: 'Behind the last hop that is shown, nobody answered.',
    importance: 'A filter or a target that does not answer such packets looks the same as a target that is down.',
    effect: 'Services of the target may work well.',
    remedies: {
      'Any server': 'Trace again by TCP with the port of the service: filters that drop pings let it pass.',
    },
    source: errors,
  },
  'routing-loop': {
    states: ['bad'],
    title: 'Routers send the packets in a circle',
    meaning: 'The same routers appear again and again: each thinks that the way leads through the other.',
    importance: 'No packet to this target leaves the circle, and each crosses its links many times.',
    effect: 'The target cannot be reached.',
    remedies: {
      'Any server':
        'The operators of these routers have to mend it: often a network is announced that has no route inside.',
    },
    source: lifetime,
  },
  'loss-on-path': {
    states: ['warn'],
    title: 'Packets are lost on the way',
    meaning: 'From one hop on, all later hops that answer and the target lose packets, too.',
    importance: 'That is loss of packets, not a router that answers sparingly.',
    effect: 'Pages load slowly, because what is lost has to be sent again. Calls and games stutter.',
    remedies: {
      'Any server': 'Trace again with 20 rounds or more, then tell the operator of the first hop with loss.',
    },
    source: loss,
  },
  'answers-limited': {
    states: ['note'],
    title: 'A router limits its answers',
    meaning:
      'It left probes unanswered, while hops behind it lose fewer: it forwards packets and only answers sparingly.',
    importance: 'It looks like loss and is none.',
    effect: 'None for traffic that passes through the router.',
    remedies: nothingToMend,
    source: limits,
  },
  'mtu-reduced': {
    states: ['note'],
    title: 'Packets of 1500 bytes do not fit',
    meaning: 'A link on the way takes smaller packets only, and its router says so.',
    importance: 'Tunnels, VPNs and PPPoE make packets smaller. Where the message gets through, hosts adapt.',
    effect: 'None, as long as nobody filters the ICMP message.',
    remedies: nothingToMend,
    source: mtu,
  },
  'mtu-black-hole': {
    states: ['bad'],
    title: 'Large packets vanish',
    meaning: 'Larger packets get no answer and no error, while smaller ones sent at the same time are answered.',
    importance: 'Hosts are not told to send smaller packets: a router’s message is filtered, or was never sent.',
    effect: 'Connections open and then hang as soon as much data flows.',
    remedies: {
      Firewall: 'Let «fragmentation needed» (ICMP type 3, code 4) and «packet too big» (ICMPv6 type 2) pass.',
      'Any server': 'Until then lower the MSS to the path MTU less 40 bytes (60 for IPv6) on the tunnel.',
    },
    source: blackHole,
  },
  'traced-otherwise': {
    states: ['note'],
    title: 'Traced by another kind of packet',
    meaning: 'This server may not send ICMP echo requests, so it sent others.',
    importance: 'Filters and routers treat kinds of packets differently: a trace by ICMP may look different.',
    effect: 'None for the hops that are shown.',
    remedies: {
      'Any server':
        'The operator allows ICMP sockets by `net.ipv4.ping_group_range`, or by the capability CAP_NET_RAW.',
    },
    source: { name: 'icmp(7)', url: 'https://man7.org/linux/man-pages/man7/icmp.7.html' },
  },
} as const satisfies Readonly<Record<string, Explanation>>;
