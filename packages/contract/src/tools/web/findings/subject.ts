import type { Finding, FindingState } from '../../../finding/finding.ts';
import type { Unjudged } from '../../../finding/unjudged.ts';
import { parseContentType } from '../../../http/content-type.ts';
import { combinedValue } from '../../../http/header-fields.ts';
import type { web } from '../contract.ts';
import type { WebCode } from '../explanations.ts';

export type UnjudgedWeb = Unjudged<typeof web>;
export type WebHop = UnjudgedWeb['chain'][number];

export interface WebFinding extends Finding {
  readonly code: WebCode;
}

export function finding(
  code: WebCode,
  state: FindingState,
  about: string,
  evidence: string,
  fix: string | null,
): WebFinding {
  return { code, state, about, evidence, fix };
}

export const isHttps = (url: string): boolean => url.startsWith('https:');

/** The host of a URL in canonical form, without its port. */
export function hostIn(url: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/:?#]*)/.exec(url)?.[1] ?? '';
}

export const isAddress = (host: string): boolean => /^[\d.]+$|^\[/.test(host);

/** Scheme, host and port. */
export const originIn = (url: string): string => /^https?:\/\/[^/?#]*/.exec(url)?.[0] ?? url;

/** The fix, followed by the command that shows whether it has worked. */
export function withCheck(fix: string, url: string): string {
  const [, host, port] = /^https?:\/\/([a-z0-9._-]+)(:\d+)?(?:[/?#]|$)/.exec(url) ?? [];
  if (host === undefined) return fix;
  return `${fix} Verify with: sonde web ${port === undefined ? host : `${originIn(url)}/`}`;
}

/** Every hop of every start; those that several starts share count once. */
export function allHops({ starts }: UnjudgedWeb): WebHop[] {
  const seen = new Map(starts.flatMap(({ chain }) => chain).map((hop) => [`${hop.url} ${hop.address}`, hop]));
  return [...seen.values()];
}

/** The last response, if it is not a redirect: what a visitor sees. */
export function pageHop({ chain }: UnjudgedWeb): WebHop | null {
  const last = chain.at(-1);
  return last === undefined || isRedirect(last) ? null : last;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
export const isRedirect = ({ status, headers }: WebHop): boolean =>
  REDIRECTS.includes(status) && combinedValue(headers, 'location') !== null;

/** Whether browsers show a response as a page, with scripts. */
export function isDocument({ headers }: WebHop): boolean {
  const type = parseContentType(combinedValue(headers, 'content-type') ?? '');
  return type !== null && ['text/html', 'application/xhtml+xml', 'image/svg+xml'].includes(type.essence);
}
