/**
 * An authoritative server of a root zone whose delegations lead inward, started in the namespace of a host with a public
 * address. Its address is in ADDRESS. Below `inward.`, the second label of a name of a zone is the address of its name server,
 * in hexadecimal digits, as glue; `many.` has a thousand name servers. Prints one line for each query.
 */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { Answer } from 'dns-packet';
import { bits, parseQuery, type Query, reply } from '../dns/replies.ts';

const DNS_PORT = 53;
const MAX_UDP_BYTES = 1232;
const SERVERS = 1000;
const TTL = 60;
const own = process.env['ADDRESS'] ?? '';

const nameServer = (zone: string, data: string): Answer => ({ type: 'NS', name: zone, ttl: TTL, data });

function addressRecord(name: string, digits: string): Answer {
  if (digits.length === 32) return { type: 'AAAA', name, ttl: TTL, data: digits.replaceAll(/(.{4})(?!$)/g, '$1:') };
  return { type: 'A', name, ttl: TTL, data: [...Buffer.from(digits, 'hex')].join('.') };
}

interface Referral {
  readonly authorities: Answer[];
  readonly additionals: Answer[];
}

function referralOf(name: string): Referral | null {
  const labels = name.toLowerCase().split('.').filter(Boolean);
  const top = labels.at(-1);
  if (top === 'many') {
    const names = Array.from({ length: SERVERS }, (_, index) => `ns${index}.many`);
    return {
      authorities: names.map((server) => nameServer('many', server)),
      additionals: names.map((server) => ({ type: 'A', name: server, ttl: TTL, data: own })),
    };
  }
  const digits = labels.at(-2) ?? '';
  if (top !== 'inward' || !/^(?:[\da-f]{8}|[\da-f]{32})$/.test(digits)) return null;
  const zone = `${digits}.inward`;
  return { authorities: [nameServer(zone, `ns.${zone}`)], additionals: [addressRecord(`ns.${zone}`, digits)] };
}

function answer(query: Query): Buffer {
  process.stdout.write(`query ${query.name} ${query.type}\n`);
  if (query.name === '.' || query.name === '') {
    const answers: Answer[] = query.type === 2 ? [nameServer('.', 'ns.root')] : [];
    return reply(query, {
      answers,
      additionals: [{ type: 'A', name: 'ns.root', ttl: TTL, data: own }],
      flags: bits.aa,
    });
  }
  const referral = referralOf(query.name);
  if (referral === null) return reply(query, { rcode: 'nxdomain', flags: bits.aa });
  return reply(query, { ...referral, flags: 0 });
}

const udp = createSocket('udp4');
udp.on('message', (bytes, from) => {
  const query = parseQuery(bytes);
  if (query === null) return;
  const whole = answer(query);
  udp.send(
    whole.length <= MAX_UDP_BYTES ? whole : reply(query, { isTruncated: true, flags: 0 }),
    from.port,
    from.address,
  );
});
const tcp = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    const query = parseQuery(bytes.subarray(2));
    if (query === null) return;
    const message = answer(query);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
  });
});
tcp.listen(DNS_PORT, own, () => udp.bind(DNS_PORT, own, () => process.stdout.write('ready\n')));
