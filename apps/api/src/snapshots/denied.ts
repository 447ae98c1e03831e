import { toDnsName } from '@sonde/contract/targets/domain';
import { parseHostPort } from '@sonde/contract/targets/host-port';
import { createDenyList, parseAddress } from '@sonde/probes';

/** Tells whether the operator has denied a target, which may be since it was measured. */
export function createIsDenied(denyTargets: readonly string[]): (target: string) => boolean {
  const denied = createDenyList(denyTargets);
  return (target) => {
    const host = parseHostPort(target)?.host ?? target;
    const address = parseAddress(host);
    if (address !== null) return denied.hasAddress(address);
    const name = toDnsName(host);
    return name !== null && denied.hasName(name);
  };
}
