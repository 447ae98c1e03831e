import { reasons, ToolError } from '@sonde/contract';
import { toDnsName } from '@sonde/contract/target/domain';
import { parseHostPort } from '@sonde/contract/target/host-port';

/**
 * Refuses the names that the operator has excluded, and all below them. Addresses, also those that names lead to, are
 * refused at the network door.
 * @throws ToolError `refused-target`, `denied`.
 */
export type RefuseDenied = (target: string) => void;

export function createRefuseDenied(denyTargets: readonly string[]): RefuseDenied {
  const names = new Set(denyTargets.map(toDnsName).filter((name) => name !== null));
  if (names.size === 0) return () => {};
  return (target) => {
    const host = parseHostPort(target)?.host ?? target;
    if (!nameAndParents(host).some((name) => names.has(name))) return;
    throw new ToolError('refused-target', reasons.denied.means, { reason: 'denied' });
  };
}

function nameAndParents(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}
