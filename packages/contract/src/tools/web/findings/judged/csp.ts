import { listed } from '../../../../finding/wording.ts';
import {
  allowsEval,
  allowsInline,
  type ContentPolicy,
  openSources,
  parseMetaPolicy,
  parsePolicies,
  sourcesFor,
} from '../../../../http/csp/policy.ts';
import { parseSourceList } from '../../../../http/csp/sources.ts';
import { combinedValue } from '../../../../http/header-fields.ts';
import { finding, isDocument, pageHop, type UnjudgedWeb, type WebFinding, type WebHop, withCheck } from '../subject.ts';

/** The policies of the page; null if it is not a document, or if its meta elements would have to be read and were not. */
export function policiesOf(
  answer: UnjudgedWeb,
): { readonly hop: WebHop; readonly policies: readonly ContentPolicy[] } | null {
  const hop = pageHop(answer);
  if (hop === null || !isDocument(hop)) return null;
  const sent = parsePolicies(combinedValue(hop.headers, 'content-security-policy') ?? '');
  if (sent.length === 0 && answer.page === null) return null;
  const written = (answer.page?.metaPolicies ?? [])
    .map(parseMetaPolicy)
    .filter(({ directives }) => directives.size > 0);
  return { hop, policies: [...sent, ...written] };
}

/** Content-Security-Policy: what an injected text could do. */
export function cspFindings(answer: UnjudgedWeb): WebFinding[] {
  const read = policiesOf(answer);
  if (read === null) return [];
  const { hop, policies } = read;
  if (policies.length === 0) return [missing(hop)];
  return [...ignoredFindings(hop.url, policies), ...scriptFindings(hop.url, policies)];
}

function missing({ url, headers }: WebHop): WebFinding {
  const trial = combinedValue(headers, 'content-security-policy-report-only');
  const fix =
    "Try out Content-Security-Policy-Report-Only: script-src 'self'; base-uri 'none'; object-src 'none', then enforce it.";
  if (trial === null) {
    return finding('csp-missing', 'note', url, 'The page has no Content-Security-Policy.', withCheck(fix, url));
  }
  const enforce = 'When the reports show no problems, send it as Content-Security-Policy.';
  return finding(
    'csp-report-only',
    'note',
    url,
    'The only policy reports, and prevents nothing.',
    withCheck(enforce, url),
  );
}

const hasSources = (name: string) =>
  name.endsWith('-src') || /^(?:base-uri|form-action|frame-ancestors|script-src-\w+|style-src-\w+)$/.test(name);

/** What the author wrote, and browsers do not apply. */
function ignoredFindings(url: string, policies: readonly ContentPolicy[]): WebFinding[] {
  const parts = policies.flatMap(({ directives, duplicates, unknown }) => [
    ...duplicates.map((name) => `the second ${name}`),
    ...unknown,
    ...[...directives].flatMap(([name, value]) =>
      hasSources(name) ? parseSourceList(value).invalid.map((source) => `${source} in ${name}`) : [],
    ),
  ]);
  if (parts.length === 0) return [];
  const fix = 'Correct or leave out what browsers ignore; the console of a browser names each part.';
  return [finding('csp-partly-ignored', 'warn', url, `Browsers ignore ${listed(parts)}.`, withCheck(fix, url))];
}

/** A script runs if every policy lets it run. */
function scriptFindings(url: string, policies: readonly ContentPolicy[]): WebFinding[] {
  const lists = policies.map((policy) => sourcesFor(policy, 'script-src-elem'));
  const limiting = lists.filter((list) => list !== null);
  if (limiting.length === 0) {
    const evidence = 'No policy limits scripts: there is neither script-src nor default-src.';
    return [
      finding('csp-without-scripts', 'note', url, evidence, withCheck("Add script-src 'self' to the policy.", url)),
    ];
  }
  const found: WebFinding[] = [];
  const add = (code: WebFinding['code'], evidence: string, fix: string) =>
    found.push(finding(code, 'note', url, evidence, withCheck(fix, url)));
  const isInline = lists.every(allowsInline);
  if (isInline) {
    add(
      'csp-allows-inline',
      "The policy has 'unsafe-inline' for scripts, without a nonce or a hash.",
      'Give each script element a nonce that changes with every response, and name it in script-src.',
    );
  }
  const open = limiting.map(openSources);
  if (open.every((sources) => sources.length > 0)) {
    add('csp-open-sources', `Scripts may come from ${listed(open.flat())}.`, 'Name the hosts from which scripts come.');
  }
  if (lists.every(allowsEval)) {
    add('csp-allows-eval', "The policy has 'unsafe-eval'.", "Leave 'unsafe-eval' out once no script needs it.");
  }
  if (isInline) return found;
  if (policies.every(({ directives }) => !directives.has('base-uri'))) {
    add('csp-without-base-uri', 'The policy has no base-uri.', "Add base-uri 'none' to the policy.");
  }
  if (policies.every((policy) => sourcesFor(policy, 'object-src') === null)) {
    add(
      'csp-without-object-src',
      'The policy has neither object-src nor default-src.',
      "Add object-src 'none' to the policy.",
    );
  }
  return found;
}
