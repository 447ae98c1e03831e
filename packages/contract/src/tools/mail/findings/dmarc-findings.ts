import { listed, quoted } from '../../../finding/wording.ts';
import { finding, type MailFinding, type UnjudgedMail } from './subject.ts';

type Dmarc = NonNullable<UnjudgedMail['dmarc']>;

const WHOLE = 100;

/** DMARC: the policy for the name, and whether it works. */
export function dmarcFindings({ domain, dmarc, isParked }: UnjudgedMail): MailFinding[] {
  if (dmarc === null) return [];
  const { record, policy } = dmarc;
  const discarded = discardedFindings(domain, dmarc);
  if (record === null) {
    if (discarded.length > 0) return discarded;
    const fix = `Publish _dmarc.${domain}. IN TXT "v=DMARC1; p=none; rua=mailto:dmarc@${domain}". Change it to p=reject when the reports show that your own mail passes.`;
    return [
      finding('dmarc-missing', 'warn', domain, `Neither ${domain} nor a domain above it has a DMARC record.`, fix),
    ];
  }
  const at = `_dmarc.${dmarc.domain ?? domain}`;
  return [
    ...discarded,
    ...policyFindings(domain, at, dmarc),
    ...dmarc.problems.map(({ column, message }) =>
      finding('dmarc-syntax', 'warn', at, `Column ${column}: ${quoted(message)}.`, `Correct the record of ${at}.`),
    ),
    ...formerFinding(at, dmarc),
    ...reportFindings(at, dmarc),
    // A name that does not exist has no mail to lose.
    ...(dmarc.canAlign === false && policy !== 'none' && isParked === false && dmarc.nameExists !== false
      ? [
          finding(
            'dmarc-nothing-passes',
            'bad',
            domain,
            `SPF allows no sender, there is no DKIM key, and the DMARC policy is ${policy}.`,
            'Publish DKIM keys, or list the senders in the SPF record. If the domain has no mail, add a null MX record.',
          ),
        ]
      : []),
    ...differenceFindings(domain, dmarc),
  ];
}

/** Receivers discard several records of one name, and go on to the domain above it. */
function discardedFindings(domain: string, { discarded, record, records, domain: at, policy }: Dmarc): MailFinding[] {
  const isNamed = discarded.some((one) => one.domain === domain);
  const all = !isNamed && record === null && records.length > 1 ? [{ domain, records }, ...discarded] : discarded;
  return all.map((one) => {
    const name = `_dmarc.${one.domain}`;
    const instead =
      record === null ? 'so no policy applies' : `so the record of ${at ?? ''} applies (${policy ?? 'none'})`;
    const evidence = `There are ${one.records.length} DMARC records, and receivers discard all of them, ${instead}.`;
    return finding('dmarc-several', 'bad', name, evidence, `Keep only one record at ${name}.`);
  });
}

function formerFinding(at: string, { formerTags }: Dmarc): MailFinding[] {
  if (formerTags.length === 0) return [];
  const evidence = `The record has ${listed(formerTags)}, which receivers ignore.`;
  return [finding('dmarc-former-tags', 'note', at, evidence, `Remove ${listed(formerTags)} from the record of ${at}.`)];
}

function policyFindings(domain: string, at: string, dmarc: Dmarc): MailFinding[] {
  const { policy, policyTag, subdomainPolicy, nonexistentPolicy, percent, isTesting } = dmarc;
  if (policy === null) return [];
  const evidence = `The policy for ${domain} is ${policy} (${policyTag} at ${at}).`;
  if (policy === 'none') {
    return [
      finding(
        'dmarc-none',
        'note',
        at,
        evidence,
        `When the reports show that your own mail passes, set p=reject in the record of ${at}.`,
      ),
    ];
  }
  const isPartial = isTesting || (percent !== null && percent < WHOLE);
  const how = isTesting ? 't=y' : `pct=${percent}`;
  const meant = isTesting
    ? `so receivers apply ${policy === 'reject' ? 'quarantine' : 'none'} instead`
    : 'which receivers that follow RFC 9989 ignore, and older ones apply to that share of the mail';
  const open = [
    ...(subdomainPolicy === 'none' ? ['subdomains'] : []),
    ...(nonexistentPolicy === 'none' ? ['subdomains that do not exist'] : []),
  ];
  return [
    ...(isPartial
      ? [
          finding(
            'dmarc-partial',
            'warn',
            at,
            `The policy is ${policy}, with ${how}, ${meant}.`,
            `Remove ${how} from the record of ${at}.`,
          ),
        ]
      : [finding('dmarc-enforced', 'good', at, evidence, null)]),
    ...(open.length > 0
      ? [
          finding(
            'dmarc-subdomains-open',
            'warn',
            at,
            `The policy for ${listed(open)} is none.`,
            `Set sp=reject in the record of ${at}, and remove np.`,
          ),
        ]
      : []),
  ];
}

function reportFindings(at: string, { reports, domain }: Dmarc): MailFinding[] {
  const refused = reports.filter(({ isAuthorized }) => isAuthorized === false);
  return [
    ...refused.map((report) =>
      finding(
        'dmarc-reports-refused',
        'bad',
        quoted(report.uri),
        `${quoted(report.domain ?? '')} has not published that it accepts reports about ${domain}.`,
        `Publish ${domain}._report._dmarc.${quoted(report.domain ?? '')}. IN TXT "v=DMARC1;".`,
      ),
    ),
    ...(reports.some(({ kind }) => kind === 'rua')
      ? []
      : [
          finding(
            'dmarc-without-reports',
            'note',
            at,
            'The record has no address for aggregate reports.',
            `Add rua=mailto:dmarc@${domain} to the record.`,
          ),
        ]),
  ];
}

function differenceFindings(domain: string, dmarc: Dmarc): MailFinding[] {
  const { organizationalDomain, organizationalDomainByList, policy, policyByList } = dmarc;
  if (organizationalDomainByList === null || organizationalDomain === organizationalDomainByList) return [];
  const evidence = `The organizational domain is ${organizationalDomain} by the tree walk (policy ${policy ?? 'none'}), but ${organizationalDomainByList} by the public suffix list (policy ${policyByList ?? 'none'}).`;
  return [
    finding(
      'dmarc-organisations-differ',
      'note',
      domain,
      evidence,
      `Publish a record with psd=n at _dmarc.${organizationalDomainByList}.`,
    ),
  ];
}
