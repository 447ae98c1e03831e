import { fieldValues } from '../../../../http/header-fields.ts';
import { finding, hostIn, pageHop, type UnjudgedWeb, type WebFinding, type WebHop, withCheck } from '../subject.ts';

const OK = 400;
const SERVER_ERROR = 500;
/** Statuses with which gatekeepers refuse a program, or ask it to prove that it is a browser. */
const REFUSALS: readonly number[] = [401, 403, 405, 429, 503];
/** Fields that only the named gatekeeper sends with such an answer. */
const marks: readonly (readonly [field: string, value: RegExp, name: string])[] = [
  ['cf-mitigated', /^challenge/i, 'Cloudflare'],
  ['server', /^cloudflare/i, 'Cloudflare'],
  ['server', /^AkamaiGHost/i, 'Akamai'],
  ['server', /^CloudFront/i, 'CloudFront'],
  ['server', /^ddos-guard/i, 'DDoS-Guard'],
  ['server', /^Sucuri/i, 'Sucuri'],
  ['x-sucuri-id', /./, 'Sucuri'],
  ['x-amzn-waf-action', /./, 'AWS WAF'],
  ['x-datadome', /./, 'DataDome'],
  ['x-iinfo', /./, 'Imperva'],
  ['x-vercel-mitigated', /./, 'Vercel'],
];

/** Who answers in place of the site; null if nothing shows that. */
export function gatekeeperOf(answer: UnjudgedWeb): string | null {
  const hop = pageHop(answer);
  if (hop === null || !REFUSALS.includes(hop.status)) return null;
  return marks.find(([field, value]) => fieldValues(hop.headers, field).some((sent) => value.test(sent)))?.[2] ?? null;
}

/** What a visitor gets in the end. */
export function answerFindings(answer: UnjudgedWeb): WebFinding[] {
  const hop = pageHop(answer);
  if (hop === null) return [];
  return [...statusFindings(answer, hop), ...bodyFindings(answer, hop)];
}

function statusFindings(answer: UnjudgedWeb, { url, status }: WebHop): WebFinding[] {
  const gatekeeper = gatekeeperOf(answer);
  if (gatekeeper !== null) {
    const evidence = `${gatekeeper} answers in place of ${hostIn(url)}, with status ${status}. This is the gatekeeper’s answer: what browsers get may differ.`;
    return [finding('page-from-gatekeeper', 'note', url, evidence, null)];
  }
  if (status < OK) return [];
  if (status === 401) {
    return [finding('page-asks-to-sign-in', 'note', url, 'The server asks for a user name and password (401).', null)];
  }
  if (status < SERVER_ERROR) {
    const fix = 'Serve a page at this address, or redirect it to one.';
    return [finding('page-client-error', 'warn', url, `The status is ${status}.`, withCheck(fix, url))];
  }
  const fix = 'Look for the cause in the error log of the server.';
  return [finding('page-server-error', 'bad', url, `The status is ${status}.`, withCheck(fix, url))];
}

function bodyFindings({ compression }: UnjudgedWeb, { url }: WebHop): WebFinding[] {
  if (compression?.problem === 'corrupt') {
    const evidence = `The body is announced as ${compression.encoding ?? 'not compressed'}, but cannot be read as that.`;
    return [
      finding('body-not-readable', 'bad', url, evidence, withCheck('Compress responses in one place only.', url)),
    ];
  }
  if (compression?.problem === 'reset' || compression?.problem === 'timeout') {
    const why = compression.problem === 'reset' ? 'the server closed the connection' : 'the server stopped sending';
    const evidence = `The body ended after ${compression.bytes} octets: ${why}.`;
    const fix = 'Look in the logs of the server, and of the proxy before it, for responses that are cut off.';
    return [finding('body-cut-off', 'warn', url, evidence, withCheck(fix, url))];
  }
  return [];
}
