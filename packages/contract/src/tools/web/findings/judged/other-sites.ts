import { listed, quoted } from '../../../../finding/wording.ts';
import { corsGrant } from '../../../../http/cors.ts';
import { parsePolicies } from '../../../../http/csp/policy.ts';
import { parseSourceList, type SourceList } from '../../../../http/csp/sources.ts';
import { type FrameOptions, parseFrameOptions } from '../../../../http/frame-options.ts';
import { combinedValue } from '../../../../http/header-fields.ts';
import { parseEmbedderPolicy, parseOpenerPolicy, parseResourcePolicy } from '../../../../http/isolation.ts';
import {
  finding,
  hostIn,
  isDocument,
  pageHop,
  type UnjudgedWeb,
  type WebFinding,
  type WebHop,
  withCheck,
} from '../subject.ts';

/** What other sites may do with the page: show it in a frame, read it by script, share a process with it. */
export function otherSitesFindings(answer: UnjudgedWeb): WebFinding[] {
  const hop = pageHop(answer);
  return [
    ...corsFindings(answer),
    ...(hop === null ? [] : isolationFindings(hop)),
    ...(hop === null || !isDocument(hop) ? [] : framingFindings(hop)),
  ];
}

/** Who may frame the page by `frame-ancestors`; null without it. Only policies in header fields have it. */
export function frameAncestors({ headers }: WebHop): SourceList | null {
  const policies = parsePolicies(combinedValue(headers, 'content-security-policy') ?? '');
  const value = policies.map(({ directives }) => directives.get('frame-ancestors')).find((one) => one !== undefined);
  return value === undefined ? null : parseSourceList(value);
}

function framingFindings(hop: WebHop): WebFinding[] {
  const { url, headers } = hop;
  const value = combinedValue(headers, 'x-frame-options');
  const options = value === null ? null : parseFrameOptions(value);
  const ancestors = frameAncestors(hop);
  const fix = withCheck("Add frame-ancestors 'self' to the Content-Security-Policy.", url);
  if (ancestors !== null) return options === null ? [] : differing(url, ancestors, options, value ?? '');
  if (options === 'contradictory') {
    const evidence = `X-Frame-Options is ${quoted(value ?? '')}: browsers then block all frames, also your own.`;
    return [finding('frame-options-contradictory', 'warn', url, evidence, fix)];
  }
  if (options === 'ignored') {
    return [
      finding('frame-options-ignored', 'warn', url, `Browsers ignore X-Frame-Options: ${quoted(value ?? '')}.`, fix),
    ];
  }
  if (options !== null) return [];
  return [finding('framing-allowed', 'note', url, 'There is neither frame-ancestors nor X-Frame-Options.', fix)];
}

/** Where both are sent, `frame-ancestors` counts (CSP Level 3, section 6.4.2). */
function differing(url: string, ancestors: SourceList, options: FrameOptions, value: string): WebFinding[] {
  const { isNone, keywords, hosts, schemes } = ancestors;
  const isOnlySelf = keywords.has('self') && hosts.length === 0 && schemes.length === 0;
  if (options === 'deny' ? isNone : options === 'sameorigin' && isOnlySelf) return [];
  const evidence = `X-Frame-Options is ${quoted(value)}, but frame-ancestors says something else, and counts.`;
  return [finding('frame-rules-differ', 'note', url, evidence, withCheck('Make both say the same.', url))];
}

function corsFindings({ cors, final }: UnjudgedWeb): WebFinding[] {
  if (cors === null) return [];
  const { origin, allowOrigin, allowCredentials } = cors;
  const { readers, withCredentials } = corsGrant(allowOrigin, allowCredentials, origin);
  const host = hostIn(final.url);
  const add = (code: WebFinding['code'], state: WebFinding['state'], evidence: string, fix: string) => [
    finding(code, state, host, evidence, withCheck(fix, final.url)),
  ];
  if ((readers === 'asked' || readers === 'null') && withCredentials) {
    const who = readers === 'asked' ? `${quoted(origin)}, which it does not know` : 'null, which any page can be';
    return add(
      'cors-reads-as-visitor',
      'bad',
      `The server lets the origin ${who}, read its answers with the cookies of the visitor.`,
      'Compare the Origin field with a list of your own sites, and send it back only if it is in the list.',
    );
  }
  if (readers === 'any' && withCredentials) {
    return add(
      'cors-without-effect',
      'note',
      'Access-Control-Allow-Origin is *, together with Access-Control-Allow-Credentials: true.',
      'Name the sites that may read answers with cookies, or leave the second field out.',
    );
  }
  if (readers === 'any' || readers === 'asked') {
    return [
      finding(
        'cors-open',
        'note',
        host,
        'Pages of every other site may read this answer by script, without cookies.',
        null,
      ),
    ];
  }
  return [];
}

/** Fields whose value browsers do not know. */
function isolationFindings({ url, headers }: WebHop): WebFinding[] {
  const readers = {
    'Cross-Origin-Opener-Policy': parseOpenerPolicy,
    'Cross-Origin-Embedder-Policy': parseEmbedderPolicy,
    'Cross-Origin-Resource-Policy': parseResourcePolicy,
  };
  const ignored = Object.entries(readers).flatMap(([name, read]) => {
    const value = combinedValue(headers, name.toLowerCase());
    return value === null || read(value) !== null ? [] : [`${name}: ${value}`];
  });
  if (ignored.length === 0) return [];
  const fix = withCheck('Write one of the values of the specification, in lower case.', url);
  return [finding('isolation-ignored', 'note', url, `Browsers ignore ${listed(ignored)}.`, fix)];
}
