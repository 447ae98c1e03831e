import { toDnsName } from '@sonde/contract/targets/domain';
import { parseHostPort } from '@sonde/contract/targets/host-port';
import { createDenyList, parseAddress } from '@sonde/probes';

/** Returns a function that tells whether the operator denies a target; it may have been measured before that. */
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
