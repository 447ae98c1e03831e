/**
 * An authoritative name server whose answers change from query to query, started in the resolver's namespace. The name
 * encodes the answers: each label of 8 or 32 hexadecimal digits is an address, and queries for a name and type get the
 * addresses of that family in turn, with TTL 0. Other labels only make names unique.
 */
import { createSocket } from 'node:dgram';
import { parseQuery, reply } from '../dns/replies.ts';
import { rebindingPort } from './resolver.ts';

const recordTypes = { 1: { name: 'A', digits: 8 }, 28: { name: 'AAAA', digits: 32 } } as const;
const asked = new Map<string, number>();

function addressOf(digits: string): string {
  if (digits.length === 32) return digits.replaceAll(/(.{4})(?!$)/g, '$1:');
  return [...Buffer.from(digits, 'hex')].join('.');
}

const socket = createSocket('udp4');
socket.on('message', (bytes, from) => {
  const query = parseQuery(bytes);
  if (!query) return;
  const recordType = query.type === 1 || query.type === 28 ? recordTypes[query.type] : null;
  const script = query.name
    .toLowerCase()
    .split('.')
    .filter((label) => /^[\da-f]+$/.test(label) && label.length === recordType?.digits);
  const key = `${query.type} ${query.name.toLowerCase()}`;
  const turn = asked.get(key) ?? 0;
  asked.set(key, turn + 1);
  const digits = script[turn % script.length];
  const answers =
    recordType && digits ? [{ type: recordType.name, name: query.name, ttl: 0, data: addressOf(digits) }] : [];
  socket.send(reply(query, { answers }), from.port, from.address);
});
socket.bind(rebindingPort, '127.0.0.1', () => process.stdout.write('ready\n'));
