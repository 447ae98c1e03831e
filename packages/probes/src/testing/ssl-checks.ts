import type { AnswerOf, ssl } from '@sonde/contract';
import { answerFindings } from '@sonde/contract/answers/answer-findings';
import { startDnsLab, startTlsLab, type TlsLab, type TlsServer } from '@sonde/lab';
import { type BudgetLimits, budgetLimits } from '../engines/tls/connection/budget.ts';
import { defaultLimitSettings } from '../limits/settings.ts';
import { createTargetLimits } from '../limits/target-limits.ts';
import { createNodeNet, type NodeNet } from '../net/node-net.ts';
import { readNetSettings } from '../net/settings.ts';
import { checkQuery, measure } from '../run.ts';
import { createSslProbe } from '../tools/ssl/probe.ts';
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
  /** A check with other limits than those of the product. */
  checkWithin(limits: Partial<BudgetLimits>, server: Pick<TlsServer, 'host' | 'port'>): Promise<AnswerOf<typeof ssl>>;
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
    async checkWithin(limits, { host, port }) {
      const targetLimits = createTargetLimits(defaultLimitSettings);
      const context = {
        net,
        data: noData,
        limits: targetLimits,
        signal: AbortSignal.timeout(55_000),
        report: () => {},
      };
      const query = { domain: `${host}:${port}`, deep: false, revocation: false, starttls: null, address: null };
      const { data, gaps } = await createSslProbe({ limits: { ...budgetLimits, ...limits } })(query, context);
      const answer = { ...data, gaps: [...gaps], checkedAt: new Date().toISOString() };
      return { ...answer, findings: answerFindings('ssl', answer) };
    },
    async stop() {
      net.close();
      await Promise.all([dns.stop(), lab.stop()]);
    },
  };
}
