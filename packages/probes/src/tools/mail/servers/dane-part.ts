import { createHash, X509Certificate } from 'node:crypto';
import type { DaneName, MailExchange } from '@sonde/contract';
import { NetFailure } from '../../../net/net.ts';
import type { MailDns } from '../dns.ts';

type Chain = readonly Uint8Array[] | null;

/**
 * The TLSA records of the mail servers (RFC 7672), where the resolver has validated them, compared with what was presented.
 * Names without records are left out.
 * @throws NetFailure where the name servers do not say whether there are any.
 */
export async function danePart(
  dns: MailDns,
  domain: string,
  exchangers: readonly MailExchange[],
  presented: ReadonlyMap<string, readonly Chain[]>,
): Promise<DaneName[]> {
  const mx = await dns.ask(domain, 'MX');
  const all = await Promise.all(
    exchangers.slice(0, 5).map(async ({ exchange }): Promise<DaneName | null> => {
      const looked = await dns.ask(`_25._tcp.${exchange}`, 'TLSA');
      if (looked.state === 'failed') throw new NetFailure(looked.reason ?? 'servfail', `TLSA of ${exchange}`);
      if (looked.state !== 'found') return null;
      const isSecure = mx.isAuthenticated && looked.isAuthenticated;
      const records = looked.records.map(({ fields }) => fields);
      const chains = presented.get(exchange) ?? [];
      const isComparable = isSecure && chains.length > 0 && chains.every((chain) => chain !== null);
      return {
        name: exchange,
        isSecure,
        records: records.map((fields) => fields.join(' ')),
        matches: isComparable ? chains.every((chain) => records.some((fields) => fits(fields, chain ?? []))) : null,
      };
    }),
  );
  return all.filter((one) => one !== null);
}

/** Usage 3 names the server's own certificate, 2 one of the others; 0 and 1 are not for mail (RFC 7672 section 3.1.3). */
function fits([usage, selector, matching, data = '']: readonly string[], chain: readonly Uint8Array[]): boolean {
  const candidates = usage === '3' ? chain.slice(0, 1) : usage === '2' ? chain : [];
  const wanted = data.replace(/\s/g, '').toUpperCase();
  return candidates.some((der) => {
    const octets = selector === '1' ? keyOf(der) : der;
    return octets !== null && digest(matching, octets) === wanted;
  });
}

function keyOf(der: Uint8Array): Uint8Array | null {
  try {
    return new X509Certificate(der).publicKey.export({ type: 'spki', format: 'der' });
  } catch {
    return null;
  }
}

function digest(matching: string | undefined, octets: Uint8Array): string | null {
  if (matching === '0') return Buffer.from(octets).toString('hex').toUpperCase();
  const name = matching === '1' ? 'sha256' : matching === '2' ? 'sha512' : null;
  return name === null ? null : createHash(name).update(octets).digest('hex').toUpperCase();
}
