import { findCommand, runCommand, startWhoisServer, type WhoisServer, whoisBehaviours, whoisRecords } from '@sonde/lab';
import { checkQuery, createNodeNet, measure, type NodeNet } from '@sonde/probes';
import { noData } from '@sonde/probes/testing/no-data';
import { sized } from '../effort.ts';
import { type BenchReport, rounded, spreadOf, type Target, timed } from '../report.ts';

const domain = 'example.test';
const answerText = whoisRecords.denicRecord(domain);
const rounds = sized(15, { smoke: 1 });
const warmUps = sized(10, { smoke: 0 });
const limit = 1.1;
/** Delays of the server in milliseconds: none, and as from another continent. */
const delays = [0, 100] as const;

interface Round {
  readonly delayMs: number;
  readonly number: number;
  readonly sondeMs: number;
  readonly whoisMs: number;
}

/** The whole lookup including parsing, against whois(1), which only prints the text of the same server. */
export async function run(): Promise<BenchReport> {
  findCommand('whois');
  const net = createNodeNet({ resolvers: [], allowNetworks: [], denyTargets: [], allowPorts: [] });
  try {
    const all: Round[] = [];
    for (const delayMs of delays) {
      for (let lookup = 0; lookup < warmUps; lookup += 1) await withServer(delayMs, (port) => askSonde(net, port));
      for (let number = 0; number < rounds; number += 1) all.push(await round(net, delayMs, number));
    }
    return { ...report(all), conditions: { domain, rounds, warmUps, delays, whois: await version() } };
  } finally {
    net.close();
  }
}

/** Each lookup has its own server, since Sonde queries a server at most once a second. */
async function withServer<Result>(delayMs: number, work: (port: number) => Promise<Result>): Promise<Result> {
  const server: WhoisServer = await startWhoisServer(whoisBehaviours.later(answerText, delayMs));
  try {
    return await work(server.port);
  } finally {
    await server.stop();
  }
}

async function round(net: NodeNet, delayMs: number, number: number): Promise<Round> {
  const sonde = () => withServer(delayMs, (port) => timed(() => askSonde(net, port)));
  const whois = () => withServer(delayMs, (port) => timed(() => askWhois(port)));
  const [first, second] = number % 2 === 0 ? [sonde, whois] : [whois, sonde];
  const [one, other] = [await first(), await second()];
  for (const { result } of [one, other]) mustHold(result);
  const [ours, theirs] = number % 2 === 0 ? [one, other] : [other, one];
  return { delayMs, number, sondeMs: ours.ms, whoisMs: theirs.ms };
}

async function askSonde(net: NodeNet, port: number): Promise<string> {
  const whoisStart = { host: '127.0.0.1', port, isOperators: true as const };
  const data = { ...noData, registries: { ...noData.registries, whoisStart } };
  const query = checkQuery('whois', { ipOrDomain: domain });
  const { whoIsInfo, registration } = await measure(query, { net, data, signal: AbortSignal.timeout(10_000) });
  if (registration.nameServers.length !== 2) throw new Error('sonde has not read the name servers');
  return whoIsInfo;
}

function askWhois(port: number): Promise<string> {
  return runCommand('whois', ['-h', '127.0.0.1', '-p', String(port), domain]);
}

/** Throws if the text lacks a line of the answer: no contender may be faster because it shows less. */
function mustHold(text: string): void {
  for (const line of answerText.trim().split('\n')) {
    if (!text.includes(line.trim())) throw new Error(`${JSON.stringify(line)} is missing in ${JSON.stringify(text)}`);
  }
}

function report(all: readonly Round[]): Pick<BenchReport, 'targets' | 'lines' | 'rounds'> {
  const inSeries = (delayMs: number) => all.filter((one) => one.delayMs === delayMs);
  const median = (values: readonly number[]) => spreadOf(values).median;
  return {
    targets: delays.map((delayMs): Target => {
      const value = rounded(median(inSeries(delayMs).map(({ sondeMs, whoisMs }) => sondeMs / whoisMs)));
      return { what: `sonde / whois(1), server answers after ${delayMs} ms`, value, limit, isMet: value <= limit };
    }),
    lines: delays.map((delayMs) => {
      const series = inSeries(delayMs);
      const sonde = spreadOf(series.map(({ sondeMs }) => sondeMs));
      const whois = spreadOf(series.map(({ whoisMs }) => whoisMs));
      return `after ${delayMs} ms: sonde ${sonde.median} ms (${sonde.best} to ${sonde.worst}), whois ${whois.median} ms (${whois.best} to ${whois.worst})`;
    }),
    rounds: all,
  };
}

async function version(): Promise<string> {
  return (await runCommand('whois', ['--version'])).split('\n')[0] ?? '';
}
