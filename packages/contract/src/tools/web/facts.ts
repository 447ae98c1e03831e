import type { ChangeLabel } from '../../fact/change-label.ts';
import { type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import { combinedValue } from '../../http/header-fields.ts';
import type { web } from './contract.ts';
import { pageHop, type WebHop } from './findings/subject.ts';

/** Fields that say how a site is configured. Nonces change with every response, and are left out of the policy. */
const FIELDS = [
  'strict-transport-security',
  'content-security-policy',
  'x-frame-options',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'access-control-allow-origin',
  'alt-svc',
  'server',
] as const;

/** What a site is configured to do. Addresses and timings change by themselves, and are not included. */
export function webFacts(answer: Unjudged<typeof web>): Facts {
  const { final, starts, cookies, versions, securityTxt, securityTxtStatus } = answer;
  const hop = pageHop(answer);
  return factsFrom([
    ['final/url', final.url],
    ['final/status', final.status],
    ...starts.map(({ url, chain, end }): [string, string | undefined] => [
      `redirects/${url}`,
      end === 'answered' ? chain.map((one) => one.url).join(' > ') : undefined,
    ]),
    ['certificate', hop === null ? undefined : trustOf(hop.certificate)],
    ...FIELDS.map((name): [string, string | null | undefined] => [
      `fields/${name}`,
      hop === null ? undefined : withoutNonces(combinedValue(hop.headers, name)),
    ]),
    ['cookies', setOf(cookies.map(({ name }) => name))],
    ['securityTxt/contacts', securityTxtStatus === null ? undefined : setOf(securityTxt?.contacts ?? [])],
    ['versions/h1', versions.h1 ?? undefined],
    ['versions/h2', versions.h2 ?? undefined],
    ['versions/h3', versions.h3 ?? undefined],
  ]);
}

/** Whether browsers trust the certificate of the page, and why not; null if it came without TLS. */
function trustOf(certificate: WebHop['certificate']): string | null | undefined {
  if (certificate === null) return null;
  const { trusted, reasons } = certificate;
  if (trusted === null) return undefined;
  return trusted ? 'trusted' : `not trusted: ${setOf(reasons).join(', ').replaceAll('_', ' ')}`;
}

const withoutNonces = (value: string | null) => value?.replaceAll(/'nonce-[^'\s]{1,200}'/g, "'nonce-…'") ?? null;

/** Labels of the facts, by path; the first match wins. */
export const webChangeLabels: readonly ChangeLabel[] = [
  [/^final\/url$/, 'Final URL'],
  [/^final\/status$/, 'Status of the final page'],
  [/^redirects\/(.+)$/, 'Redirects from $1'],
  [/^certificate$/, 'Certificate of the page'],
  [/^fields\/(.+)$/, 'Header field $1'],
  [/^cookies$/, 'Cookies'],
  [/^securityTxt\/contacts$/, 'Contacts in security.txt'],
  [/^versions\/h1$/, 'HTTP/1.1'],
  [/^versions\/h2$/, 'HTTP/2'],
  [/^versions\/h3$/, 'HTTP/3'],
];
