import { listed, quoted } from '../../../../finding/wording.ts';
import { finding, hostIn, originIn, pageHop, type UnjudgedWeb, type WebFinding, withCheck } from '../subject.ts';

const problemWords: Readonly<Record<string, string>> = {
  'no-contact': 'it has no Contact',
  'contact-not-a-uri': 'a Contact is not a URI, such as mailto:security@example.com',
  'no-expires': 'it has no Expires',
  'several-expires': 'it has several Expires',
  'expires-not-a-date': 'Expires is not a date and time',
  'several-languages': 'it has several Preferred-Languages',
  'url-without-tls': 'a link is http',
  'line-without-field': 'a line is neither a field nor a comment',
};

/** security.txt of the final host (RFC 9116). */
export function securityTxtFindings(answer: UnjudgedWeb): WebFinding[] {
  const { securityTxt, securityTxtStatus, final } = answer;
  const place = `${originIn(final.url)}/.well-known/security.txt`;
  if (securityTxt === null) {
    if (securityTxtStatus !== 'absent' || pageHop(answer) === null) return [];
    const fix = withCheck('Publish the file, with Contact and Expires, at this address.', final.url);
    return [finding('security-txt-missing', 'note', hostIn(final.url), `There is no file at ${quoted(place)}.`, fix)];
  }
  return fileFindings(answer, securityTxt, place);
}

function fileFindings(
  { checkedAt, final }: UnjudgedWeb,
  { url, problems, expires, canonical, contentType }: NonNullable<UnjudgedWeb['securityTxt']>,
  place: string,
): WebFinding[] {
  const found: WebFinding[] = [];
  const add = (code: WebFinding['code'], state: WebFinding['state'], evidence: string, fix: string) =>
    found.push(finding(code, state, url, evidence, withCheck(fix, final.url)));
  const isPlain = contentType === null || /^text\/plain\b/i.test(contentType);
  const faults = [
    ...problems.map((problem) => problemWords[problem] ?? problem),
    ...(isPlain ? [] : [`its type is ${quoted(contentType)} instead of text/plain`]),
  ];
  if (expires !== null && checkedAt !== undefined && Date.parse(expires) < Date.parse(checkedAt)) {
    add(
      'security-txt-expired',
      'warn',
      `It expired on ${expires.slice(0, 10)}.`,
      'Check that the contacts still hold, then set a new Expires.',
    );
  }
  if (faults.length > 0) {
    add('security-txt-invalid', 'warn', `The file breaks RFC 9116: ${listed(faults)}.`, 'Correct the file.');
  }
  const isElsewhere = canonical.length > 0 && !canonical.includes(url) && !canonical.includes(place);
  if (isElsewhere) {
    add(
      'security-txt-elsewhere',
      'note',
      `Canonical is ${listed(canonical)}.`,
      'Add the address of this file as another Canonical.',
    );
  }
  return found;
}
