import { startRelay, type Treatment } from './dns-relay.ts';
import { honestReply, parseQuery, type Query, reply } from './replies.ts';

/** A resolver that knows of zones whose name servers are all dead. */
export interface DeadZoneResolver {
  /** `ip:port`, UDP and TCP. */
  readonly address: string;
  /** Questions about names below the dead zones so far. */
  readonly heard: number;
  stop(): Promise<void>;
}

export interface DeadZoneOptions {
  /** `ip:port` of the server that is asked about all other names. */
  readonly upstream: string;
  /** Their own SOA and NS records are known, as from a cache; nothing below them is. */
  readonly zones: readonly string[];
  /** `silent` is a resolver that never gives up. */
  readonly behaviour?: 'servfail' | 'silent';
  /** As long as a resolver tries the servers of a zone; Unbound and BIND give up after some five to ten seconds. */
  readonly failAfterMs?: number;
}

const SOA = 6;
const NS = 2;

/** Starts it on a free port of 127.0.0.1. */
export async function startDeadZoneResolver(options: DeadZoneOptions): Promise<DeadZoneResolver> {
  const { behaviour = 'servfail', failAfterMs = 5000 } = options;
  const zones = options.zones.map((zone) => zone.toLowerCase());
  const timers = new Set<NodeJS.Timeout>();
  let heard = 0;

  const treat: Treatment = (bytes, send) => {
    const query = parseQuery(bytes);
    const zone = query === null ? undefined : zones.find((one) => isWithin(query.name, one));
    if (query === null || zone === undefined) return false;
    if (isApex(query, zone)) {
      send(honestReply(query));
      return true;
    }
    heard += 1;
    if (behaviour === 'silent') return true;
    const timer = setTimeout(() => {
      timers.delete(timer);
      send(reply(query, { rcode: 'servfail' }));
    }, failAfterMs);
    timers.add(timer);
    return true;
  };

  const { address, stop } = await startRelay(options.upstream, treat);
  return {
    address,
    get heard() {
      return heard;
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await stop();
    },
  };
}

function isWithin(name: string, zone: string): boolean {
  return `.${name.toLowerCase()}`.endsWith(`.${zone}`);
}

function isApex({ name, type }: Query, zone: string): boolean {
  return name.toLowerCase() === zone && (type === SOA || type === NS);
}
