/** Further words by which people look for the tool in the palette. */
export const searchWords = 'reachable online up down latency slow loss port icmp';
