/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Reads the bits of the address and searches the registries of the IEEE, on this server alone. It cannot tell whether an address is genuine: any can be set by hand.';

export const texts = {
  placeholder: 'Enter a MAC address or a vendor...',
  loading: 'Looking up the MAC address...',
  fallback: 'Could not look up the MAC address',
} as const;

/** A prefix of Apple, a locally administered address as phones make them, and the multicast group of mDNS. */
export const EXAMPLES = ['00:1b:63:84:45:e6', '52:54:00:12:34:56', '01:00:5e:00:00:fb'] as const;

/** What exists of the specification's six features, in their order; null: all of it. */
export interface Feature {
  readonly isThere: boolean;
  readonly note: string;
}

export const featureNotes: readonly Feature[] = [
  {
    isThere: true,
    note: 'By the longest block that the IEEE assigned; a name finds all blocks of a vendor.',
  },
  {
    isThere: true,
    note: 'Spelling, bits and registration are checked. That an address is genuine nobody can tell: it can be set by hand.',
  },
  {
    isThere: false,
    note: 'A standard or a convention tells virtual machines, containers, router redundancy and protocols apart. A model or its specifications are in no registry.',
  },
  { isThere: true, note: 'Every block that covers the address, with its owner, postal address and range.' },
  {
    isThere: true,
    note: 'Paste a whole table below: what is in it twice is marked.',
  },
  { isThere: false, note: 'Sonde follows no devices. Two lists of your own can be compared below.' },
];
