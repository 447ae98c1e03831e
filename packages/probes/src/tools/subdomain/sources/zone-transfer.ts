import { type Connection, NetFailure } from '../../../net/net.ts';
import { decodeMessage } from '../../../protocols/dns-message/decode.ts';
import { encodeQuery } from '../../../protocols/dns-message/encode.ts';
import type { DnsMessage } from '../../../protocols/dns-message/message.ts';
import { typeNumber } from '../../../protocols/dns-message/record-types.ts';
import type { Source, SourceContext } from './source.ts';

const NS = typeNumber('NS');
const SOA = typeNumber('SOA');
const AXFR = typeNumber('AXFR');
const DNS_PORT = 53;
/** One polite try each. */
const MAX_SERVERS = 4;
const LIMITS = { connectTimeoutMs: 3000, maxBytes: 16 * 1024 * 1024 };

/** Asks the zone's own name servers for all of it (RFC 5936). Nearly all refuse, which is an answer. */
export const zoneTransfer: Source = {
  name: 'transfer',
  timeoutMs: 10_000,
  find: async (context) => {
    const { message } = await context.net.ask({ name: context.zone, type: NS }, context.signal);
    const servers = message.answers.flatMap(({ type, fields }) => (type === NS ? (fields[0] ?? []) : []));
    const tries = await Promise.allSettled(
      servers.slice(0, MAX_SERVERS).map((server) => transferFrom(server, context)),
    );
    context.signal.throwIfAborted();
    // A server that refuses by hanging up is as good as one that says so.
    const isRefused = tries.some(({ status }) => status === 'fulfilled');
    const failed = tries.find((one) => one.status === 'rejected');
    if (!isRefused && failed !== undefined) throw failed.reason;
  },
};

async function transferFrom(host: string, { zone, net, signal, suggest }: SourceContext): Promise<void> {
  const connection = await net.connect({ host, port: DNS_PORT, service: 'dns' }, LIMITS, signal);
  try {
    await connection.write(framed(axfrQuery(zone)));
    let soas = 0;
    for await (const message of messagesOf(connection)) {
      if (message.rcode !== 0 || message.answers.length === 0) return;
      suggest(message.answers.map(({ name }) => name));
      soas += message.answers.filter(({ type }) => type === SOA).length;
      // The first record of the zone is also the last (RFC 5936 section 2.2).
      if (soas >= 2) return;
    }
  } catch (error) {
    if (!(error instanceof NetFailure && error.reason === 'reset')) throw error;
  } finally {
    connection.close();
  }
}

function axfrQuery(zone: string): Uint8Array {
  return encodeQuery({
    id: 0x5031,
    name: zone,
    type: AXFR,
    isRecursionDesired: false,
    isCheckingDisabled: false,
    edns: null,
  });
}

function framed(message: Uint8Array): Uint8Array {
  return Uint8Array.from([message.length >> 8, message.length & 0xff, ...message]);
}

/** Messages by TCP, each with its length before it (RFC 1035 section 4.2.2), until the server ends. */
async function* messagesOf(connection: Connection): AsyncGenerator<DnsMessage> {
  let bytes = Buffer.alloc(0);
  for (let chunk = await connection.read(); chunk !== null; chunk = await connection.read()) {
    bytes = Buffer.concat([bytes, chunk]);
    while (bytes.length >= 2 && bytes.length >= 2 + bytes.readUInt16BE(0)) {
      const end = 2 + bytes.readUInt16BE(0);
      yield decodeMessage(bytes.subarray(2, end));
      bytes = bytes.subarray(end);
    }
  }
}
