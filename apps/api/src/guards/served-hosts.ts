import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { isIpv6 } from '@sonde/contract/targets/ipv6';

/** True for the value of a Host field (RFC 9110 section 7.2) that this server answers. The port is ignored. */
export type IsServedHost = (host: string) => boolean;

/**
 * Recognises the host names that the server serves: the configured ones, `localhost`, and every literal address. DNS
 * rebinding needs a name resolved by the attacker's name server, so literal addresses are safe; browsers resolve
 * `localhost` themselves (RFC 6761 section 6.3).
 */
export function createIsServedHost(publicUrl: string | null, hosts: readonly string[]): IsServedHost {
  const own = publicUrl === null ? [] : [new URL(publicUrl).hostname];
  const names = new Set(['localhost', ...hosts, ...own].map(nameOf));
  return (host) => {
    const name = nameOf(host);
    return names.has(name) || isIpv4(name) || isIpv6(/^\[(.+)\]$/.exec(name)?.[1] ?? '');
  };
}

/** The host in lower case, without the port and the final dot. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
