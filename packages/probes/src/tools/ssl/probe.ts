import type { Tools } from '@sonde/contract';
import { type AddressAllowance, createAddressAllowance } from '../../engines/tls/connection/address-allowance.ts';
import { type Budget, type BudgetLimits, budgetLimits, createBudget } from '../../engines/tls/connection/budget.ts';
import { openPeer, parseTarget } from '../../engines/tls/connection/open-peer.ts';
import { NetFailure } from '../../net/net.ts';
import type { Measured, Probe } from '../../probe.ts';
import type { SslData } from './answer/answer-parts.ts';
import { type CheckedTarget, checkServer } from './check-server.ts';
import { addressWithoutCertificate, type OtherAddress, problemOf } from './served/other-addresses.ts';
import { logListSet } from './transparency/log-list-set.ts';

export interface SslProbeOptions {
  readonly limits?: BudgetLimits;
}

export function createSslProbe({ limits = budgetLimits }: SslProbeOptions = {}): Probe<Tools['ssl']> {
  return async ({ domain, deep, revocation, starttls, address }, context) => {
    const target = { domain, deep, revocation, ...parseTarget(domain, starttls, address) };
    const budget = createBudget(limits, context.signal);
    const allowance = createAddressAllowance(context.limits.tlsConnections);
    try {
      return await checkFirstThatSpeaks(target, budget, allowance, context);
    } finally {
      budget.close();
      allowance.end();
    }
  };
}

type SslContext = Parameters<Probe<Tools['ssl']>>[1];

/** Addresses to try: a silent one may take some seconds. */
const MAX_TRIES = 3;

/**
 * Checks the first address that speaks TLS, so that an address which accepts connections and stays silent does not hide the
 * others. The answer reports the failures of the addresses before it.
 * @throws the failure of the first address when none speaks TLS
 */
async function checkFirstThatSpeaks(
  target: CheckedTarget,
  budget: Budget,
  allowance: AddressAllowance,
  context: SslContext,
): Promise<Measured<SslData>> {
  const failed: OtherAddress[] = [];
  let failure: unknown = null;
  for (;;) {
    const without = failed.map(({ address }) => address);
    const opened = await openPeer(context.net, target, budget, allowance, { without, hasTwoHellos: true }).catch(
      (error: unknown) => {
        throw failure ?? error;
      },
    );
    try {
      const logList = await context.data.of(logListSet).current();
      return await checkServer({ ...opened, allowance, failed }, target, { ...context, logList });
    } catch (error) {
      failure ??= error;
      const isLast = failed.length + 1 >= Math.min(MAX_TRIES, opened.addresses.length);
      const mayGoOn = error instanceof NetFailure && !budget.signal.aborted && target.chosen === null;
      if (isLast || !mayGoOn) throw failure;
      failed.push(addressWithoutCertificate(opened.scan.peer.address, problemOf(error)));
    }
  }
}

/**
 * Measures a TLS server with our own handshakes: certificates, versions, cipher suites, groups, behaviour and known
 * vulnerabilities.
 * @throws NetFailure when there is no TLS server, ToolError `rate-limited` when its address was checked too often
 */
export const probeSsl: Probe<Tools['ssl']> = createSslProbe();
