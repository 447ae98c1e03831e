/** Further words by which people look for the tool in the palette. */
export const searchWords = 'tracert mtr hops route router path latency slow';
