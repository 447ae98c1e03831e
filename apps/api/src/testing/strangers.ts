import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type DelegationLab,
  delegationZones,
  spfBomb,
  startDelegationLab,
  startMaliciousNameServer,
  startTlsLab,
  type TlsLab,
} from '@sonde/lab';
import { createNodeData, createNodeNet } from '@sonde/probes';
import { expect, onTestFinished } from 'vitest';
import { testConfig, testServer } from './test-server.ts';

/** As many lookups at once as the server allows a client. */
const AT_ONCE = 4;
const STRANGERS_AT_ONCE = 3;
const TARGET = '127.0.0.9';

/** Real servers for one kind of lookup. */
interface Scene {
  readonly resolver: string;
  readonly nameServerPort?: number;
  /** Further settings of the server. */
  readonly variables?: Readonly<Record<string, string>>;
  /** What a stranger asks, and what a greedy client asks of the same target or through the same resolver. */
  stranger(number: number): string;
  greedy(number: number): string;
}

const call = (name: string, query: Readonly<Record<string, string | number>>) =>
  `/api/v2/${name}?${Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** A resolver that is silent about the names of one zone, and answers all others. */
async function halfSilentResolver(): Promise<string> {
  const server = await startMaliciousNameServer(spfBomb('a', 'silent'));
  onTestFinished(() => server.stop());
  return server.address;
}

const nobodyAnswers = '127.0.0.1:9';

/** What one may look up, by the name of the attack. */
export const scenes = {
  'the resolver': async (): Promise<Scene> => ({
    resolver: await halfSilentResolver(),
    stranger: (number) => call('dnsRecords', { domain: `s${number}.example` }),
    greedy: (number) => call('dnsRecords', { domain: `g${number}.victim.example` }),
  }),
  'a target of ping': async (): Promise<Scene> => ({
    resolver: nobodyAnswers,
    stranger: (number) => call('ping', { host: TARGET, count: 1 + (number % 2), interval: 1 + (number % 3) }),
    greedy: (number) => call('ping', { host: TARGET, count: 4 + (number % 4), interval: 2 }),
  }),
  'a target of traceroute': async (): Promise<Scene> => ({
    resolver: nobodyAnswers,
    stranger: (number) => call('traceroute', { host: TARGET, rounds: 1 + (number % 10) }),
    greedy: (number) => call('traceroute', { host: TARGET, rounds: 11 + (number % 20) }),
  }),
  'the name servers of a domain': async (): Promise<Scene> => {
    const lab: DelegationLab = await startDelegationLab();
    onTestFinished(() => lab.stop());
    const zones = delegationZones.map(({ name }) => name);
    return {
      resolver: lab.resolver,
      nameServerPort: lab.port,
      variables: { SONDE_ROOT_HINTS: lab.hintsFile, SONDE_ROOT_ANCHORS: lab.anchorsFile },
      stranger: (number) => call('delegation', { domain: zones[number % zones.length] ?? 'good.test' }),
      greedy: (number) => call('delegation', { domain: `g${number}.good.test` }),
    };
  },
  'the TLS servers of an address': async (): Promise<Scene> => {
    const tls: TlsLab = await startTlsLab();
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    onTestFinished(async () => {
      silent.close();
      await tls.stop();
    });
    const [served] = Object.values(await tls.serve(['ecdsa']));
    const address = silent.address();
    const silentPort = typeof address === 'object' && address !== null ? address.port : 0;
    const starttls = ['imap', 'pop3', 'ftp', 'xmpp', 'smtp', 'ldap'];
    return {
      resolver: nobodyAnswers,
      stranger: (number) => call('sslInfo', { domain: served?.address ?? '', deep: String(number % 2 === 0) }),
      greedy: (number) =>
        call('sslInfo', { domain: `127.0.0.1:${silentPort}`, starttls: starttls[number % starttls.length] ?? '' }),
    };
  },
} as const;

async function open({ resolver, nameServerPort, variables: more = {} }: Scene) {
  const variables = {
    ...more,
    SONDE_RESOLVERS: resolver,
    SONDE_ALLOW_NETWORKS: '127.0.0.0/8',
    SONDE_ALLOW_PORTS: '1024-65535',
    // All strangers check one address here, and alone would use up what may be opened to it.
    SONDE_TLS_BUDGET: 'off',
  };
  const config = testConfig(variables);
  const net = createNodeNet(config.net, nameServerPort === undefined ? {} : { authorities: { port: nameServerPort } });
  const data = createNodeData({ ...config.data, dataFolder: '/nowhere' }, net);
  onTestFinished(() => {
    data.close();
    net.close();
  });
  const { app } = await testServer(variables, { net, data });
  return (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
}

/** Strangers who come while greedy clients use all that they may; how each was answered. */
export async function strangersBeside(
  prepare: () => Promise<Scene>,
  { greedy, strangers }: { readonly greedy: number; readonly strangers: number },
): Promise<{ readonly answered: readonly number[]; readonly greedyCalls: number }> {
  const scene = await prepare();
  const ask = await open(scene);
  const end = new AbortController();
  let greedyCalls = 0;
  const places = Array.from({ length: greedy * AT_ONCE }, async (_, place) => {
    while (!end.signal.aborted) {
      greedyCalls += 1;
      const { statusCode } = await ask(scene.greedy(greedyCalls), `203.0.113.${Math.floor(place / AT_ONCE)}`);
      if (statusCode !== 200) await wait(100);
    }
  });
  await wait(300);
  expect(greedyCalls).toBeGreaterThanOrEqual(greedy * AT_ONCE);
  const answered: number[] = [];
  for (let number = 0; number < strangers; number += STRANGERS_AT_ONCE) {
    const some = Array.from({ length: Math.min(STRANGERS_AT_ONCE, strangers - number) }, (_, index) => number + index);
    const answers = await Promise.all(some.map((one) => ask(scene.stranger(one), `192.0.2.${one + 1}`)));
    answered.push(...answers.map(({ statusCode }) => statusCode));
  }
  end.abort();
  await Promise.all(places);
  return { answered, greedyCalls };
}
