import type { MacAnswer } from './query.ts';

const kinds: Readonly<Record<string, string>> = {
  unicast: 'One station (unicast)',
  multicast: 'A group of stations (multicast)',
  broadcast: 'Every station (broadcast)',
  none: 'Nobody (all bits are zero)',
};
const scopes: Readonly<Record<string, string>> = {
  universal: 'Universal: assigned by the IEEE',
  local: 'Local: set by an administrator or at random',
};
const quadrants: Readonly<Record<string, string>> = {
  'administratively-assigned': 'Administratively assigned (AAI)',
  'extended-local': 'Extended local (ELI): begins with a company ID',
  reserved: 'Reserved',
  'standard-assigned': 'Standard assigned (SAI)',
};

const word = (words: Readonly<Record<string, string>>, value: string | null) => value && (words[value] ?? value);

/** The meaning of the bits, as rows. */
export function bitRows({ kind, scope, slap }: Pick<MacAnswer, 'kind' | 'scope' | 'slap'>) {
  return [
    { label: 'For', value: word(kinds, kind) },
    { label: 'Administration', value: word(scopes, scope) },
    ...(slap === null
      ? []
      : [
          {
            label: 'Local address plan',
            value: word(quadrants, slap),
            note: 'What the plan (IEEE 802c) says about these bits. Random addresses occur in all four quadrants.',
          },
        ]),
  ];
}

/** Every notation, ready to be copied. */
export function formRows({ forms, ipv6LinkLocal, fromIpv6 }: Pick<MacAnswer, 'forms' | 'ipv6LinkLocal' | 'fromIpv6'>) {
  const rows = [
    ['Colons', forms.colon],
    ['Hyphens', forms.hyphen],
    ['Cisco', forms.cisco],
    ['Digits', forms.bare],
    ['Modified EUI-64', forms.eui64],
    ['IPv6 link-local address', ipv6LinkLocal],
    ['Derived from', fromIpv6],
  ] as const;
  return rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value, mono: true }]));
}
