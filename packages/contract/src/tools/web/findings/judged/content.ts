import { listed, quoted } from '../../../../finding/wording.ts';
import { parseCacheControl } from '../../../../http/cache-control.ts';
import { isNoSniff, parseContentType } from '../../../../http/content-type.ts';
import { combinedValue, fieldValues } from '../../../../http/header-fields.ts';
import { parsePermissionsPolicy } from '../../../../http/permissions-policy.ts';
import { parseMetaReferrer, parseReferrerPolicy } from '../../../../http/referrer-policy.ts';
import { finding, hostIn, pageHop, type UnjudgedWeb, type WebFinding, type WebHop, withCheck } from '../subject.ts';

const OK = 200;
/** Below this, compression saves no packet. */
const SMALL_OCTETS = 1400;

/** The page itself: its type, what it loads, how it is transferred and kept, and what it tells about itself. */
export function contentFindings(answer: UnjudgedWeb): WebFinding[] {
  const hop = pageHop(answer);
  if (hop === null) return [];
  return [
    ...mixedFindings(answer, hop),
    ...typeFindings(answer, hop),
    ...referrerFindings(answer, hop),
    ...permissionFindings(hop),
    ...transferFindings(answer, hop),
    ...cacheFindings(hop),
    ...versionFindings(hop),
  ];
}

function mixedFindings({ page }: UnjudgedWeb, { url }: WebHop): WebFinding[] {
  const { mixedActive = [], mixedPassive = [] } = page ?? {};
  const fix = withCheck('Write these addresses with https.', url);
  return [
    ...(mixedActive.length === 0
      ? []
      : [finding('mixed-content-blocked', 'bad', url, `Browsers do not load ${listed(mixedActive)}.`, fix)]),
    ...(mixedPassive.length === 0
      ? []
      : [finding('mixed-content-upgraded', 'note', url, `The page names ${listed(mixedPassive)}.`, fix)]),
  ];
}

function typeFindings({ compression }: UnjudgedWeb, { url, status, headers }: WebHop): WebFinding[] {
  const type = combinedValue(headers, 'content-type');
  const hasBody = compression !== null && compression.bytes > 0;
  if (status === OK && hasBody && (type === null || parseContentType(type) === null)) {
    const evidence = type === null ? 'There is no Content-Type field.' : `The Content-Type is ${quoted(type)}.`;
    const fix = withCheck('Send the type of the content, such as Content-Type: text/html; charset=utf-8.', url);
    return [finding('content-type-missing', 'warn', url, evidence, fix)];
  }
  const value = combinedValue(headers, 'x-content-type-options');
  if (value !== null && isNoSniff(value)) return [];
  const evidence =
    value === null ? 'There is no X-Content-Type-Options field.' : `X-Content-Type-Options is ${quoted(value)}.`;
  return [finding('nosniff-missing', 'note', url, evidence, withCheck('Send X-Content-Type-Options: nosniff.', url))];
}

function referrerFindings({ page }: UnjudgedWeb, { url, headers }: WebHop): WebFinding[] {
  const value = combinedValue(headers, 'referrer-policy');
  const written = page?.metaReferrer == null ? null : parseMetaReferrer(page.metaReferrer);
  const sent = value === null ? null : parseReferrerPolicy(value);
  const policy = written ?? sent;
  const fix = withCheck('Send Referrer-Policy: strict-origin-when-cross-origin.', url);
  if (policy === 'unsafe-url' || policy === 'no-referrer-when-downgrade') {
    return [
      finding(
        'referrer-told',
        policy === 'unsafe-url' ? 'warn' : 'note',
        url,
        `The referrer policy is ${policy}.`,
        fix,
      ),
    ];
  }
  if (value === null || sent !== null) return [];
  return [finding('referrer-policy-ignored', 'note', url, `Browsers know no policy in ${quoted(value)}.`, fix)];
}

function permissionFindings({ url, headers }: WebHop): WebFinding[] {
  const value = combinedValue(headers, 'permissions-policy');
  if (value === null || parsePermissionsPolicy(value) !== null) return [];
  const evidence = `Browsers cannot read this value, and ignore it: ${quoted(value)}.`;
  const fix = withCheck(
    'Write it as structured fields, such as Permissions-Policy: camera=(), geolocation=(self).',
    url,
  );
  return [finding('permissions-policy-ignored', 'note', url, evidence, fix)];
}

function transferFindings({ compression }: UnjudgedWeb, { url, headers }: WebHop): WebFinding[] {
  const type = parseContentType(combinedValue(headers, 'content-type') ?? '')?.essence ?? '';
  if (compression === null || compression.encoding !== null || compression.bytes < SMALL_OCTETS) return [];
  if (!/^text\/|[/+](?:json|xml|javascript)$/.test(type)) return [];
  const evidence = `${compression.bytes} octets of ${type} come without compression, although gzip and br were offered.`;
  return [finding('not-compressed', 'note', url, evidence, withCheck('Compress texts with gzip.', url))];
}

function cacheFindings({ url, status, headers }: WebHop): WebFinding[] {
  const value = combinedValue(headers, 'cache-control');
  const rule = value === null ? null : parseCacheControl(value);
  const cookies = fieldValues(headers, 'set-cookie').length;
  if (rule !== null && cookies > 0 && !rule.noStore && !rule.isPrivate && (rule.isPublic || (rule.sMaxAge ?? 0) > 0)) {
    const evidence = `The page sets ${cookies === 1 ? 'a cookie' : `${cookies} cookies`} and has Cache-Control: ${quoted(value ?? '')}.`;
    const fix = withCheck('Send Cache-Control: private with pages that set cookies.', url);
    return [finding('cookie-in-shared-cache', 'warn', url, evidence, fix)];
  }
  const isGuessed =
    rule === null && combinedValue(headers, 'expires') === null && combinedValue(headers, 'last-modified') !== null;
  if (!isGuessed || status !== OK) return [];
  const evidence = 'There is neither Cache-Control nor Expires, but Last-Modified: browsers may guess.';
  return [finding('caching-guessed', 'note', url, evidence, withCheck('Send Cache-Control: no-cache.', url))];
}

const TELLING = ['server', 'x-powered-by', 'x-aspnet-version', 'x-aspnetmvc-version', 'x-generator'];

function versionFindings({ url, headers }: WebHop): WebFinding[] {
  const told = TELLING.flatMap((name) =>
    fieldValues(headers, name)
      .filter((value) => /\d/.test(value))
      .map((value) => `${name}: ${value}`),
  );
  if (told.length === 0) return [];
  const fix = withCheck('Leave the version out.', url);
  return [finding('software-version-told', 'note', hostIn(url), `The server says ${listed(told)}.`, fix)];
}
