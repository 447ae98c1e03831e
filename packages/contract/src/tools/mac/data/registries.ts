/** The registries of the IEEE. MA-L, MA-M and MA-S assign prefixes of 24, 28 and 36 bits; IAB and CID have 36 and 24 bits. */
export const macRegistries = ['MA-L', 'MA-M', 'MA-S', 'IAB', 'CID'] as const;
export type MacRegistry = (typeof macRegistries)[number];
