import type { SslAnswer, SslKnown } from '../query.ts';
import type { FindingItem } from './finding-list.tsx';

/** Versions that current browsers refuse (RFC 8996, RFC 7568, RFC 6176). */
export const OUTDATED: readonly SslAnswer['enabledProtocols'][number][] = ['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1'];

/** Advice beyond vulnerabilities, in plain words, with its evidence. */
export function adviceOf(known: SslKnown): readonly FindingItem[] {
  const { enabledProtocols = [], securityInfo, cipherSuite } = known;
  const outdated = enabledProtocols.filter((version) => OUTDATED.includes(version));
  const advice: FindingItem[] = [];
  if (outdated.length > 0) {
    advice.push({
      name: 'outdated',
      tone: 'warn',
      badge: 'Outdated versions',
      meaning: 'TLS 1.1 and older are obsolete (RFC 8996), and current browsers refuse them. Disable them.',
      evidence: `It accepts ${outdated.join(', ')}.`,
    });
  }
  if (securityInfo?.perfectForwardSecrecy === false) {
    advice.push({
      name: 'no-forward-secrecy',
      tone: 'warn',
      badge: 'No forward secrecy',
      meaning:
        'Anyone who records connections and later obtains the key can decrypt them all. Put ECDHE cipher suites first.',
      evidence: cipherSuite == null ? null : whoGets(cipherSuite, known),
    });
  }
  return advice;
}

/** The current browsers stand first among the clients. */
const BROWSERS = 3;

function whoGets(cipherSuite: string, { protocol, clients = [] }: SslKnown): string {
  const browsers = clients.slice(0, BROWSERS);
  const isOld = protocol != null && OUTDATED.includes(protocol);
  const isOutOfReach = isOld || (browsers.length > 0 && browsers.every(({ connects }) => connects === false));
  return isOutOfReach
    ? `No current browser can connect; others get ${cipherSuite}.`
    : `A current client gets ${cipherSuite}.`;
}
