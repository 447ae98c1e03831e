import { type Net, NetFailure, type PingEvent, withDeadline } from '@sonde/probes';

/** How this machine reaches the internet: the reason of failure for each kind of access; null if there is none. */
export interface Reachability {
  readonly resolver: string | null;
  readonly tcp: string | null;
  readonly ping: string | null;
}

/** A root name server operated by RIPE NCC. A few packets are harmless: every resolver queries root servers. */
export const ROOT_SERVER_NAME = 'k.root-servers.net';
const ROOT_SERVER = ['193.0.14.129', '2001:7fd::1'] as const;
const DNS_PORT = 53;
const TYPE_NS = 2;
const ROOT_QUESTION = { name: '.', type: TYPE_NS };
const NOERROR = 0;

const TIMEOUT_MS = 6000;
const CONNECT = { connectTimeoutMs: 4000, maxBytes: 1 };
/** More than one packet, since one may be lost. */
const PING = { count: 3, intervalMs: 1000, budgetMs: 5000 };

/** A public web server, for networks that block outgoing connections to DNS servers. */
export interface WebServer {
  readonly host: string;
  readonly port: number;
}

/**
 * Queries the resolver for the root name servers, opens a TCP connection, and pings. Of several targets, one answer is
 * enough. Never rejects, and takes at most 6 s.
 */
export async function checkReachability(net: Net, web: WebServer, signal: AbortSignal): Promise<Reachability> {
  const reasonOf = (what: string, work: (until: AbortSignal) => Promise<void>): Promise<string | null> =>
    withDeadline({ timeoutMs: TIMEOUT_MS, what }, [signal], work).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof NetFailure)) return 'timeout';
        // Denied targets are not tried, so that nothing is known about them.
        return error.reason === 'denied' ? null : error.reason;
      },
    );
  const [resolver, tcp, ping] = await Promise.all([
    reasonOf('the root of the DNS', (until) => askForRoot(net, until)),
    reasonOf('a TCP connection', (until) => connectAnywhere(net, web, until)),
    reasonOf('a ping', (until) => pingRootServer(net, until)),
  ]);
  return { resolver, tcp, ping };
}

/** A resolver that is itself cut off answers SERVFAIL or NXDOMAIN. */
async function askForRoot(net: Net, signal: AbortSignal): Promise<void> {
  const { message } = await net.ask(ROOT_QUESTION, signal);
  if (message.rcode !== NOERROR) throw new NetFailure('nxdomain', 'the resolver does not know the root of the DNS');
}

function connectAnywhere(net: Net, web: WebServer, signal: AbortSignal): Promise<void> {
  const root = ROOT_SERVER.map((host) => ({ host, port: DNS_PORT, service: 'dns' }) as const);
  return firstOf(
    // Addresses come first, since their failure tells more than that of an unresolvable name.
    [...root, { ...web, isOperators: true as const }].map(async (target) => {
      (await net.connect(target, CONNECT, signal)).close();
    }),
  );
}

function pingRootServer(net: Net, signal: AbortSignal): Promise<void> {
  return firstOf(
    ROOT_SERVER.map(async (host) => {
      let isAnswered = false;
      const onEvent = ({ kind }: PingEvent) => {
        isAnswered ||= kind === 'reply';
      };
      await net.ping({ host, ...PING }, { onSession: () => {}, onEvent }, signal);
      if (!isAnswered) throw new NetFailure('timeout', `${host} answers no ping`);
    }),
  );
}

/** Waits for the first success. If all fail, throws the first failure: later ones often mean a lack of IPv6. */
async function firstOf(attempts: readonly Promise<void>[]): Promise<void> {
  await Promise.any(attempts).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
}
