import type { ChangeLabel } from '../../fact/change-label.ts';

/** Labels of the facts, by path; the first match wins. */
export const mailChangeLabels: readonly ChangeLabel[] = [
  [/^mx$/, 'MX records'],
  [/^spf\/record$/, 'SPF record'],
  [/^spf\/lookups$/, 'DNS lookups of SPF'],
  [/^dkim\/(.+)$/, 'DKIM key $1'],
  [/^dmarc\/record$/, 'DMARC record'],
  [/^dmarc\/policy$/, 'DMARC policy'],
  [/^mtaSts\/record$/, 'MTA-STS record'],
  [/^mtaSts\/mode$/, 'MTA-STS mode'],
  [/^mtaSts\/mx$/, 'Servers in the MTA-STS policy'],
  [/^tlsRpt\/record$/, 'TLS-RPT record'],
  [/^bimi\/record$/, 'BIMI record'],
  [/^lists\/([^/]+)\/(.+)$/, '$2 on the blocklist $1'],
];

/** Codes among the facts that are not self-explanatory, with their meanings. */
export const mailFactTexts: Readonly<Record<string, string>> = { 'not-listed': 'not listed' };
