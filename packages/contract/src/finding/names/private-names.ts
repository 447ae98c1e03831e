/** Top-level domains and names that are reserved, so that the root servers delegate none of them. */
const reserved: readonly string[] = [
  ...['test', 'example', 'invalid', 'localhost'], // RFC 6761
  'local', // RFC 6762
  'home.arpa', // RFC 8375
  'internal', // SAC113
];

/** True for a name that public DNS never has: whoever resolves it serves it to one network. With or without the final dot. */
export function isReservedName(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.$/, '');
  return reserved.some((zone) => plain === zone || plain.endsWith(`.${zone}`));
}
