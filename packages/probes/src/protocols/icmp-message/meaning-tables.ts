interface ErrorType {
  readonly codes: readonly string[];
  /** For unassigned codes. */
  readonly other: string;
}

/** IANA ICMP Parameters; RFC 792, RFC 1122 section 3.2.2.1, RFC 1812 section 5.2.7.1. */
const version4: Readonly<Record<number, ErrorType>> = {
  3: {
    other: 'Destination unreachable',
    codes: [
      'Network unreachable',
      'Host unreachable',
      'Protocol unreachable',
      'Port unreachable',
      'Fragmentation needed',
      'Source route failed',
      'Destination network unknown',
      'Destination host unknown',
      'Source host isolated',
      'Network administratively prohibited',
      'Host administratively prohibited',
      'Network unreachable for this type of service',
      'Host unreachable for this type of service',
      'Administratively prohibited',
      'Host precedence violation',
      'Precedence cutoff in effect',
    ],
  },
  11: { other: 'Time exceeded', codes: ['Time to live exceeded', 'Fragment reassembly time exceeded'] },
  12: { other: 'Parameter problem', codes: [] },
};

/** IANA ICMPv6 Parameters; RFC 4443 section 3. */
const version6: Readonly<Record<number, ErrorType>> = {
  1: {
    other: 'Destination unreachable',
    codes: [
      'No route to destination',
      'Administratively prohibited',
      'Beyond scope of source address',
      'Address unreachable',
      'Port unreachable',
      'Source address failed ingress or egress policy',
      'Reject route to destination',
      'Error in source routing header',
    ],
  },
  2: { other: 'Packet too big', codes: [] },
  3: { other: 'Time exceeded', codes: ['Hop limit exceeded', 'Fragment reassembly time exceeded'] },
  4: { other: 'Parameter problem', codes: [] },
};

/** The meaning of an ICMP error in words; null for messages that do not report an undelivered packet. */
export function icmpMeaning(family: 4 | 6, type: number, code: number): string | null {
  const row = (family === 4 ? version4 : version6)[type];
  return row === undefined ? null : (row.codes[code] ?? row.other);
}
