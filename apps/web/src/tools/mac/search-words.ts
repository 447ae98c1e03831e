/** Further words by which people look for the tool in the palette. */
export const searchWords = 'arp table vendor manufacturer oui hardware device list';
