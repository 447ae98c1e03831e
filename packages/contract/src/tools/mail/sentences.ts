import type { FindingState } from '../../finding/finding.ts';
import { listed } from '../../finding/wording.ts';
import { countsOf } from '../../mail/spf-amount.ts';
import { extentOf } from '../../mail-text/spf-share.ts';
import type { ReadAnswerOf } from '../../tool.ts';
import type { mail } from './contract.ts';
import { isTlsBroken } from './findings/server-tls.ts';

/** What is known so far: an absent field is pending, a null field could not be determined. */
type MailKnown = Partial<ReadAnswerOf<typeof mail>>;

/** The answer to one of the three questions that readers ask first. */
export interface Sentence {
  readonly question: string;
  /** Undefined while pending. */
  readonly state: FindingState | undefined;
  readonly text: string;
}

const WAITING = 'Not known yet.';
const unknown = (text: string): Omit<Sentence, 'question'> => ({ state: 'unknown', text });

/**
 * Answers three questions, from a whole answer or from its parts so far: Are there servers for its mail, is it protected in transit, and
 * can others send mail in the name of the domain?
 */
export function sentencesOf(known: MailKnown): Sentence[] {
  return [
    { question: 'Are there servers for its mail?', ...receives(known) },
    { question: 'Is mail protected in transit?', ...isProtected(known) },
    { question: 'Can others send mail in its name?', ...canBeForged(known) },
  ];
}

function receives({ mx, mxKind }: MailKnown): Omit<Sentence, 'question'> {
  if (mx === undefined || mxKind === undefined) return { state: undefined, text: WAITING };
  if (mxKind === 'null') return { state: 'note', text: 'No, on purpose: the domain has a null MX record.' };
  if (mxKind === 'none') return { state: 'note', text: 'No: the domain has no mail servers and no address.' };
  if (mxKind === null) return unknown('Not determined: the name servers did not answer.');
  const good = mx.filter(({ addresses, problem }) => addresses.length > 0 && (problem === null || problem === 'alias'));
  const unclear = mx.some(({ problem }) => problem === 'unreachable');
  if (good.length === 0) {
    return unclear
      ? unknown('Not determined: its mail servers could not be looked up.')
      : { state: 'bad', text: 'No: none of its mail servers has a usable address.' };
  }
  if (mxKind === 'implicit') {
    return { state: 'note', text: 'Perhaps: without MX records, mail goes to the address of the domain itself.' };
  }
  const count = good.length === 1 ? 'One mail server is' : `${good.length} mail servers are`;
  const isWhole = good.length === mx.length && mx.every(({ problem }) => problem === null);
  return isWhole
    ? { state: 'good', text: `Yes: ${count.toLowerCase()} listed and ${good.length === 1 ? 'has' : 'have'} addresses.` }
    : {
        state: 'warn',
        text: `${count} listed with addresses, but ${mx.length - good.length || 'some'} of ${mx.length} MX records have problems.`,
      };
}

function isProtected(known: MailKnown): Omit<Sentence, 'question'> {
  const { mtaSts, mx, mxKind, servers, dane } = known;
  if (mxKind === 'null' || mxKind === 'none') return { state: 'note', text: 'The domain accepts no mail.' };
  if (mx === undefined || mtaSts === undefined || servers === undefined || dane === undefined)
    return { state: undefined, text: WAITING };
  const clear = servers.filter(({ starttls }) => starttls.offered === false).length;
  if (clear > 0) {
    const who =
      clear === servers.length
        ? 'none of its mail servers offers'
        : `${clear} of ${servers.length} server addresses ${clear === 1 ? 'does' : 'do'} not offer`;
    return { state: 'bad', text: `No: ${who} TLS.` };
  }
  const broken = servers.filter(isTlsBroken);
  if (broken.length > 0) {
    const names = listed([...new Set(broken.map(({ name }) => name))]);
    const stops = mtaSts?.mode === 'enforce' ? ', and MTA-STS forbids delivery without it' : '';
    return { state: 'bad', text: `No: TLS fails at ${names}${stops}.` };
  }
  if (dane?.some(({ matches }) => matches === false))
    return { state: 'bad', text: 'A mail server’s certificate does not match its TLSA records (DANE).' };
  if (dane?.some(({ chain }) => chain.state === 'bogus'))
    return {
      state: 'bad',
      text: 'DNSSEC is broken for its TLSA records: senders that validate do not deliver.',
    };
  // Senders treat servers without TLSA records as if there were no DANE.
  const fits = new Set(dane?.filter(({ matches }) => matches === true).map(({ name }) => name));
  if (mx.length > 0 && mx.every(({ exchange }) => fits.has(exchange)))
    return { state: 'good', text: 'Yes: DANE makes senders require TLS.' };
  return byPolicy(mtaSts, servers);
}

function byPolicy(
  mtaSts: NonNullable<MailKnown['mtaSts']> | null,
  servers: NonNullable<MailKnown['servers']>,
): Omit<Sentence, 'question'> {
  if (mtaSts === null) return unknown('Not determined: the name servers did not answer for MTA-STS.');
  if (mtaSts.failure !== null)
    return { state: 'bad', text: 'No: there is an MTA-STS record, but its policy cannot be fetched.' };
  if (mtaSts.mode === 'testing') return { state: 'note', text: 'Not yet: MTA-STS is in testing mode.' };
  if (mtaSts.mode === 'none') return { state: 'note', text: 'Not reliably: MTA-STS is withdrawn (mode none).' };
  if (mtaSts.mode !== 'enforce')
    return { state: 'note', text: 'Not reliably: no MTA-STS policy makes senders require TLS.' };
  if (mtaSts.unmatched.length > 0) {
    return { state: 'bad', text: 'The MTA-STS policy does not allow some of its mail servers.' };
  }
  const invalid = servers.find(({ certificate }) => certificate?.valid === false);
  if (invalid !== undefined) {
    return { state: 'bad', text: `MTA-STS stops mail to ${invalid.name}: its certificate is not valid.` };
  }
  const isSeen = servers.length > 0 && servers.every(({ certificate }) => certificate !== null);
  return isSeen
    ? { state: 'good', text: 'Yes: MTA-STS makes senders require TLS.' }
    : unknown('MTA-STS makes senders require TLS, but not all of its servers could be checked for TLS.');
}

function canBeForged({ spf, dmarc }: MailKnown): Omit<Sentence, 'question'> {
  if (spf === undefined || dmarc === undefined) return { state: undefined, text: WAITING };
  if (dmarc === null) return unknown('Not determined: the name servers did not answer for DMARC.');
  const extent = extentOfSpf(spf);
  if (extent === 'all') return { state: 'bad', text: 'Yes: its SPF record allows every sender.' };
  if (extent === 'most') return { state: 'bad', text: 'Yes: its SPF record allows most addresses of the internet.' };
  const { policy } = dmarc;
  if (policy === null) return { state: 'bad', text: 'Yes: without DMARC, receivers are not told to reject such mail.' };
  if (policy === 'none') return { state: 'warn', text: 'Yes: DMARC only monitors (p=none).' };
  const isPartial = dmarc.isTesting || (dmarc.percent !== null && dmarc.percent < 100);
  if (isPartial) return { state: 'warn', text: `Partly: the DMARC policy is ${policy}, but ${partText(dmarc)}.` };
  const open = dmarc.subdomainPolicy === 'none' || dmarc.nonexistentPolicy === 'none';
  if (open)
    return { state: 'warn', text: `Not in its own name (DMARC: ${policy}), but in the name of its subdomains.` };
  const how = policy === 'reject' ? 'reject' : 'quarantine';
  if (extent === 'many')
    return {
      state: 'warn',
      text: `Partly: DMARC asks receivers to ${how} such mail, but SPF allows very many addresses.`,
    };
  if (spf === null || spf.failure !== null || (spf.record !== null && spf.allowed === null))
    return unknown(`DMARC asks receivers to ${how} such mail, but whom SPF allows could not be determined.`);
  return { state: 'good', text: `No: DMARC asks receivers to ${how} such mail.` };
}

function partText({ isTesting, percent }: NonNullable<MailKnown['dmarc']>): string {
  if (isTesting) return 'is only being tested (t=y)';
  return `older receivers apply it to ${percent} % of the mail (pct), newer ones to all`;
}

/** What the record lets pass; for an answer without that part, what its end says. */
function extentOfSpf(spf: MailKnown['spf']): ReturnType<typeof extentOf> {
  if (spf == null) return 'few';
  if (spf.allowed === null) return spf.all === 'pass' ? 'all' : 'few';
  const extent = extentOf(countsOf(spf.allowed));
  return extent === 'few' && spf.all === 'pass' ? 'all' : extent;
}
