import { connect } from 'node:net';
import { preparedQuestion } from '../prepared-question.ts';
import { rounded } from '../report.ts';
import type { Contender, Run } from './contenders.ts';

/** The same number as in the engine. */
const CONNECTIONS = 4;
/** Pending queries on one connection, as for dnsperf, and how many are written at once. */
const WINDOW = 1024;
const BATCH = 256;
const A = 1;

/**
 * The lower limit for any client on Node: queries are prepared in advance and written over TCP, and replies are counted by
 * their length only. The rest of an engine's time is pacing, IDs, retries, matching and decoding.
 */
export function preparedByTcp(server: string, zone: string, prefixes: readonly string[]): Contender {
  const share = Math.ceil(prefixes.length / CONNECTIONS);
  const parts = Array.from({ length: CONNECTIONS }, (_, part) =>
    prefixes
      .slice(part * share, (part + 1) * share)
      .map((prefix, index) => framed(preparedQuestion(index, `${prefix}.${zone}`, A, false))),
  );
  return {
    name: 'limit, tcp',
    // Replies are not read, so every query counts as one.
    existing: prefixes.length,
    run: async (): Promise<Run> => {
      const cpuBefore = process.cpuUsage();
      const startedAtMs = performance.now();
      const counts = await Promise.all(parts.map((questions) => exchange(server, questions)));
      const { user, system } = process.cpuUsage(cpuBefore);
      const found = counts.reduce((sum, count) => sum + count, 0);
      return { wallMs: rounded(performance.now() - startedAtMs), cpuMs: (user + system) / 1000, found };
    },
  };
}

/** Prefixes the message with its length (RFC 1035 section 4.2.2). */
function framed(message: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(message.length);
  return Buffer.concat([length, message]);
}

/** Sends all queries; returns the number of replies, which must be that of the queries. */
function exchange(server: string, questions: readonly Buffer[]): Promise<number> {
  const colon = server.lastIndexOf(':');
  const socket = connect({ host: server.slice(0, colon), port: Number(server.slice(colon + 1)), noDelay: true });
  let sent = 0;
  let replies = 0;
  let rest = Buffer.alloc(0);
  const fill = () => {
    if (sent === questions.length || WINDOW - (sent - replies) < BATCH) return;
    const until = replies + WINDOW;
    socket.write(Buffer.concat(questions.slice(sent, until)));
    sent = Math.min(until, questions.length);
  };
  return new Promise((resolve, reject) => {
    socket.once('connect', fill).once('error', reject);
    socket.on('data', (chunk) => {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let at = 0;
      for (; at + 2 <= bytes.length; replies += 1) {
        const end = at + 2 + bytes.readUInt16BE(at);
        if (end > bytes.length) break;
        at = end;
      }
      rest = bytes.subarray(at);
      fill();
      if (replies < questions.length) return;
      socket.destroy();
      resolve(replies);
    });
  });
}
