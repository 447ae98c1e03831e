import { listed, quoted } from '../../../finding/wording.ts';
import { finding, type MailFinding, type UnjudgedMail } from './subject.ts';

type Sts = NonNullable<UnjudgedMail['mtaSts']>;
type Bimi = NonNullable<UnjudgedMail['bimi']>;

const DAY_SECONDS = 86_400;
const WHOLE = 100;

/** MTA-STS, TLS-RPT and BIMI. A domain that accepts no mail needs neither of the first two. */
export function transportFindings(answer: UnjudgedMail): MailFinding[] {
  const { domain, mtaSts, tlsRpt, bimi, mxKind } = answer;
  const takesMail = mxKind === 'mx' || mxKind === 'implicit';
  return [
    ...(mtaSts === null ? [] : stsFindings(domain, mtaSts, takesMail)),
    ...(tlsRpt === null ? [] : reportFindings(domain, tlsRpt, needsReports(answer))),
    ...(bimi === null || bimi.record === null || bimi.isDeclined ? [] : bimiFindings(answer, bimi)),
  ];
}

/** What makes senders require TLS, and so may stop mail; null if nothing does. */
function needsReports({ mtaSts, dane }: UnjudgedMail): 'MTA-STS' | 'DANE' | null {
  if (mtaSts?.record != null && mtaSts.mode !== 'none') return 'MTA-STS';
  return dane?.some(({ chain }) => chain.state === 'secure') ? 'DANE' : null;
}

function stsFindings(domain: string, sts: Sts, takesMail: boolean): MailFinding[] {
  const at = `_mta-sts.${domain}`;
  if (sts.records.length > 1) {
    return [
      finding(
        'mta-sts-several',
        'bad',
        at,
        `There are ${sts.records.length} MTA-STS records.`,
        `Keep only one record at ${at}.`,
      ),
    ];
  }
  if (sts.record === null) {
    if (!takesMail) return [];
    const fix = `Publish ${at}. IN TXT "v=STSv1; id=1" and a policy at https://mta-sts.${domain}/.well-known/mta-sts.txt, at first with mode: testing.`;
    return [finding('mta-sts-missing', 'note', domain, `There is no record at ${at}.`, fix)];
  }
  if (sts.failure !== null) return [unavailable(sts)];
  return policyFindings(domain, sts);
}

const failures: Readonly<Record<string, string>> = {
  certificate: 'its certificate is not valid for this name',
  redirect: 'it redirects, which senders do not follow',
  'no-address': 'its host has no address',
  timeout: 'its host did not answer in time',
  'too-large': 'it has more than 64 kB',
  invalid: 'its host did not answer with valid HTTP',
  'special-use': 'its host has an address that is not public',
};

function unavailable({ failure, status, policyUrl }: Sts): MailFinding {
  const why =
    failure === 'status' ? `its status is ${status}` : (failures[failure ?? ''] ?? 'its host cannot be reached');
  const url = policyUrl ?? '';
  return finding(
    'mta-sts-policy-unavailable',
    'bad',
    url,
    `The policy cannot be fetched: ${why}.`,
    'Serve the policy with status 200, without a redirect and with a valid certificate.',
  );
}

function policyFindings(domain: string, sts: Sts): MailFinding[] {
  const { mode, unmatched, problems, maxAgeSeconds, mediaType, patterns } = sts;
  const about = sts.policyUrl ?? domain;
  const isEnforced = mode === 'enforce';
  const found = problems.map(({ column, message }) =>
    finding(
      'mta-sts-syntax',
      'bad',
      about,
      `Column ${column}: ${quoted(message)}.`,
      'Correct the line, then set a new id in the record.',
    ),
  );
  if (unmatched.length > 0 && mode !== 'none') {
    const effect = isEnforced ? '' : ' In mode testing, senders deliver all the same, and report it.';
    const evidence = `The policy allows ${listed(patterns)}, but not ${listed(unmatched)}.${effect}`;
    const fix = `Add ${listed(unmatched.map((name) => `mx: ${name}`))} to the policy, then set a new id in the record.`;
    found.push(finding('mta-sts-mx-not-allowed', isEnforced ? 'bad' : 'warn', about, evidence, fix));
  }
  if (mode === 'testing') {
    const fix = 'When the TLS reports show no problems, set mode: enforce, and a new id in the record.';
    const evidence = 'The mode is testing: senders report problems, and deliver all the same.';
    found.push(finding('mta-sts-not-enforced', 'note', about, evidence, fix));
  }
  if (mode === 'none') {
    const fix =
      'Once no sender has an older policy in its cache, remove the record. To use MTA-STS, start with mode: testing.';
    const evidence = 'The mode is none: senders behave as if there were no policy. This is how a policy is withdrawn.';
    found.push(finding('mta-sts-withdrawn', 'note', about, evidence, fix));
  }
  if (maxAgeSeconds !== null && maxAgeSeconds < DAY_SECONDS && mode !== 'none') {
    found.push(
      finding(
        'mta-sts-short-lived',
        'note',
        about,
        `The max_age is ${maxAgeSeconds} seconds.`,
        'Set max_age: 604800 or more.',
      ),
    );
  }
  if (mediaType !== 'text/plain') {
    found.push(
      finding(
        'mta-sts-media-type',
        'note',
        about,
        `The media type is ${quoted(mediaType ?? 'not given')}.`,
        'Serve the file as text/plain.',
      ),
    );
  }
  const isSound = isEnforced && found.every(({ state }) => state === 'note');
  return isSound
    ? [
        ...found,
        finding(
          'mta-sts-enforced',
          'good',
          domain,
          `The policy is in mode enforce and allows ${listed(patterns)}.`,
          null,
        ),
      ]
    : found;
}

function reportFindings(
  domain: string,
  { record, records, uris, problems }: NonNullable<UnjudgedMail['tlsRpt']>,
  reason: 'MTA-STS' | 'DANE' | null,
): MailFinding[] {
  const at = `_smtp._tls.${domain}`;
  const fix = `Publish ${at}. IN TXT "v=TLSRPTv1; rua=mailto:tls@${domain}" as the only record.`;
  if (records.length > 1)
    return [finding('tls-reports-syntax', 'warn', at, `There are ${records.length} TLS-RPT records.`, fix)];
  if (record === null)
    return reason === null
      ? []
      : [finding('tls-reports-missing', 'note', domain, `The domain has ${reason}, but no record at ${at}.`, fix)];
  const [problem] = problems;
  if (problem !== undefined) {
    return [finding('tls-reports-syntax', 'warn', at, `Column ${problem.column}: ${quoted(problem.message)}.`, fix)];
  }
  return [finding('tls-reports-wanted', 'good', domain, `Reports go to ${listed(uris)}.`, null)];
}

function bimiFindings({ dmarc }: UnjudgedMail, bimi: Bimi): MailFinding[] {
  const at = `default._bimi.${bimi.domain}`;
  const open = dmarc === null ? null : openPolicy(dmarc);
  const problems = bimiProblems(bimi);
  const fix = 'Set the DMARC policy to quarantine or reject, for all mail and for subdomains.';
  const found = open === null ? [] : [finding('bimi-without-policy', 'warn', at, open, fix)];
  if (problems.length > 0) {
    const evidence = `Problems of the record or the logo: ${listed(problems)}.`;
    return [...found, finding('bimi-unusable', 'warn', at, evidence, 'Serve the logo over HTTPS as SVG Tiny PS.')];
  }
  // Without the DMARC policy and the logo itself, nothing is known about whether it is shown.
  if (open !== null || dmarc === null || bimi.logoOctets === null) return found;
  const mark = bimi.certificateUrl === null ? '' : '; the record refers to a mark certificate';
  return [finding('bimi-logo', 'good', at, `The logo has ${bimi.logoOctets} octets${mark}.`, null)];
}

/** Why the policy does not suffice for a logo; null if it does. */
function openPolicy(dmarc: NonNullable<UnjudgedMail['dmarc']>): string | null {
  const { policy, isTesting, percent, subdomainPolicy } = dmarc;
  if (policy === null || policy === 'none') return `The DMARC policy is ${policy ?? 'missing'}.`;
  if (isTesting || (percent ?? WHOLE) < WHOLE) return 'The DMARC policy does not apply to all mail.';
  return subdomainPolicy === 'none' ? 'The DMARC policy for subdomains is none (sp=none).' : null;
}

function bimiProblems(bimi: Bimi): string[] {
  return [
    ...bimi.problems.map(({ column, message }) => `column ${column}: ${quoted(message)}`),
    ...(bimi.logoFailure === null ? [] : [`the logo cannot be fetched (${bimi.logoFailure})`]),
    ...bimi.logoProblems,
    // A mark certificate contains its own logo, which is not examined here.
    ...(bimi.logoUrl === null && bimi.problems.length === 0 ? ['it has no logo address'] : []),
  ];
}
