import { gapsInWords, listed, quoted } from '../wording.ts';
import { finding, type MailAnswer, type MailFinding } from './subject.ts';

type Exchange = MailAnswer['mx'][number];

/** Findings on the servers that accept mail, on blocklists, and on what could not be determined. */
export function exchangeFindings(answer: MailAnswer): MailFinding[] {
  const { domain, gaps } = answer;
  const unknown = gapsInWords(gaps);
  return [
    ...(answer.isParked === true ? [parked(answer)] : kindFindings(answer)),
    ...answer.mx.flatMap((one) => exchangeProblem(domain, one)),
    ...listFindings(answer),
    ...(gaps.length === 0 ? [] : [finding('mail-part-unknown', 'unknown', domain, unknown, 'Check again later.')]),
  ];
}

function parked({ domain, mxKind }: MailAnswer): MailFinding {
  const mx = mxKind === 'null' ? 'a null MX' : 'no MX record and no address';
  return finding(
    'mail-parked',
    'good',
    domain,
    `${domain} has ${mx}, SPF that lets nobody send, and DMARC reject.`,
    null,
  );
}

function kindFindings({ domain, mxKind, mx }: MailAnswer): MailFinding[] {
  switch (mxKind) {
    case 'null':
      return [
        finding(
          'mx-null',
          'note',
          domain,
          'The only MX record is a single dot.',
          'Replace it by MX records if the domain should take mail.',
        ),
      ];
    case 'none':
      return [
        finding(
          'no-mail-servers',
          'note',
          domain,
          `${domain} has no MX record and no address.`,
          `Publish ${domain}. IN MX 0 . if that is meant so.`,
        ),
      ];
    case 'implicit':
      return [
        finding(
          'mx-implicit',
          'note',
          domain,
          `There is no MX record. Senders use ${listed(mx.flatMap(({ addresses }) => addresses))}.`,
          `Publish an MX record, or ${domain}. IN MX 0 . for a domain without mail.`,
        ),
      ];
    case 'mx':
      return mx.every(({ problem }) => problem === null)
        ? [
            finding(
              'mail-servers-found',
              'good',
              domain,
              `MX records name ${listed(mx.map(({ exchange }) => exchange))}.`,
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
        `Name the host that the alias leads to, in the place of ${record}.`,
      );
    case 'address':
      return found(
        'mx-address',
        'bad',
        `${record} has an address in the place of a name.`,
        'Publish a name with this address, and let the MX record lead to the name.',
      );
    case 'null-beside-others':
      return found(
        'mx-null-and-others',
        'bad',
        'A null MX stands beside other MX records.',
        `Remove ${domain}. IN MX ${preference} . or all others.`,
      );
    case 'no-address':
    case 'no-such-name':
      return found(
        'mx-without-address',
        'bad',
        `${quoted(exchange)} ${problem === 'no-address' ? 'has no address' : 'does not exist'}.`,
        `Publish an address for ${quoted(exchange)}, or remove ${record}.`,
      );
    case 'special-use':
      return found(
        'mx-special-use',
        'bad',
        `${quoted(exchange)} only has addresses that are not public.`,
        `Give ${quoted(exchange)} a public address, or remove ${record}.`,
      );
    default:
      return [];
  }
}

function listFindings({ domain, lists }: MailAnswer): MailFinding[] {
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
        'Find and end the cause, then ask the list for removal.',
      ),
    ),
    ...unusable.map((list) => {
      const said = lists.find((one) => one.list === list);
      const answers = said?.answers ?? [];
      const evidence = `${list} gave no answer that counts${answers.length === 0 ? '' : `: ${listed(answers)}`}.`;
      return finding('blocklist-unusable', 'unknown', list, evidence, 'Ask the list from another resolver.');
    }),
    ...(isClean ? [finding('blocklist-clean', 'good', domain, `Not listed by ${listed(asked)}.`, null)] : []),
  ];
}
