import type { AnswerOf, ssl } from '@sonde/contract';
import { startDnsLab, startTlsLab, type TlsLab, type TlsServer } from '@sonde/lab';
import { noData } from '../data/no-data.ts';
import { defaultLimitSettings } from '../limits/settings.ts';
import { createTargetLimits } from '../limits/target-limits.ts';
import { createNodeNet, type NodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { checkQuery, measure } from '../run.ts';

/** A part of an answer on its way. */
export interface Part {
  readonly stage: string;
}

/** Whole checks of the servers of a lab, whose authority is trusted and whose names are known. */
export interface SslChecks {
  readonly lab: TlsLab;
  readonly net: NodeNet;
  /** Checks one; its parts go into the list. */
  check(
    server: Pick<TlsServer, 'host' | 'port'>,
    parts?: Part[],
    options?: Readonly<Record<string, string>>,
  ): Promise<AnswerOf<typeof ssl>>;
  stop(): Promise<void>;
}

/** With the networks of `allowed` let in besides loopback. */
export async function openSslChecks(allowed: readonly string[] = []): Promise<SslChecks> {
  const [dns, lab] = await Promise.all([startDnsLab(), startTlsLab()]);
  const { settings, problems } = readNetSettings({
    SONDE_RESOLVERS: dns.resolver,
    SONDE_ALLOW_NETWORKS: ['127.0.0.0/8', ...allowed].join(','),
    SONDE_ALLOW_PORTS: '1024-65535',
    SONDE_CA_FILE: lab.caFile,
  });
  if (settings === null) throw new Error(problems.join(' '));
  const net = createNodeNet(settings);
  return {
    lab,
    net,
    check({ host, port }, parts = [], options = {}) {
      // All servers of the lab have one address.
      const limits = createTargetLimits(defaultLimitSettings);
      const context = { net, data: noData, limits, signal: AbortSignal.timeout(30_000) };
      const query = checkQuery('ssl', { domain: `${host}:${port}`, ...options });
      return measure(query, { ...context, report: (part) => parts.push(part as Part) });
    },
    async stop() {
      net.close();
      await Promise.all([dns.stop(), lab.stop()]);
    },
  };
}
