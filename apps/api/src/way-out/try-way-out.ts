import { type Net, NetFailure, type PingEvent, withDeadline } from '@sonde/probes';

/** What came of each way to reach the internet: a reason of failure, or null where nothing is known to be wrong. */
export interface WayOut {
  readonly resolver: string | null;
  readonly tcp: string | null;
  readonly ping: string | null;
}

/** A name server of the root, RIPE NCC's: every resolver asks such a one, so nobody is disturbed. */
export const ROOT_SERVER_NAME = 'k.root-servers.net';
const ROOT_SERVER = ['193.0.14.129', '2001:7fd::1'] as const;
const DNS_PORT = 53;
const TYPE_NS = 2;
const ROOT_QUESTION = { name: '.', type: TYPE_NS };
const NOERROR = 0;

const TIMEOUT_MS = 6000;
const CONNECT = { connectTimeoutMs: 4000, maxBytes: 1 };
/** One packet may always be lost. */
const PING = { count: 3, intervalMs: 1000, budgetMs: 5000 };

/** An address that anybody may fetch from; the operator's own, for networks that let no DNS out. */
export interface WebServer {
  readonly host: string;
  readonly port: number;
}

/**
 * Asks the resolver for the name servers of the root, opens a TCP connection, and pings. Where one of several places
 * answers, the way works. Never rejects, and takes 6 s at most.
 */
export async function tryWayOut(net: Net, web: WebServer, signal: AbortSignal): Promise<WayOut> {
  const reasonOf = (what: string, work: (until: AbortSignal) => Promise<void>): Promise<string | null> =>
    withDeadline({ timeoutMs: TIMEOUT_MS, what }, [signal], work).then(
      () => null,
      (error: unknown) => {
        if (!(error instanceof NetFailure)) return 'timeout';
        // What the operator denies is not tried, and nothing is known of it.
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

/** A resolver that has no way out itself answers with SERVFAIL, or with a name that does not exist. */
async function askForRoot(net: Net, signal: AbortSignal): Promise<void> {
  const { message } = await net.ask(ROOT_QUESTION, signal);
  if (message.rcode !== NOERROR) throw new NetFailure('nxdomain', 'the resolver does not know the root of the DNS');
}

function connectAnywhere(net: Net, web: WebServer, signal: AbortSignal): Promise<void> {
  const root = ROOT_SERVER.map((host) => ({ host, port: DNS_PORT, service: 'dns' }) as const);
  return firstOf(
    // The literal ones first: their reason says more than that of a name which cannot be resolved.
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

/** The first success, or the first failure where there is none: later ones are often about a family nobody has here. */
async function firstOf(attempts: readonly Promise<void>[]): Promise<void> {
  await Promise.any(attempts).catch(({ errors }: AggregateError) => {
    throw errors[0];
  });
}
