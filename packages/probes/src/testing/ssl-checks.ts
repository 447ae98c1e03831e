import type { AnswerOf, ssl } from '@sonde/contract';
import { startDnsLab, startTlsLab, type TlsLab, type TlsServer } from '@sonde/lab';
import { defaultLimitSettings } from '../limits/settings.ts';
import { createTargetLimits } from '../limits/target-limits.ts';
import { createNodeNet, type NodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { checkQuery, measure } from '../run.ts';
import { noData } from './no-data.ts';

/** A part of an answer, as reported. */
export interface ProgressPart {
  readonly stage: string;
}

/** Complete checks of servers of a lab, whose authority is trusted and whose names resolve. */
export interface SslChecks {
  readonly lab: TlsLab;
  readonly net: NodeNet;
  /** Checks one server and appends its parts to the list. */
  check(
    server: Pick<TlsServer, 'host' | 'port'>,
    parts?: ProgressPart[],
    options?: Readonly<Record<string, string>>,
  ): Promise<AnswerOf<typeof ssl>>;
  stop(): Promise<void>;
}

/** Permits the networks in `allowed` in addition to loopback. */
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
      // All servers of the lab share one address.
      const limits = createTargetLimits(defaultLimitSettings);
      const context = { net, data: noData, limits, signal: AbortSignal.timeout(30_000) };
      const query = checkQuery('ssl', { domain: `${host}:${port}`, ...options });
      return measure(query, { ...context, report: (part) => parts.push(part as ProgressPart) });
    },
    async stop() {
      net.close();
      await Promise.all([dns.stop(), lab.stop()]);
    },
  };
}
