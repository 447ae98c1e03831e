import type { FindingState } from '../findings/finding.ts';
import type { ReadAnswer } from '../read-answer.ts';

/** What is known so far: an absent field is pending, a null field could not be determined. */
type MailKnown = Partial<ReadAnswer<'mail'>>;

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
 * Answers three questions, from a whole answer or from its parts so far: Does mail arrive, is it protected in transit, and
 * can others send mail in the name of the domain?
 */
export function sentencesOf(known: MailKnown): Sentence[] {
  return [
    { question: 'Does mail arrive?', ...receives(known) },
    { question: 'Is it protected on the way?', ...isProtected(known) },
    { question: 'Can others write in its name?', ...canBeForged(known) },
  ];
}

function receives({ mx, mxKind }: MailKnown): Omit<Sentence, 'question'> {
  if (mx === undefined || mxKind === undefined) return { state: undefined, text: WAITING };
  if (mxKind === 'null') return { state: 'note', text: 'No, on purpose: it has a null MX.' };
  if (mxKind === 'none') return { state: 'note', text: 'No: it has no mail servers and no address.' };
  if (mxKind === null) return unknown('Not determined: the name servers did not say.');
  const good = mx.filter(({ addresses, problem }) => addresses.length > 0 && (problem === null || problem === 'alias'));
  const unclear = mx.some(({ problem }) => problem === 'unreachable');
  if (good.length === 0) {
    return unclear
      ? unknown('Not determined: its mail servers could not be looked up.')
      : { state: 'bad', text: 'No: none of its mail servers has an address that can be reached.' };
  }
  if (mxKind === 'implicit') {
    return { state: 'note', text: 'Perhaps: without MX records, mail goes to the address of the domain itself.' };
  }
  const count = good.length === 1 ? 'One mail server is' : `${good.length} mail servers are`;
  const isWhole = good.length === mx.length && mx.every(({ problem }) => problem === null);
  return isWhole
    ? { state: 'good', text: `${count} named and ${good.length === 1 ? 'has' : 'have'} addresses.` }
    : {
        state: 'warn',
        text: `${count} named with addresses; ${mx.length - good.length || 'some'} of ${mx.length} are not as they should be.`,
      };
}

function isProtected(known: MailKnown): Omit<Sentence, 'question'> {
  const { mtaSts, mx, mxKind, servers, dane } = known;
  if (mxKind === 'null' || mxKind === 'none') return { state: 'note', text: 'It takes no mail.' };
  if (mx === undefined || mtaSts === undefined || servers === undefined || dane === undefined)
    return { state: undefined, text: WAITING };
  const clear = servers.filter(({ starttls }) => starttls.offered === false).length;
  if (clear > 0)
    return { state: 'bad', text: `No: ${clear} of ${servers.length} addresses of its servers offer no TLS.` };
  if (dane?.some(({ matches }) => matches === false))
    return { state: 'bad', text: 'DANE does not fit what a mail server presents.' };
  if (dane?.some(({ chain }) => chain.state === 'bogus'))
    return {
      state: 'bad',
      text: 'DNSSEC is broken on the way to its TLSA records: senders that validate do not deliver.',
    };
  // Senders treat servers without TLSA records as if there were no DANE.
  const fits = new Set(dane?.filter(({ matches }) => matches === true).map(({ name }) => name));
  if (mx.length > 0 && mx.every(({ exchange }) => fits.has(exchange)))
    return { state: 'good', text: 'Yes: DANE makes senders insist on TLS.' };
  return byPolicy(mtaSts, servers);
}

function byPolicy(
  mtaSts: NonNullable<MailKnown['mtaSts']> | null,
  servers: NonNullable<MailKnown['servers']>,
): Omit<Sentence, 'question'> {
  if (mtaSts === null) return unknown('Not determined: the name servers did not say whether there is MTA-STS.');
  if (mtaSts.failure !== null)
    return { state: 'bad', text: 'Not by MTA-STS: there is a record, but its policy cannot be had.' };
  if (mtaSts.mode === 'testing') return { state: 'note', text: 'Not yet: MTA-STS is being tested.' };
  if (mtaSts.mode !== 'enforce') return { state: 'note', text: 'Not by MTA-STS: senders need not insist on TLS.' };
  if (mtaSts.unmatched.length > 0) {
    return { state: 'bad', text: 'MTA-STS forbids senders to use some of its mail servers.' };
  }
  const invalid = servers.find(({ certificate }) => certificate?.valid === false);
  if (invalid !== undefined) {
    return { state: 'bad', text: `MTA-STS keeps mail away from ${invalid.name}: its certificate is not valid for it.` };
  }
  const isSeen = servers.length > 0 && servers.every(({ certificate }) => certificate !== null);
  return isSeen
    ? { state: 'good', text: 'Yes: MTA-STS makes senders insist on TLS.' }
    : unknown('MTA-STS makes senders insist on TLS; whether all of its servers can do that was not seen.');
}

function canBeForged({ spf, dmarc }: MailKnown): Omit<Sentence, 'question'> {
  if (spf === undefined || dmarc === undefined) return { state: undefined, text: WAITING };
  if (dmarc === null) return unknown('Not determined: the name servers did not say whether there is DMARC.');
  if (spf?.all === 'pass') return { state: 'bad', text: 'Yes: its SPF record lets everybody send.' };
  const { policy } = dmarc;
  if (policy === null) return { state: 'bad', text: 'Yes: without DMARC, nothing tells receivers to refuse it.' };
  if (policy === 'none') return { state: 'warn', text: 'Yes: DMARC only watches (p=none).' };
  const isPartial = dmarc.isTesting || (dmarc.percent !== null && dmarc.percent < 100);
  if (isPartial) return { state: 'warn', text: `Partly: DMARC asks for ${policy}, but not for all mail.` };
  const open = dmarc.subdomainPolicy === 'none' || dmarc.nonexistentPolicy === 'none';
  if (open) return { state: 'warn', text: `Not in its own name (DMARC: ${policy}), but in that of its subdomains.` };
  return {
    state: 'good',
    text: `No: DMARC asks receivers to ${policy === 'reject' ? 'refuse' : 'quarantine'} such mail.`,
  };
}
