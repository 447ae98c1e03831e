import type { Reading } from '@sonde/contract';
import type { Finding } from '@sonde/contract/finding/finding';
import { bySeverity } from '@sonde/contract/finding/severity';
import { titleOf } from '../findings/explanations.ts';

type ReadFinding = Finding | Reading<typeof Finding>;

/** Fields that are judged, in the order in which missing ones are shown, with the codes of their findings. */
const judged: Readonly<Record<string, readonly string[]>> = {
  'strict-transport-security': [
    'hsts-missing',
    'hsts-invalid',
    'hsts-several',
    'hsts-withdrawn',
    'hsts-short',
    'hsts-preload-eligible',
    'hsts-preload-incomplete',
    'hsts-preload-not-listed',
    'hsts-preload-unasked',
  ],
  'content-security-policy': [
    'csp-missing',
    'csp-partly-ignored',
    'csp-without-scripts',
    'csp-allows-inline',
    'csp-open-sources',
    'csp-allows-eval',
    'csp-without-base-uri',
    'csp-without-object-src',
  ],
  'content-security-policy-report-only': ['csp-report-only'],
  'x-frame-options': ['framing-allowed', 'frame-options-contradictory', 'frame-options-ignored', 'frame-rules-differ'],
  'x-content-type-options': ['nosniff-missing'],
  'content-type': ['content-type-missing'],
  'referrer-policy': ['referrer-told', 'referrer-policy-ignored'],
  'permissions-policy': ['permissions-policy-ignored'],
  'cross-origin-opener-policy': [],
  'cross-origin-embedder-policy': [],
  'cross-origin-resource-policy': [],
  'access-control-allow-origin': ['cors-reads-as-visitor', 'cors-without-effect', 'cors-open'],
  'set-cookie': ['cookie-rejected', 'cookie-without-secure', 'cookie-readable-by-scripts', 'cookie-lifetime-capped'],
  'cache-control': ['cookie-in-shared-cache', 'caching-guessed'],
  'alt-svc': ['http3-announced-in-vain', 'http3-not-announced'],
  server: ['software-version-told'],
  'x-powered-by': ['software-version-told'],
};

/** Without TLS, browsers ignore it (RFC 6797, section 8.1). */
const ONLY_BY_TLS = 'strict-transport-security';

/** Findings that say that the field is not there. */
const ABSENT: ReadonlySet<string> = new Set(['hsts-missing', 'csp-missing', 'framing-allowed', 'nosniff-missing']);

export interface JudgedField {
  readonly name: string;
  readonly value: string;
  /** The state of its worst finding; `good` without one; null for a field that is not judged. */
  readonly state: Finding['state'] | null;
  readonly words: string;
}

/** The fields of a response in their order, each with what was found about it; then those that are missed. */
export function fieldRows(
  { url, headers }: { readonly url: string; readonly headers: readonly (readonly [string, string])[] },
  findings: readonly ReadFinding[],
): readonly JudgedField[] {
  const known = findings as readonly Finding[];
  const isPlain = url.startsWith('http:');
  const rows = headers.map(([name, value]): JudgedField => {
    if (isPlain && name.toLowerCase() === ONLY_BY_TLS)
      return { name, value, state: 'note', words: 'Ignored without TLS' };
    return { name, value, ...stateOf(name.toLowerCase(), value, known) };
  });
  const sent = new Set(headers.map(([name]) => name.toLowerCase()));
  const missing = Object.keys(judged)
    .filter((name) => !sent.has(name))
    .map((name): JudgedField => ({ name, value: 'Not sent', ...stateOf(name, '', known) }))
    .filter(({ state }) => state !== null && state !== 'good');
  return [...rows, ...missing];
}

/** As the evidence names it. */
const nameOf = (cookie: string) => cookie.split('=', 1)[0]?.trim() ?? '';

function stateOf(name: string, value: string, findings: readonly Finding[]): Pick<JudgedField, 'state' | 'words'> {
  const codes = judged[name];
  if (codes === undefined) return { state: null, words: 'Not judged' };
  const isAbout = ({ code, evidence }: Finding) => {
    if (code === 'isolation-ignored') return evidence.toLowerCase().includes(name);
    if (name === 'set-cookie')
      return codes.includes(code) && [' ', ':'].some((end) => evidence.includes(`cookie ${nameOf(value)}${end}`));
    if (code === 'software-version-told') return codes.includes(code) && evidence.includes(value);
    return codes.includes(code) && (value === '' || !ABSENT.has(code) || code === 'nosniff-missing');
  };
  const [worst] = bySeverity(findings.filter(isAbout));
  return worst === undefined ? { state: 'good', words: 'Good' } : { state: worst.state, words: titleOf(worst.code) };
}
