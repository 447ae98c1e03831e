import { quoted } from '../../../../finding/wording.ts';
import { isOfHost, whyNoAnswer } from '../../no-answer.ts';
import { finding, hostIn, isHttps, isRedirect, type UnjudgedWeb, type WebFinding, withCheck } from '../subject.ts';

type Start = UnjudgedWeb['starts'][number];

/** Where the first requests lead. */
export function redirectFindings(answer: UnjudgedWeb): WebFinding[] {
  const ways = answer.starts.filter((start) => !answer.starts.some((other) => joins(start, other)));
  return [...ways.flatMap(endFindings), ...ways.flatMap(downgrades), ...schemeFindings(answer)];
}

/** Whether the way by http leads to where that by https begins, and shares what follows. */
const joins = (start: Start, other: Start): boolean =>
  !isHttps(start.url) &&
  isHttps(other.url) &&
  other.chain.length > 0 &&
  start.chain.some(({ url }) => url === other.url);

function endFindings({ url, chain, end, location, reason }: Start): WebFinding[] {
  const target = quoted(location ?? '');
  switch (end) {
    case 'loop': {
      const evidence = `${quoted(url)} leads back to ${target}, after ${chain.length} redirects.`;
      return [finding('redirect-loop', 'bad', url, evidence, withCheck('Let the last address serve a page.', url))];
    }
    case 'too-many': {
      const evidence = `There are ${chain.length} redirects in a row, and another one to ${target}.`;
      return [finding('redirects-too-many', 'bad', url, evidence, withCheck('Redirect straight to the page.', url))];
    }
    case 'bad-location': {
      const evidence = `A redirect leads to ${target}, which is not an http or https address.`;
      return [finding('redirect-unusable', 'bad', url, evidence, withCheck('Correct the Location field.', url))];
    }
    case 'refused-location': {
      return [notFollowed(url, target, reason)];
    }
    case 'failed': {
      if (chain.length === 0) return [];
      if (!isOfHost(reason)) return [notFollowed(url, target, reason)];
      const evidence = `A redirect leads to ${target}, but ${whyNoAnswer(reason)}.`;
      return [
        finding('redirect-target-silent', 'bad', url, evidence, withCheck('Redirect to a host that answers.', url)),
      ];
    }
    default:
      return [];
  }
}

const notFollowed = (url: string, target: string, reason: string | null) =>
  finding('redirect-not-followed', 'unknown', url, `A redirect leads to ${target}, but ${whyNoAnswer(reason)}.`, null);

/** From https back to http. */
function downgrades({ url, chain }: Start): WebFinding[] {
  const at = chain.findIndex((hop, index) => {
    const next = chain[index + 1];
    return isHttps(hop.url) && next !== undefined && !isHttps(next.url);
  });
  const [from, to] = [chain[at], chain[at + 1]];
  if (from === undefined || to === undefined) return [];
  const evidence = `${quoted(from.url)} redirects to ${quoted(to.url)}.`;
  return [finding('redirect-to-http', 'warn', url, evidence, withCheck('Redirect to the https address.', url))];
}

/** The first request by http, and whether there is https at all. */
function schemeFindings({ starts }: UnjudgedWeb): WebFinding[] {
  const plain = starts.find(({ url }) => !isHttps(url));
  const secure = starts.find(({ url }) => isHttps(url));
  const missing = secure === undefined || plain === undefined ? [] : httpsMissing(secure, plain);
  return missing.length > 0 || plain === undefined ? missing : plainFindings(plain);
}

/** Answers to a TLS handshake that mean that something is there, but does not work. */
const FAULTS: readonly string[] = ['not-tls', 'handshake-failed', 'reset', 'invalid-response'];

function httpsMissing(secure: Start, plain: Start): WebFinding[] {
  if (secure.chain.length > 0 || secure.end !== 'failed' || plain.chain.length === 0) return [];
  if (!isOfHost(secure.reason)) return [];
  const host = hostIn(secure.url);
  const fix = `Serve ${host} over https, with a certificate, for example from Let’s Encrypt.`;
  if (FAULTS.includes(secure.reason ?? '')) {
    const evidence = `There is an answer at port 443, but ${whyNoAnswer(secure.reason)}.`;
    return [finding('https-broken', 'bad', host, evidence, withCheck(fix, secure.url))];
  }
  const evidence = `The host answers by http; at port 443, ${whyNoAnswer(secure.reason)}.`;
  return [finding('https-missing', 'warn', host, evidence, withCheck(fix, secure.url))];
}

function plainFindings({ url, chain, end }: Start): WebFinding[] {
  const [first] = chain;
  const last = chain.at(-1);
  if (first === undefined || last === undefined || end !== 'answered') return [];
  if (!isHttps(last.url)) {
    if (chain.some((hop) => isHttps(hop.url))) return [];
    const evidence = `${quoted(last.url)} answers with status ${last.status}, without encryption.`;
    return [
      finding(
        'http-without-redirect',
        'warn',
        url,
        evidence,
        withCheck(`Redirect http to https://${hostIn(url)}/.`, url),
      ),
    ];
  }
  const at = chain.findIndex((hop) => isHttps(hop.url));
  const secure = chain[at];
  if (secure === undefined || !isRedirect(first)) return [];
  const [from, to] = [hostIn(url), hostIn(secure.url)];
  const fix = `Redirect http://${from}/ to https://${from}/ first, and from there to another host.`;
  if (at > 1) {
    const evidence = `The ${at} redirects before ${quoted(secure.url)} are not encrypted.`;
    return [finding('redirect-late-to-https', 'note', url, evidence, withCheck(fix, url))];
  }
  if (from === to) return [];
  const evidence = `${quoted(url)} redirects straight to ${quoted(secure.url)}.`;
  return [finding('redirect-skips-host', 'note', url, evidence, withCheck(fix, url))];
}
