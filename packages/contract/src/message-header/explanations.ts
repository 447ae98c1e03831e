import type { Explanation } from '../finding/explanation.ts';
import { rfc } from './sources.ts';

const zoneFile = (text: string) => ({ 'Zone file': text });
const microsoft = {
  name: 'Microsoft, anti-spam message headers',
  url: 'https://learn.microsoft.com/defender-office-365/message-headers-eop-mdo',
};
const bulk = {
  name: 'Google, email sender guidelines',
  url: 'https://support.google.com/a/answer/81126',
};

/** Explanations of the findings on the header of a message. */
export const headerExplanations = {
  'header-filter-spam': {
    states: ['bad'],
    title: 'A filter took the message for spam',
    meaning: 'A spam filter on the path wrote its verdict into the header.',
    importance: 'This is why the message is in the spam folder, whatever SPF, DKIM and DMARC say.',
    effect: 'Mail programs and servers sort the message by this verdict.',
    remedies: {
      'Any server':
        'Mend what the other findings show first: a filter counts failed checks. Then look at the text, the links and the reputation of the sending address. The receiver can mark the message as wanted.',
    },
    source: microsoft,
  },
  'header-filter-phishing': {
    states: ['bad'],
    title: 'A filter took the message for forged or dangerous',
    meaning: 'The category of the filter is phishing, spoofing, impersonation or malware.',
    importance: 'The message is put aside or marked, even if its checks passed.',
    effect: 'Exchange Online quarantines such messages, or puts them in the junk folder.',
    remedies: {
      'Any server':
        'If the message is yours, make SPF or DKIM pass for the domain of From. If it only seems to come from you, tell the receiver.',
    },
    source: microsoft,
  },
  'header-filter-bulk': {
    states: ['warn'],
    title: 'A filter took the message for bulk mail',
    meaning: 'The message came from a sender of mass mail about whom receivers complain, or its category is bulk.',
    importance: 'Many receivers put bulk mail in the junk folder.',
    effect: 'Exchange Online does so from a complaint level (BCL) that the receiver sets, 7 by default.',
    remedies: {
      'Any server': 'Send only to people who asked for it, and offer unsubscribing with one click (RFC 8058).',
    },
    source: microsoft,
  },
  'header-filter-clean': {
    states: ['good'],
    title: 'A filter found nothing wrong',
    meaning: 'A spam filter wrote into the header that the message is not spam, or that it is allowed.',
    importance:
      'If the message is in the spam folder all the same, a later filter, a rule or the mail program put it there.',
    effect: 'The message is delivered to the inbox, unless another rule moves it.',
    remedies: 'No action needed.',
    source: microsoft,
  },
  'header-dmarc-passed': {
    states: ['good'],
    title: 'DMARC passed',
    meaning: 'SPF or DKIM passed for the domain in From, as the receiver saw it.',
    importance: 'The message is not forged as far as its domain is concerned.',
    effect: 'Receivers judge it by the reputation of the domain and by its content.',
    remedies: 'No action needed.',
    source: rfc(9989, '4.4'),
  },
  'header-dmarc-failed': {
    states: ['warn', 'bad'],
    title: 'DMARC failed',
    meaning: 'Neither SPF nor DKIM passed for the domain in From.',
    importance: 'To the receiver, the message looks forged. This is the most frequent reason for the spam folder.',
    effect:
      'Receivers follow the policy of the domain: none leaves it to their filters, quarantine means the spam folder, reject means no delivery.',
    remedies: zoneFile(
      'Sign the mail with DKIM under the domain of From, or list the sending server in its SPF record and send with an envelope sender of the same domain.',
    ),
    source: rfc(9989, '4.4'),
  },
  'header-dmarc-missing': {
    states: ['warn'],
    title: 'The domain in From has no DMARC policy',
    meaning: 'The receiver found no DMARC record for the domain.',
    importance: 'Large providers require a record from everybody who sends much mail.',
    effect: 'Receivers decide by other signs, and less often in favour of the message.',
    remedies: zoneFile('Add `_dmarc TXT "v=DMARC1; p=none; rua=mailto:dmarc@example.com"`.'),
    source: bulk,
  },
  'header-spf-passed': {
    states: ['good'],
    title: 'SPF passed',
    meaning: 'The sending server may send mail for the domain of the envelope sender.',
    importance: 'It counts for DMARC if that domain is the one in From, or belongs to it.',
    effect: 'Receivers count it in favour of the message.',
    remedies: 'No action needed.',
    source: rfc(7208, '2.6'),
  },
  'header-spf-failed': {
    states: ['warn', 'bad'],
    title: 'SPF failed',
    meaning:
      'The SPF record of the envelope sender’s domain does not allow the address that the receiver got the message from, or has an error.',
    importance: 'If DKIM does not pass either, the message looks forged. Forwarding always breaks SPF.',
    effect: 'Receivers reject the message, put it in the spam folder, or count it against the message.',
    remedies: zoneFile('If the server is yours, add its address to the SPF record of the domain.'),
    source: rfc(7208, '8'),
  },
  'header-spf-missing': {
    states: ['warn'],
    title: 'No SPF record for the envelope sender',
    meaning: 'The domain of the envelope sender has no SPF record.',
    importance: 'Large providers require SPF or DKIM for all mail.',
    effect: 'Receivers cannot tell whether the server may send for the domain.',
    remedies: zoneFile('Add a record that lists the sending servers, for example `@ TXT "v=spf1 mx -all"`.'),
    source: rfc(7208, '2.6'),
  },
  'header-dkim-passed': {
    states: ['good'],
    title: 'DKIM passed',
    meaning: 'A signature was verified: the signed part of the message has not changed.',
    importance: 'It counts for DMARC if the domain that signed is the one in From, or belongs to it.',
    effect: 'Receivers count it in favour of the message, and attach the reputation of the domain that signed.',
    remedies: 'No action needed.',
    source: rfc(6376, '6'),
  },
  'header-dkim-failed': {
    states: ['warn', 'bad'],
    title: 'DKIM failed',
    meaning:
      'A signature could not be verified: the message was changed after it was signed, or the key is missing or wrong.',
    importance: 'If SPF does not pass either, the message looks forged.',
    effect: 'Receivers treat the message as if it had no such signature.',
    remedies: zoneFile(
      'Check the key of the selector with the mail check. If it is right, find what changes the message after signing: a footer, a virus scanner, a mailing list.',
    ),
    source: rfc(6376, '6.1'),
  },
  'header-dkim-missing': {
    states: ['warn'],
    title: 'The message is not signed (DKIM)',
    meaning: 'The receiver found no DKIM signature.',
    importance:
      'Large providers require signatures from everybody who sends much mail, and SPF breaks when mail is forwarded.',
    effect: 'DMARC can pass only by SPF.',
    remedies: zoneFile('Turn on DKIM in the mail service that sends, and publish the key that it shows.'),
    source: bulk,
  },
  'header-not-aligned': {
    states: ['warn'],
    title: 'Nothing vouches for the domain in From',
    meaning: 'SPF or DKIM passed, but for another domain than the one that the reader sees.',
    importance: 'Anybody can make SPF and DKIM pass for a domain of their own.',
    effect: 'DMARC fails if the domain in From has a policy.',
    remedies: zoneFile(
      'Have the sending service sign with the domain of From, and use an envelope sender of that domain.',
    ),
    source: rfc(9989, '4.4'),
  },
  'header-through-list': {
    states: ['note'],
    title: 'The message came through a list or a forwarder',
    meaning: 'A mailing list or another intermediary passed the message on; ARC seals record what it had found.',
    importance: 'Forwarding breaks SPF, and lists that add a footer or a subject tag break DKIM.',
    effect: 'Receivers that trust the intermediary use its results (ARC) instead of their own.',
    remedies: {
      'Any server':
        'As a sender, sign with DKIM. As the owner of a list, rewrite From or leave messages unchanged, and add ARC seals.',
    },
    source: rfc(8617, '1'),
  },
  'header-from-misleading': {
    states: ['bad'],
    title: 'From shows another address than its own',
    meaning: 'The name or the comment in From contains an address of another domain than the real address.',
    importance: 'Mail programs often show only that text: this is how senders pretend to be somebody else.',
    effect: 'Filters count it against the message.',
    remedies: { 'Any server': 'Use a name without an address in From.' },
    source: rfc(5322, '3.4'),
  },
  'header-several-from': {
    states: ['warn'],
    title: 'From does not have exactly one address',
    meaning: 'The header has several From fields, or one with several addresses.',
    importance: 'Receivers cannot apply DMARC, since it is unclear whose domain counts.',
    effect: 'Many receivers reject such messages, or treat them as spam.',
    remedies: { 'Any server': 'Send with one From field that has one address.' },
    source: rfc(9989, '5.3'),
  },
  'header-reply-elsewhere': {
    states: ['note'],
    title: 'Replies go to another domain',
    meaning: 'Reply-To has an address of another domain than From.',
    importance: 'This is normal for newsletters and tickets, and typical of fraud with free mail addresses.',
    effect: 'Some filters count it against the message.',
    remedies: { 'Any server': 'Use an address of the same domain if you can.' },
    source: rfc(5322, '3.6.2'),
  },
  'header-no-reverse-name': {
    states: ['warn'],
    title: 'The sending address has no reverse name',
    meaning:
      'The receiving server looked for a name of the address that sent the message, and wrote that it found none.',
    importance: 'Large providers require a PTR record that leads back to the address.',
    effect: 'Many receivers reject such mail, or count it against the message.',
    remedies: { 'Any server': 'Ask the owner of the network for a PTR record with the server’s name.' },
    source: bulk,
  },
  'header-slow-hop': {
    states: ['warn'],
    title: 'The message waited on the way',
    meaning: 'One step took more than ten minutes according to the servers’ clocks.',
    importance: 'A server was busy, or the next one told it to try again later (greylisting).',
    effect: 'None but the delay.',
    remedies: {
      'Any server': 'Look in the log of the server that had the message at that time for deferred attempts.',
    },
    source: rfc(5321, '4.5.4.1'),
  },
  'header-clocks-apart': {
    states: ['note'],
    title: 'The clocks of the servers differ',
    meaning: 'A server says that it got the message before the previous one had it.',
    importance: 'The delays of the steps beside it are not reliable.',
    effect: 'None.',
    remedies: { 'Any server': 'Let the server set its clock by NTP.' },
    source: rfc(5321, '4.4'),
  },
  'header-no-results': {
    states: ['unknown'],
    title: 'No server has written down its checks',
    meaning: 'The header has no Authentication-Results and no Received-SPF.',
    importance: 'Without them, the header does not show what the receiver thought of the message.',
    effect: 'None.',
    remedies:
      'Copy the header of the message as it arrived, from the mailbox of the receiver, not from the folder of sent mail.',
    source: rfc(8601, '2'),
  },
} as const satisfies Readonly<Record<string, Explanation>>;

export type HeaderCode = keyof typeof headerExplanations;
