import { readFileSync } from 'node:fs';
import { checkSpf } from '@sonde/probes/testing/mail-parts';
import { sized } from '../effort.ts';
import { askPeer, type Job, type Peer, peersAsked, type SpfSaid } from './contenders.ts';
import { netAt } from './own.ts';
import { type Scenario, startScenarioServer } from './scenario-server.ts';

const file = new URL('../../packages/probes/src/protocols/mail-text/spf/samples/rfc7208-tests.json', import.meta.url);
const scenarios: readonly Scenario[] = JSON.parse(readFileSync(file, 'utf8'));
/** Short, because some servers of a scenario never answer. */
const TIMEOUT_SECONDS = 2;
const timing = { headStartsMs: [TIMEOUT_SECONDS * 1000], totalTimeoutMs: TIMEOUT_SECONDS * 1000 };

/** One case of the suite, with the result of each program. */
export interface SuiteCase {
  readonly name: string;
  readonly allowed: readonly string[];
  readonly said: Readonly<Record<'sonde' | Peer, Omit<SpfSaid, 'ms'>>>;
}

/** Runs every case of the RFC 7208 test suite with all programs, on the same zones. */
export async function runSuite(): Promise<SuiteCase[]> {
  const server = await startScenarioServer();
  const net = netAt(`${server.host}:${server.port}`, { timing });
  try {
    const cases: SuiteCase[] = [];
    for (const { tests, zonedata } of sized(scenarios, { smoke: scenarios.slice(0, 1) })) {
      server.serve(zonedata);
      const wanted = Object.values(tests).map(({ host, mailfrom, helo }) => ({ ip: host, sender: mailfrom, helo }));
      const job: Job = { ...server, tests: wanted, timeoutSeconds: TIMEOUT_SECONDS, strict: true };
      const own: SpfSaid[] = [];
      for (const test of wanted) own.push({ ...(await checkSpf(net, test, AbortSignal.timeout(60_000))), ms: 0 });
      const others = await Promise.all(peersAsked.map(async (peer) => [peer, await askPeer(peer, job)] as const));
      for (const [index, [name, { result }]] of Object.entries(tests).entries()) {
        const said = [['sonde', own] as const, ...others].map(([who, list]) => {
          const one = list[index];
          return [who, { result: one?.result.toLowerCase() ?? 'nothing', lookups: one?.lookups ?? null }];
        });
        cases.push({ name, allowed: [result].flat(), said: Object.fromEntries(said) });
      }
    }
    return cases;
  } finally {
    net.close();
    await server.stop();
  }
}
