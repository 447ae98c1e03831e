import { type NameLab, startNameLab } from '@sonde/lab';
import { afterAll, beforeAll } from 'vitest';
import type { LocalData } from '../data/data.ts';
import { createTargetLimits } from '../limits/target-limits.ts';
import type { BulkOptions } from '../net/bulk/bulk-resolver.ts';
import type { Net } from '../net/net.ts';
import { createNodeNet, type NodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { checkQuery, measure } from '../run.ts';
import { nobody } from '../work/work.ts';
import { noData } from './no-data.ts';

/** Without limits, since the zones of the lab are searched many times. */
export const unlimited = createTargetLimits({ zoneBudget: null, tlsBudget: null, serverBudget: null, webBudget: null });

export function netFor(resolver: string, bulk: BulkOptions = {}): NodeNet {
  const env = { SONDE_RESOLVERS: resolver, SONDE_ALLOW_NETWORKS: '192.0.2.0/24,198.51.100.0/24,2001:db8::/32' };
  const { settings, problems } = readNetSettings(env);
  if (settings === null) throw new Error(problems.join(' '));
  return createNodeNet(settings, { bulk: { questionsPerSecond: Infinity, ...bulk } });
}

export const withWords = (words: readonly string[] | null): LocalData => ({
  ...noData,
  names: { ...noData.names, words: async () => words },
});

/** Searches the lab's zones, which are served while the tests of a file run. */
export function searchInLab() {
  let lab: NameLab;
  let net: NodeNet;
  beforeAll(async () => {
    lab = await startNameLab();
    net = netFor(lab.server);
  });
  afterAll(async () => {
    net?.close();
    await lab?.stop();
  });

  /** Maps port 53 of every name server to the lab, and port 443 of every host to the given port. */
  const labNet = (httpsPort = 1): Net => ({
    ...net,
    connect: (target, limits, signal) => {
      const ports: Record<number, number> = { 53: Number(lab.server.split(':')[1]), 443: httpsPort };
      const port = ports[target.port] ?? 1;
      return net.connect({ host: '127.0.0.1', port, isOperators: true }, limits, signal);
    },
  });
  const search = (
    domain: string,
    words: readonly string[] | null = null,
    net: Net = labNet(),
    limits = unlimited,
    client?: string,
  ) =>
    measure(checkQuery('subdomain', { domain }), {
      net,
      owner: client === undefined ? nobody : { clients: () => [client], isBackground: false },
      data: withWords(words),
      limits,
      signal: AbortSignal.timeout(30_000),
    });
  return {
    get lab() {
      return lab;
    },
    get net() {
      return net;
    },
    labNet,
    search,
  };
}

export type SearchResult = Awaited<ReturnType<ReturnType<typeof searchInLab>['search']>>;

/** Prefixes of the names found. */
export const namesOf = ({ subdomains, domain }: SearchResult) =>
  subdomains.map(({ subdomain }) => subdomain.slice(0, -domain.length - 1));

export const nameIn = ({ subdomains }: SearchResult, name: string) =>
  subdomains.find(({ subdomain }) => subdomain === name);
