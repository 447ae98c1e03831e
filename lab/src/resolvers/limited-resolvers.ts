import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unboundBasics } from '../dns/name-servers.ts';
import { rcodes } from '../dns/replies.ts';
import { seededRandom } from '../links/seeded-random.ts';
import { onFreePort } from '../processes/free-port.ts';
import { openWorkplace } from '../processes/workplace.ts';
import { type Relay, startRelay } from './dns-relay.ts';

/** Which queries are not forwarded, and how they are answered. */
export interface ResolverLimits {
  /** Queries above this rate are refused; a token bucket that holds the tokens of a tenth of a second. */
  readonly perSecond?: number;
  /** The share of queries answered with SERVFAIL, regardless of the rate, 0 to 1. */
  readonly servfail?: number;
  /** A type (by number) that is always answered with REFUSED or SERVFAIL. */
  readonly never?: { readonly type: number; readonly rcode: 'refused' | 'servfail' };
}

/** A resolver that refuses queries above a rate and fails at random; all others are answered by `upstream` (`ip:port`). */
export function startLimitedResolver(upstream: string, limits: ResolverLimits): Promise<Relay> {
  const { perSecond = Infinity, servfail = 0, never } = limits;
  const isAllowed = tokenBucket(perSecond);
  const random = seededRandom();
  return startRelay(upstream, (query, send) => {
    const rcode = !isAllowed() ? 'refused' : random() < servfail ? 'servfail' : null;
    const forced = never !== undefined && typeOf(query) === never.type ? never.rcode : rcode;
    if (forced === null) return false;
    send(bareReply(query, rcodes[forced]));
    return true;
  });
}

/**
 * Unbound, which drops most queries of a client above its `ip-ratelimit`. It forwards everything to `upstream`
 * (`ip:port`) and follows no delegations, which have no port.
 */
export async function startLimitedUnbound(upstream: string, perSecond: number): Promise<Relay> {
  const workplace = await openWorkplace();
  const start = (port: number) => startUnbound(workplace, { port, upstream, perSecond });
  try {
    const port = await onFreePort(start);
    return { address: `127.0.0.1:${port}`, stop: () => workplace.close() };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

interface UnboundOptions {
  readonly port: number;
  readonly upstream: string;
  readonly perSecond: number;
}

async function startUnbound(workplace: Awaited<ReturnType<typeof openWorkplace>>, options: UnboundOptions) {
  const { port, upstream, perSecond } = options;
  const config = join(workplace.directory, 'limited.conf');
  await writeFile(
    config,
    `${unboundBasics(workplace.directory, port)}  module-config: "iterator"
  local-zone: "test." nodefault
  ip-ratelimit: ${perSecond}
forward-zone:
  name: "."
  forward-addr: ${upstream.replace(':', '@')}
`,
  );
  await workplace.start('unbound', ['-d', '-c', config], /start of service/);
  return port;
}

function tokenBucket(perSecond: number): () => boolean {
  const most = perSecond / 10;
  let tokens = most;
  let countedAtMs = performance.now();
  return () => {
    if (perSecond === Infinity) return true;
    const nowMs = performance.now();
    tokens = Math.min(most, tokens + ((nowMs - countedAtMs) * perSecond) / 1000);
    countedAtMs = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** The type of the only question, after its name (RFC 1035 section 4.1.2). */
function typeOf(query: Buffer): number {
  return query.readUInt16BE(query.indexOf(0, 12) + 1);
}

/** A reply with only the question, the QR bit and the RCODE (RFC 1035 section 4.1.1). */
function bareReply(query: Buffer, rcode: number): Buffer {
  const answer = Buffer.from(query.subarray(0, query.indexOf(0, 12) + 5));
  answer.writeUInt16BE(answer.readUInt16BE(2) | 0x8080, 2);
  answer.writeUInt8((answer.readUInt8(3) & 0xf0) | rcode, 3);
  for (const counts of [6, 8, 10]) answer.writeUInt16BE(0, counts);
  return answer;
}
