/** The registries of the IEEE, by the size of what they assign: 24, 28 and 36 bits, and two that are 36 and 24 bits long. */
export const macRegistries = ['MA-L', 'MA-M', 'MA-S', 'IAB', 'CID'] as const;
export type MacRegistry = (typeof macRegistries)[number];
