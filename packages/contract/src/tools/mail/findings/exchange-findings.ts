import { gapsInWords, listed, quoted } from '../../../finding/wording.ts';
import { finding, type MailFinding, type UnjudgedMail } from './subject.ts';

type Exchange = UnjudgedMail['mx'][number];

/** Findings on the servers that accept mail, on blocklists, and on what could not be determined. */
export function exchangeFindings(answer: UnjudgedMail): MailFinding[] {
  const { domain, gaps } = answer;
  const unknown = gapsInWords(gaps);
  return [
    ...(answer.isParked === true ? [parked(answer)] : kindFindings(answer)),
    ...answer.mx.flatMap((one) => exchangeProblem(domain, one)),
    ...listFindings(answer),
    ...(gaps.length === 0 ? [] : [finding('mail-part-unknown', 'unknown', domain, unknown, 'Check again later.')]),
  ];
}

function parked({ domain, mxKind }: UnjudgedMail): MailFinding {
  const mx = mxKind === 'null' ? 'a null MX' : 'no MX record and no address';
  return finding(
    'mail-parked',
    'good',
    domain,
    `${domain} has ${mx}, an SPF record that allows no sender, and the DMARC policy reject.`,
    null,
  );
}

function kindFindings({ domain, mxKind, mx }: UnjudgedMail): MailFinding[] {
  switch (mxKind) {
    case 'null':
      return [
        finding(
          'mx-null',
          'note',
          domain,
          'The only MX record is a null MX (a single dot).',
          'If the domain should accept mail, replace it with MX records for its mail servers.',
        ),
      ];
    case 'none':
      return [
        finding(
          'no-mail-servers',
          'note',
          domain,
          `${domain} has no MX record and no address.`,
          `If this is intended, add ${domain}. IN MX 0 .`,
        ),
      ];
    case 'implicit':
      return [
        finding(
          'mx-implicit',
          'note',
          domain,
          `There is no MX record. Senders use ${listed(mx.flatMap(({ addresses }) => addresses))}.`,
          `Add an MX record. If the domain has no mail, add ${domain}. IN MX 0 .`,
        ),
      ];
    case 'mx':
      return mx.every(({ problem }) => problem === null)
        ? [
            finding(
              'mail-servers-found',
              'good',
              domain,
              `The mail servers are ${listed(mx.map(({ exchange }) => exchange))}.`,
              null,
            ),
          ]
        : [];
    default:
      return [];
  }
}

function exchangeProblem(domain: string, { exchange, preference, problem }: Exchange): MailFinding[] {
  const record = `${domain}. IN MX ${preference} ${quoted(exchange)}`;
  const found = (code: Parameters<typeof finding>[0], state: 'bad' | 'warn', evidence: string, fix: string) => [
    finding(code, state, quoted(exchange), evidence, fix),
  ];
  switch (problem) {
    case 'alias':
      return found(
        'mx-alias',
        'warn',
        `${quoted(exchange)} has a CNAME record.`,
        `Replace ${record} with a record for the name at the end of the alias.`,
      );
    case 'address':
      return found(
        'mx-address',
        'bad',
        `${record} has an address instead of a host name.`,
        'Add a host name with this address, and use that name in the MX record.',
      );
    case 'null-beside-others':
      return found(
        'mx-null-and-others',
        'bad',
        'There is a null MX beside other MX records.',
        `Remove either ${domain}. IN MX ${preference} . or all other MX records.`,
      );
    case 'no-address':
    case 'no-such-name':
      return found(
        'mx-without-address',
        'bad',
        `${quoted(exchange)} ${problem === 'no-address' ? 'has no address' : 'does not exist'}.`,
        `Add an address record for ${quoted(exchange)}, or remove ${record}.`,
      );
    case 'special-use':
      return found(
        'mx-special-use',
        'bad',
        `${quoted(exchange)} has only addresses that are not public.`,
        `Give ${quoted(exchange)} a public address, or remove ${record}.`,
      );
    default:
      return [];
  }
}

function listFindings({ domain, lists }: UnjudgedMail): MailFinding[] {
  const named = lists.filter(({ state }) => state === 'listed');
  const unusable = [
    ...new Set(lists.filter(({ state }) => state !== 'listed' && state !== 'not-listed').map(({ list }) => list)),
  ];
  const isClean = named.length === 0 && unusable.length === 0 && lists.length > 0;
  const asked = [...new Set(lists.map(({ list }) => list))];
  return [
    ...named.map(({ list, subject, answers, text }) =>
      finding(
        'blocklist-listed',
        'bad',
        subject,
        `${list} lists ${subject} (${listed(answers)})${text === null ? '' : `: ${quoted(text)}`}.`,
        'Find and fix the cause, then request removal from the list.',
      ),
    ),
    ...unusable.map((list) => {
      const said = lists.find((one) => one.list === list);
      const answers = said?.answers ?? [];
      const evidence = `${list} gave no usable answer${answers.length === 0 ? '' : `: ${listed(answers)}`}.`;
      return finding('blocklist-unusable', 'unknown', list, evidence, 'Query the list through another resolver.');
    }),
    ...(isClean ? [finding('blocklist-clean', 'good', domain, `Not listed by ${listed(asked)}.`, null)] : []),
  ];
}
