import { isIpv4 } from '@sonde/contract/targets/ipv4';
import { isIpv6 } from '@sonde/contract/targets/ipv6';

/** True for the value of a Host field (RFC 9110 section 7.2) that this server answers. The port is ignored. */
export type IsServedHost = (host: string) => boolean;

/**
 * The names that the server answers: those of the operator, `localhost`, and every literal address. DNS rebinding
 * needs a name that the attacker's own name server resolves, so a literal address cannot be rebound; browsers resolve
 * `localhost` by themselves (RFC 6761 section 6.3).
 */
export function createIsServedHost(publicUrl: string | null, hosts: readonly string[]): IsServedHost {
  const own = publicUrl === null ? [] : [new URL(publicUrl).hostname];
  const names = new Set(['localhost', ...hosts, ...own].map(nameOf));
  return (host) => {
    const name = nameOf(host);
    return names.has(name) || isIpv4(name) || isIpv6(/^\[(.+)\]$/.exec(name)?.[1] ?? '');
  };
}

/** In lower case, without the port, and without the dot of a fully qualified name. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
}
