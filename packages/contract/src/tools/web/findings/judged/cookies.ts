import { quoted } from '../../../../finding/wording.ts';
import { fieldValues } from '../../../../http/header-fields.ts';
import { parseHsts } from '../../../../http/hsts.ts';
import { type CookieRejection, parseSetCookie, type ReceivedCookie } from '../../../../http/set-cookie.ts';
import { finding, isHttps, type UnjudgedWeb, type WebFinding, type WebHop, withCheck } from '../subject.ts';

/** More cookies than browsers keep for a domain are not judged. */
const MAX_COOKIES = 180;

/** The cookies of every response on the way to the page, by the rules of RFC 6265bis. Those that are deleted are left out. */
export function cookieFindings(answer: UnjudgedWeb): WebFinding[] {
  const nowMs = Date.parse(answer.checkedAt ?? '');
  const cookies = answer.chain.flatMap((hop) =>
    fieldValues(hop.headers, 'set-cookie').map((value) => ({
      hop,
      cookie: parseSetCookie(value, { isHttps: isHttps(hop.url), nowMs: Number.isNaN(nowMs) ? 0 : nowMs }),
    })),
  );
  return cookies
    .slice(0, MAX_COOKIES)
    .filter(({ cookie: { lifetimeSeconds } }) => lifetimeSeconds === null || lifetimeSeconds > 0)
    .flatMap(({ hop, cookie }) => judged(hop, cookie));
}

const rejections: Readonly<Record<CookieRejection, string>> = {
  'control-character': 'it has a control character',
  empty: 'it has neither a name nor a value',
  'too-long': 'name and value have more than 4096 octets',
  'secure-prefix': 'a name with __Secure- needs Secure',
  'host-prefix': 'a name with __Host- needs Secure and Path=/, and no Domain',
  'same-site-none-without-secure': 'SameSite=None needs Secure',
  'secure-over-http': 'Secure cookies cannot be set by http',
};

const SESSION = /sess|sid$|^sid|token|auth|login|jwt/i;
/** Tokens against cross-site requests are read by scripts on purpose. */
const READ_BY_SCRIPTS = /csrf|xsrf/i;
const DAY = 86_400;

function judged({ url, headers }: WebHop, cookie: ReceivedCookie): WebFinding[] {
  const name = cookie.name === '' ? 'without a name' : quoted(cookie.name);
  if (cookie.rejection !== null) {
    const evidence = `Browsers do not keep the cookie ${name}: ${rejections[cookie.rejection]}.`;
    return [finding('cookie-rejected', 'warn', url, evidence, withCheck('Correct its attributes.', url))];
  }
  const found: WebFinding[] = [];
  if (!cookie.secure) {
    const isCovered =
      isHttps(url) &&
      fieldValues(headers, 'strict-transport-security').some((value) => (parseHsts(value)?.maxAge ?? 0) > 0);
    const evidence = `The cookie ${name} has no Secure${isCovered ? '; Strict-Transport-Security limits this' : ''}.`;
    found.push(
      finding(
        'cookie-without-secure',
        isCovered ? 'note' : 'warn',
        url,
        evidence,
        withCheck('Set it by https, with Secure.', url),
      ),
    );
  }
  if (!cookie.httpOnly && SESSION.test(cookie.name) && !READ_BY_SCRIPTS.test(cookie.name)) {
    const evidence = `The cookie ${name} has no HttpOnly, and its name is that of a session.`;
    found.push(
      finding(
        'cookie-readable-by-scripts',
        'warn',
        url,
        evidence,
        withCheck('If no script reads it, set it with HttpOnly.', url),
      ),
    );
  }
  if (cookie.askedSeconds !== null) {
    const evidence = `The cookie ${name} is to live ${Math.floor(cookie.askedSeconds / DAY)} days; browsers keep it 400.`;
    found.push(finding('cookie-lifetime-capped', 'note', url, evidence, null));
  }
  return found;
}
