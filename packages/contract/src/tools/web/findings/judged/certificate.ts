import { listed } from '../../../../finding/wording.ts';
import { allHops, finding, hostIn, type UnjudgedWeb, type WebFinding } from '../subject.ts';

const reasonWords: Readonly<Record<string, string>> = {
  'weak-key': 'its key is too short',
  revoked: 'it is revoked',
  expired: 'it has expired',
  'not-yet-valid': 'it is not valid yet',
  'self-signed': 'it is signed by itself',
  'hostname-mismatch': 'it is for other names',
  untrusted: 'its authority is not trusted',
  'incomplete-chain': 'intermediate certificates are missing',
  'weak-signature': 'its signature is weak',
  'wrong-usage': 'it is not for web servers',
};

/** Browsers show a warning instead of the page, wherever on the way it happens. */
export function certificateFindings(answer: UnjudgedWeb): WebFinding[] {
  const refused = allHops(answer).filter(({ certificate }) => certificate?.trusted === false);
  const byHost = new Map(refused.map((hop) => [hostIn(hop.url), hop]));
  return [...byHost].map(([host, { certificate }]) => {
    const reasons = (certificate?.reasons ?? []).map((reason) => reasonWords[reason] ?? reason);
    const why = reasons.length === 0 ? '' : `: ${listed(reasons)}`;
    return finding(
      'web-certificate-refused',
      'bad',
      host,
      `Browsers do not accept the certificate of ${host}${why}.`,
      /^[a-z0-9._-]+$/.test(host)
        ? `Install a certificate that is valid for ${host}, with its chain. Verify with: sonde ssl ${host}`
        : 'Install a certificate that is valid for this host, with its chain.',
    );
  });
}
