import { reasons, ToolError } from '@sonde/contract';
import { nameAndParents, toDnsName } from '@sonde/contract/targets/domain';
import { parseHostPort } from '@sonde/contract/targets/host-port';

/**
 * Refuses names excluded by the operator, and their subdomains. Addresses, including those that names resolve to, are
 * refused by the network layer.
 * @throws ToolError `refused-target`, `denied`.
 */
export type RefuseDeniedTarget = (target: string) => void;

export function createRefuseDeniedTargets(denyTargets: readonly string[]): RefuseDeniedTarget {
  const names = new Set(denyTargets.map(toDnsName).filter((name) => name !== null));
  if (names.size === 0) return () => {};
  return (target) => {
    const host = parseHostPort(target)?.host ?? target;
    if (!nameAndParents(host).some((name) => names.has(name))) return;
    throw new ToolError('refused-target', reasons.denied.meaning, { reason: 'denied' });
  };
}
