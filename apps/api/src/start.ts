import { createNodeData, createNodeNet, type Net } from '@sonde/probes';
import type { FastifyBaseLogger } from 'fastify';
import { buildServer, type SondeServer } from './app.ts';
import { type Config, type ListenAddress, readConfig } from './config.ts';
import { type ListenVariable, listenProblem, StartProblem } from './start-problem.ts';
import { startWarnings } from './start-warnings.ts';
import { type WayOutWatch, watchWayOut } from './way-out/watch-way-out.ts';

/** Whatever hangs then is not worth waiting for: service managers kill after this. */
const HARD_EXIT_MS = 15_000;
/** npm passes a Ctrl-C on that the terminal has sent to all its processes already. */
const SAME_SIGNAL_MS = 500;

/**
 * Reads the environment, listens, and serves until a signal comes. What is wrong with the environment or the address
 * ends the process with one sentence each.
 */
export function start(webRoot: string | null): void {
  serve(webRoot).catch(reportAndExit);
}

async function serve(webRoot: string | null): Promise<void> {
  const { config, problems } = readConfig(process.env);
  if (config === null) throw new StartProblem(problems.join('\n'));
  const net = createNodeNet(config.net);
  const data = createNodeData(config.data, net);
  const close = () => {
    net.close();
    data.close();
  };
  try {
    const server = await buildServer(config, { net, data, webRoot, pingWays: net.pingWays });
    const { app, accounts, metrics, stop } = server;
    surviveBugs(app.log);
    for (const warning of await startWarnings(config, data.geo.databases)) app.log.warn(warning);
    const address = await listen(() => app.listen(config.listen), config.listen, 'HOST');
    const { metrics: watched } = config;
    if (watched !== null) await listen(() => metrics.listen(watched), watched, 'SONDE_METRICS');
    void net.pingWays().then((ping) => app.log.info({ ping }, 'how pings are measured'));
    process.stderr.write(`${config.brand} is ready: ${address}\n`);
    void accounts.begin();
    const wayOut = config.hasSelfTest ? watch(server, net, config) : null;
    stopOnSignal(async () => {
      app.log.info('stopping');
      wayOut?.stop();
      await stop();
      close();
    });
  } catch (error) {
    close();
    throw error;
  }
}

/** TCP is tried with IANA's lists of registries, which every server fetches, wherever the operator has put them. */
function watch({ app, tellWayOut }: SondeServer, net: Net, { data }: Config): WayOutWatch {
  const { hostname, port, protocol } = new URL(data.rdapBootstrapUrl);
  const web = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  return watchWayOut({ net, web, log: app.log, onOutcome: tellWayOut });
}

async function listen(start: () => Promise<string>, address: ListenAddress, variable: ListenVariable): Promise<string> {
  try {
    return await start();
  } catch (error) {
    throw listenProblem(error, address, variable) ?? error;
  }
}

/**
 * What escapes a lookup, out of a timer or a socket of its own, is that lookup's failure: it runs into its deadline,
 * and all others go on.
 */
function surviveBugs(log: FastifyBaseLogger): void {
  const tell = (err: unknown) => log.error({ err }, 'a bug of ours, outside of every lookup');
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
}

/** The first signal ends what is under way in order, a later one ends the process. */
function stopOnSignal(stop: () => Promise<void>): void {
  let firstAtMs: number | null = null;
  const onSignal = () => {
    if (firstAtMs !== null) {
      if (performance.now() - firstAtMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstAtMs = performance.now();
    setTimeout(() => process.exit(1), HARD_EXIT_MS).unref();
    void stop().then(
      () => process.exit(0),
      (error: unknown) => reportAndExit(error),
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

function reportAndExit(error: unknown): void {
  const text = error instanceof StartProblem ? error.message : String(error instanceof Error ? error.stack : error);
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
