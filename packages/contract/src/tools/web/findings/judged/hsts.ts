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
  return [
    ...[...byHost].flatMap(([host, hop]) => {
      const isFinal = host === finalHost;
      const known = isFinal ? answer.hstsPreload : null;
      return [...hostFindings(host, hop, { isFinal, known }), ...unaskedFindings(host, hop, known)];
    }),
    ...overHttp(hops),
  ];
}

/** What is known of a host beside its field. */
interface HostFacts {
  readonly isFinal: boolean;
  /** Its membership in the list of browsers; null if not determined. */
  readonly known: UnjudgedWeb['hstsPreload'];
}

function hostFindings(host: string, { url, headers }: WebHop, { isFinal, known }: HostFacts): WebFinding[] {
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
  return [...several, ...valueFindings(host, url, read, known)];
}

function valueFindings(host: string, url: string, hsts: Hsts, known: HostFacts['known']): WebFinding[] {
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
  return [...short, ...(preload ? preloadFindings(host, url, hsts, known) : [])];
}

function preloadFindings(host: string, url: string, hsts: Hsts, known: HostFacts['known']): WebFinding[] {
  const missing = missingForPreload(hsts);
  if (missing.length === 0 && known?.isListed === true) return [];
  if (missing.length === 0 && known?.isListed === false) {
    const evidence = 'It asks for the list of browsers (preload), which does not have the host.';
    const fix = 'Submit the domain at https://hstspreload.org/, or leave preload out.';
    return [finding('hsts-preload-not-listed', 'note', host, evidence, withCheck(fix, url))];
  }
  if (missing.length === 0) {
    const evidence = 'The field has all that the list wants. Whether the host is in the list was not determined.';
    return [finding('hsts-preload-eligible', 'note', host, evidence, null)];
  }
  const evidence = `It asks for the list of browsers (preload), but lacks ${missing.join(' and ')}.`;
  const fix = 'Send max-age=31536000; includeSubDomains; preload, or leave preload out.';
  return [finding('hsts-preload-incomplete', 'note', host, evidence, withCheck(fix, url))];
}

/** A host with an entry of its own, whose field does not ask for it: the list may drop it. */
function unaskedFindings(host: string, { url, headers }: WebHop, known: HostFacts['known']): WebFinding[] {
  const [value] = fieldValues(headers, FIELD);
  const asks = value !== undefined && parseHsts(value)?.preload === true;
  if (asks || known?.isListed !== true || known.entry !== host) return [];
  const evidence = `${host} is in the list of browsers, but its field does not ask for that (preload).`;
  const fix = 'To stay in the list, send max-age=31536000; includeSubDomains; preload.';
  return [finding('hsts-preload-unasked', 'note', host, evidence, withCheck(fix, url))];
}

function overHttp(hops: readonly WebHop[]): WebFinding[] {
  const hop = hops.find(({ url, headers }) => !isHttps(url) && fieldValues(headers, FIELD).length > 0);
  if (hop === undefined) return [];
  const evidence = `${quoted(hop.url)} sends the field without encryption, where browsers ignore it.`;
  return [finding('hsts-over-http', 'note', hostIn(hop.url), evidence, null)];
}

const lasting = (seconds: number) => (seconds < DAY ? `${seconds} seconds` : `${Math.floor(seconds / DAY)} days`);
