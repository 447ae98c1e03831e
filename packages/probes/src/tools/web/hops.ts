import type { WebData } from '@sonde/contract';
import { judgeCertificates } from '../../engines/tls/certificate/judge.ts';
import type { Net, Visit } from '../../net/net.ts';
import { locationOf } from './chain.ts';
import { hostOf } from './starts.ts';

type Hop = WebData['chain'][number];

/** Turns visits into hops of the answer; the certificate of a page that several chains lead to is judged once. */
export function createHopWriter(net: Pick<Net, 'trustAnchors'>): (visit: Visit) => Hop {
  const written = new Map<Visit, Hop>();
  return (visit) => {
    const hop = written.get(visit) ?? hopOf(visit, net);
    written.set(visit, hop);
    return hop;
  };
}

function hopOf(visit: Visit, net: Pick<Net, 'trustAnchors'>): Hop {
  const { url, address, httpVersion, status, headers, timing } = visit;
  return {
    url,
    address: address.address,
    httpVersion,
    status,
    headers: headers.map(([name, value]) => [name, value]),
    timing: {
      dnsMs: rounded(timing.dnsMs),
      tcpMs: rounded(timing.tcpMs),
      tlsMs: rounded(timing.tlsMs),
      firstByteMs: rounded(timing.firstByteMs),
      totalMs: rounded(timing.totalMs) ?? 0,
    },
    certificate: visit.certificates === null ? null : certificateOf(visit.certificates, new URL(url), net),
    location: locationOf(visit)?.url ?? null,
  };
}

/** Judged by the code of the SSL check, without asking anybody about revocation. */
function certificateOf(
  served: readonly Uint8Array[],
  url: URL,
  net: Pick<Net, 'trustAnchors'>,
): NonNullable<Hop['certificate']> {
  const host = hostOf(url);
  const judged = judgeCertificates({ served, staple: null, host, anchors: net.trustAnchors(), now: new Date() });
  return {
    trusted: served.length === 0 ? null : judged.valid,
    reasons: judged.reasons,
    issuer: judged.fields.issuer,
    validTo: judged.fields.certificateChain[0]?.validUntil ?? null,
  };
}

/** To microseconds. */
function rounded(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1000) / 1000;
}
