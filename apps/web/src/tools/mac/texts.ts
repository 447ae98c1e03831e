/** Shown on the empty page: what the tool measures and what it cannot tell. */
export const ABOUT =
  'Reads the bits of the address, and looks it up in a copy of the IEEE registries on this server. It cannot tell whether an address is genuine: anyone can set any address by hand.';

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
    note: 'Finds the owner of an address, or all blocks of a vendor by its name.',
  },
  {
    isThere: true,
    note: 'Checks the format, the bits and the registration; not whether it is genuine.',
  },
  {
    isThere: false,
    note: 'So far it recognizes virtual machines, containers, router redundancy and protocols.',
  },
  { isThere: true, note: 'Every block that covers the address, with its owner, postal address and range.' },
  {
    isThere: true,
    note: 'Paste a whole table above. Duplicate addresses are marked.',
  },
  {
    isThere: true,
    note: 'Compare two lists of your own above: new, gone and moved devices are marked. Nothing is kept.',
  },
];
