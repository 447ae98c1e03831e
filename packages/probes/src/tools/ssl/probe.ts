import type { Tools } from '@sonde/contract';
import { NetFailure } from '../../net/net.ts';
import type { Measured, Probe } from '../../probe.ts';
import { type AddressAllowance, createAddressAllowance } from './address-allowance.ts';
import type { SslData } from './answer-parts.ts';
import { type Budget, type BudgetLimits, budgetLimits, createBudget } from './budget.ts';
import { type CheckedTarget, checkServer } from './check-server.ts';
import { openPeer, targetOf } from './open-peer.ts';
import { type OtherAddress, problemOf, withoutCertificate } from './served/other-addresses.ts';

export interface SslProbeOptions {
  readonly limits?: BudgetLimits;
}

export function createSslProbe({ limits = budgetLimits }: SslProbeOptions = {}): Probe<Tools['ssl']> {
  return async ({ domain, deep, revocation, starttls, address }, context) => {
    const target = { domain, deep, revocation, ...targetOf(domain, starttls, address) };
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

type Context = Parameters<Probe<Tools['ssl']>>[1];

/** Each may take some seconds to say nothing. */
const MAX_TRIES = 3;

/**
 * Checks the first address that speaks TLS: one that takes connections and says nothing must not hide the others. Of those
 * before it the answer says what they did.
 * @throws what the first of them has failed with, when none does
 */
async function checkFirstThatSpeaks(
  target: CheckedTarget,
  budget: Budget,
  allowance: AddressAllowance,
  context: Context,
): Promise<Measured<SslData>> {
  const failed: OtherAddress[] = [];
  let failure: unknown = null;
  for (;;) {
    const without = failed.map(({ address }) => address);
    const opened = await openPeer(context.net, target, budget, allowance, without).catch((error: unknown) => {
      throw failure ?? error;
    });
    try {
      return await checkServer({ ...opened, allowance, failed }, target, context);
    } catch (error) {
      failure ??= error;
      const isLast = failed.length + 1 >= Math.min(MAX_TRIES, opened.addresses.length);
      const mayGoOn = error instanceof NetFailure && !budget.signal.aborted && target.chosen === null;
      if (isLast || !mayGoOn) throw failure;
      failed.push(withoutCertificate(opened.scan.peer.address, problemOf(error)));
    }
  }
}

/**
 * Everything a TLS server shows without an agreement: certificate, versions, suites, groups and known weaknesses, read
 * from hellos of our own.
 * @throws NetFailure when there is no TLS server, ToolError `rate-limited` when its address was checked too much just now
 */
export const probeSsl: Probe<Tools['ssl']> = createSslProbe();
