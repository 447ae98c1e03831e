import { honestReply, parseQuery, type Query, reply } from '../dns/replies.ts';
import { startRelay, type Treatment } from './dns-relay.ts';

/** A resolver for which all name servers of certain zones are unreachable. */
export interface DeadZoneResolver {
  /** `ip:port`, UDP and TCP. */
  readonly address: string;
  /** Queries for names below the dead zones so far. */
  readonly heard: number;
  stop(): Promise<void>;
}

export interface DeadZoneOptions {
  /** `ip:port` of the server that answers for all other names. */
  readonly upstream: string;
  /** The dead zones. Their own SOA and NS records are answered, as from a cache; names below them are not. */
  readonly zones: readonly string[];
  /** `silent`: never answers, like a resolver that keeps trying. */
  readonly behaviour?: 'servfail' | 'silent';
  /** How long the resolver tries the servers of a zone; Unbound and BIND give up after five to ten seconds. */
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
