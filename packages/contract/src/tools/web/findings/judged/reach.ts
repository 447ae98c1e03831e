import { gapsInWords } from '../../../../finding/wording.ts';
import { parseAltSvc } from '../../../../http/alt-svc.ts';
import { combinedValue } from '../../../../http/header-fields.ts';
import { isOfHost, whyNoAnswer } from '../../no-answer.ts';
import { finding, hostIn, isHttps, pageHop, type UnjudgedWeb, type WebFinding, withCheck } from '../subject.ts';

/** Where HTTP/3 is announced: the Alt-Svc field, the HTTPS records; null where that was not determined. */
export function announcedHttp3(answer: UnjudgedWeb): { readonly altSvc: boolean | null; readonly dns: boolean | null } {
  const hop = pageHop(answer) ?? answer.chain.at(-1);
  const alternatives = hop === undefined ? null : parseAltSvc(combinedValue(hop.headers, 'alt-svc') ?? '');
  return {
    altSvc: alternatives?.some(({ protocol }) => protocol === 'h3') ?? null,
    dns: answer.httpsRecords?.some(({ alpn }) => alpn.includes('h3')) ?? null,
  };
}

/** What is announced against what answers. */
export function versionFindings(answer: UnjudgedWeb): WebFinding[] {
  const { final, versions } = answer;
  if (!isHttps(final.url)) return [];
  const { altSvc, dns } = announcedHttp3(answer);
  const host = hostIn(final.url);
  const places = [altSvc === true ? 'Alt-Svc' : '', dns === true ? 'the HTTPS records' : ''].filter(
    (place) => place !== '',
  );
  const where = places.join(' and ');
  const found: WebFinding[] = [];
  if (places.length > 0 && versions.h3 === false) {
    const fix = 'Let UDP through to port 443, or announce HTTP/3 no longer.';
    found.push(
      finding(
        'http3-announced-in-vain',
        'warn',
        host,
        `HTTP/3 is announced by ${where}, but does not work.`,
        withCheck(fix, final.url),
      ),
    );
  }
  if (places.length > 0 && versions.h3 === null) {
    const evidence = `HTTP/3 is announced by ${where}; from here, UDP port 443 does not answer.`;
    found.push(finding('http3-not-determined', 'unknown', host, evidence, null));
  }
  if (versions.h3 === true && altSvc === false && dns === false) {
    const fix = `Send Alt-Svc: h3=":443".`;
    found.push(
      finding(
        'http3-not-announced',
        'note',
        host,
        'The host speaks HTTP/3, but announces it nowhere.',
        withCheck(fix, final.url),
      ),
    );
  }
  if (altSvc === true && dns === false && (answer.httpsRecords ?? []).length > 0) {
    const evidence = 'Alt-Svc announces HTTP/3, but the HTTPS records of the host do not.';
    found.push(
      finding(
        'http3-missing-in-dns',
        'note',
        host,
        evidence,
        withCheck('Add h3 to the alpn of the HTTPS records.', final.url),
      ),
    );
  }
  if (versions.h2 === false) {
    found.push(
      finding(
        'http2-missing',
        'note',
        host,
        'The host does not speak HTTP/2.',
        withCheck('Turn on HTTP/2.', final.url),
      ),
    );
  }
  return found;
}

/** IPv4 against IPv6. */
export function familyFindings({ url, families, starts }: UnjudgedWeb): WebFinding[] {
  const { ipv4, ipv6 } = families;
  const start = starts[0]?.url ?? url;
  const host = hostIn(start);
  for (const [name, one, other] of [
    ['IPv6', ipv6, ipv4],
    ['IPv4', ipv4, ipv6],
  ] as const) {
    if (one.reached !== false || other.reached !== true || !isOfHost(one.reason)) continue;
    const evidence = `By ${name}, ${one.address ?? host} has no answer: ${whyNoAnswer(one.reason)}. The other family works.`;
    const fix = `Make the server answer at its ${name} address.`;
    return [finding('family-silent', 'warn', host, evidence, withCheck(fix, start))];
  }
  if (ipv4.reached !== true) return [];
  if (ipv6.reason === 'no-address') {
    const evidence = 'The host has no IPv6 address.';
    return [
      finding(
        'ipv6-missing',
        'note',
        host,
        evidence,
        withCheck('Give the server an IPv6 address, and an AAAA record.', start),
      ),
    ];
  }
  if (ipv6.reached !== true || ipv4.status === null || ipv6.status === null || ipv4.status === ipv6.status) return [];
  const evidence = `The status is ${ipv4.status} by IPv4 and ${ipv6.status} by IPv6.`;
  return [
    finding('families-differ', 'warn', host, evidence, withCheck('Configure the site alike for both families.', start)),
  ];
}

/** What could not be measured. */
export function completenessFindings({ gaps, final }: UnjudgedWeb): WebFinding[] {
  if (gaps.length === 0) return [];
  return [finding('web-part-unknown', 'unknown', hostIn(final.url), gapsInWords(gaps), null)];
}
