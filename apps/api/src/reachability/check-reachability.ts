import { type Net, NetFailure, type PingEvent, withDeadline } from '@sonde/probes';

/** What this machine can reach of the internet: for each way the reason of its failure, or null if none is known. */
export interface Reachability {
  readonly resolver: string | null;
  readonly tcp: string | null;
  readonly ping: string | null;
}

/** A root name server, operated by RIPE NCC: every resolver queries one, so this is harmless. */
export const ROOT_SERVER_NAME = 'k.root-servers.net';
const ROOT_SERVER = ['193.0.14.129', '2001:7fd::1'] as const;
const DNS_PORT = 53;
const TYPE_NS = 2;
const ROOT_QUESTION = { name: '.', type: TYPE_NS };
const NOERROR = 0;

const TIMEOUT_MS = 6000;
const CONNECT = { connectTimeoutMs: 4000, maxBytes: 1 };
/** More than one, because a packet may be lost. */
const PING = { count: 3, intervalMs: 1000, budgetMs: 5000 };

/** A public web server that the operator has configured, for networks that block outgoing DNS. */
export interface WebServer {
  readonly host: string;
  readonly port: number;
}

/**
 * Asks the resolver for the root name servers, opens a TCP connection, and pings. One answer of several targets is
 * enough. Never rejects, and takes 6 s at most.
 */
export async function checkReachability(net: Net, web: WebServer, signal: AbortSignal): Promise<Reachability> {
  const reasonOf = (what: string, work: (until: AbortSignal) => Promise<void>): Promise<string | null> =>
    withDeadline({ timeoutMs: TIMEOUT_MS, what }, [signal], work).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof NetFailure)) return 'timeout';
        // Targets denied by the operator are not tried, so nothing is known about them.
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

/** A resolver without a connection itself answers with SERVFAIL, or with NXDOMAIN. */
async function askForRoot(net: Net, signal: AbortSignal): Promise<void> {
  const { message } = await net.ask(ROOT_QUESTION, signal);
  if (message.rcode !== NOERROR) throw new NetFailure('nxdomain', 'the resolver does not know the root of the DNS');
}

function connectAnywhere(net: Net, web: WebServer, signal: AbortSignal): Promise<void> {
  const root = ROOT_SERVER.map((host) => ({ host, port: DNS_PORT, service: 'dns' }) as const);
  return firstOf(
    // Addresses first: their reason is more informative than that of a name that cannot be resolved.
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

/** The first success, or the first failure: later ones are often about an address family that this machine lacks. */
async function firstOf(attempts: readonly Promise<void>[]): Promise<void> {
  await Promise.any(attempts).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
}
