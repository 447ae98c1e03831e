import { createNodeData, createNodeNet, loadDnsOverHttps, loadTools, type Net } from '@sonde/probes';
import type { FastifyBaseLogger } from 'fastify';
import { buildServer, type SondeServer } from './app.ts';
import { type Config, type ListenAddress, readConfig } from './config.ts';
import { type ReachabilityWatch, watchReachability } from './reachability/watch-reachability.ts';
import { type ListenVariable, listenProblem, StartProblem } from './start-problem.ts';
import { startWarnings } from './start-warnings.ts';
import { startDailyUpdates } from './status/daily-updates.ts';
import { logDataSets } from './status/data-sets.ts';

/** After this time, and the delay for load balancers, the process ends even if requests are still running, before a service manager kills it. */
const HARD_EXIT_MS = 15_000;
/** npm forwards a Ctrl-C that the terminal has already sent to all processes: the copy is not a second signal. */
const SAME_SIGNAL_MS = 500;

/**
 * Reads the environment, listens, and serves until a signal stops the process. If a variable or an address is invalid, the
 * process prints one sentence for each problem and exits with 1.
 */
export function start(webRoot: string | null): void {
  serve(webRoot).catch(reportAndExit);
}

async function serve(webRoot: string | null): Promise<void> {
  const { config, problems } = readConfig(process.env);
  if (config === null) throw new StartProblem(problems.join('\n'));
  await Promise.all([loadTools(), loadDnsOverHttps()]);
  const net = createNodeNet(config.net);
  const data = createNodeData(config.data, net);
  const close = () => {
    net.close();
    data.close();
  };
  try {
    const server = await buildServer(config, { net, data, webRoot, bestPingMethods: net.bestPingMethods });
    const { app, metrics, stop } = server;
    surviveBugs(app.log);
    for (const warning of await startWarnings(config, data.geo.databases)) app.log.warn(warning);
    const address = await listen(() => app.listen(config.listen), config.listen, 'HOST');
    const { metrics: watched } = config;
    if (watched !== null) await listen(() => metrics.listen(watched), watched, 'SONDE_METRICS');
    void net.bestPingMethods().then((ping) => app.log.info({ ping }, 'how pings are measured'));
    process.stderr.write(`${config.brand} is ready: ${address}\n`);
    void server.begin();
    void logDataSets(app.log, data);
    const updates = config.updatesData ? startDailyUpdates({ data, log: app.log }) : null;
    const reachability = config.hasSelfTest ? watch(server, net, config) : null;
    stopOnSignal(config.stopDelayMs, async () => {
      app.log.info('stopping');
      reachability?.stop();
      updates?.stop();
      await stop();
      close();
    });
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Watches reachability. TCP is checked with the server of IANA's bootstrap registries, which every installation contacts
 * anyway.
 */
function watch({ app, setReachability }: SondeServer, net: Net, { data }: Config): ReachabilityWatch {
  const { hostname, port, protocol } = new URL(data.rdapBootstrapUrl);
  const web = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
  return watchReachability({ net, web, log: app.log, onChange: setReachability });
}

async function listen(start: () => Promise<string>, address: ListenAddress, variable: ListenVariable): Promise<string> {
  try {
    return await start();
  } catch (error) {
    throw listenProblem(error, address, variable) ?? error;
  }
}

/**
 * Logs errors that escape from a timer or socket of a lookup. Only that lookup is affected: it ends at its deadline, while
 * all others continue.
 */
function surviveBugs(log: FastifyBaseLogger): void {
  const report = (err: unknown) => log.error({ err }, 'internal error outside of a lookup');
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}

/** The first signal stops the server in order, a later one ends the process at once. */
function stopOnSignal(delayMs: number, stop: () => Promise<void>): void {
  let firstAtMs: number | null = null;
  const onSignal = () => {
    if (firstAtMs !== null) {
      if (performance.now() - firstAtMs > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    firstAtMs = performance.now();
    setTimeout(() => process.exit(1), delayMs + HARD_EXIT_MS).unref();
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
