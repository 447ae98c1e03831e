import { quoted } from '../../../../finding/wording.ts';
import { fieldValues } from '../../../../http/header-fields.ts';
import { type Hsts, missingForPreload, parseHsts } from '../../../../http/hsts.ts';
import {
  allHops,
  finding,
  hostIn,
  isAddress,
  isHttps,
  type UnjudgedWeb,
  type WebFinding,
  type WebHop,
  withCheck,
} from '../subject.ts';

const FIELD = 'strict-transport-security';
const DAY = 86_400;
/** Half a year, as MDN recommends as the least. */
const SHORT = 15_552_000;

/** Strict-Transport-Security of every host on the way. Browsers do not apply it to addresses, nor without a valid certificate. */
export function hstsFindings(answer: UnjudgedWeb): WebFinding[] {
  const hops = allHops(answer);
  const secure = hops.filter(
    (hop) => isHttps(hop.url) && hop.certificate?.trusted === true && !isAddress(hostIn(hop.url)),
  );
  const finalHost = hostIn(answer.final.url);
  const byHost = new Map(secure.map((hop) => [hostIn(hop.url), hop]));
  return [...[...byHost].flatMap(([host, hop]) => hostFindings(host, hop, host === finalHost)), ...overHttp(hops)];
}

function hostFindings(host: string, { url, headers }: WebHop, isFinal: boolean): WebFinding[] {
  const values = fieldValues(headers, FIELD);
  const [value] = values;
  const fix = withCheck('Send Strict-Transport-Security: max-age=31536000.', url);
  if (value === undefined) {
    const evidence = `${host} sends no Strict-Transport-Security field.`;
    return [finding('hsts-missing', isFinal ? 'warn' : 'note', host, evidence, fix)];
  }
  const read = parseHsts(value);
  if (read === null) {
    return [finding('hsts-invalid', 'warn', host, `Browsers ignore this value: ${quoted(value)}.`, fix)];
  }
  const several =
    values.length > 1
      ? [
          finding(
            'hsts-several',
            'note',
            host,
            `There are ${values.length} fields; the first is ${quoted(value)}.`,
            fix,
          ),
        ]
      : [];
  return [...several, ...valueFindings(host, url, read)];
}

function valueFindings(host: string, url: string, hsts: Hsts): WebFinding[] {
  const { maxAge, preload } = hsts;
  if (maxAge === 0) {
    const fix = withCheck('Unless https is to be given up, send max-age=31536000.', url);
    return [
      finding('hsts-withdrawn', 'warn', host, 'The max-age is 0: browsers forget that the host wants https.', fix),
    ];
  }
  const short =
    maxAge < SHORT
      ? [
          finding(
            'hsts-short',
            'note',
            host,
            `Browsers keep it for ${lasting(maxAge)} after a visit.`,
            withCheck('Once everything works by https, send max-age=31536000.', url),
          ),
        ]
      : [];
  return [...short, ...(preload ? preloadFindings(host, url, hsts) : [])];
}

function preloadFindings(host: string, url: string, hsts: Hsts): WebFinding[] {
  const missing = missingForPreload(hsts);
  if (missing.length === 0) {
    const evidence = 'The field has all that the list wants. Whether the host is in the list was not determined.';
    return [finding('hsts-preload-eligible', 'note', host, evidence, null)];
  }
  const evidence = `It asks for the list of browsers (preload), but lacks ${missing.join(' and ')}.`;
  const fix = 'Send max-age=31536000; includeSubDomains; preload, or leave preload out.';
  return [finding('hsts-preload-incomplete', 'note', host, evidence, withCheck(fix, url))];
}

function overHttp(hops: readonly WebHop[]): WebFinding[] {
  const hop = hops.find(({ url, headers }) => !isHttps(url) && fieldValues(headers, FIELD).length > 0);
  if (hop === undefined) return [];
  const evidence = `${quoted(hop.url)} sends the field without encryption, where browsers ignore it.`;
  return [finding('hsts-over-http', 'note', hostIn(hop.url), evidence, null)];
}

const lasting = (seconds: number) => (seconds < DAY ? `${seconds} seconds` : `${Math.floor(seconds / DAY)} days`);
