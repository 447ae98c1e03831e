import type { Explanation } from '../finding/explanation.ts';

const mx = { name: 'RFC 5321, section 5.1', url: 'https://www.rfc-editor.org/rfc/rfc5321#section-5.1' };
const nullMx = { name: 'RFC 7505, section 3', url: 'https://www.rfc-editor.org/rfc/rfc7505#section-3' };
const spf = (section: string) => ({
  name: `RFC 7208, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc7208#section-${section}`,
});
const dmarc = { name: 'RFC 9989, section 4.10.1', url: 'https://www.rfc-editor.org/rfc/rfc9989#section-4.10.1' };
const nothingToMend = 'No action needed.';
const zoneFile = (text: string) => ({ 'Zone file': text });

/** What a permanent error of SPF leads to (RFC 7208 section 8.7). */
export const PERMANENT_ERROR = 'The SPF result is a permanent error. With DMARC, mail fails unless DKIM passes.';

export const mailExplanations = {
  'mx-published': {
    states: ['good'],
    title: 'MX records published',
    meaning:
      'The MX records point to host names, as required. This check does not test whether these hosts accept mail.',
    importance: 'Senders know where to deliver mail.',
    effect: 'Senders try the host with the lowest preference number first, then the others.',
    remedies: nothingToMend,
    source: mx,
  },
  'mx-address': {
    states: ['bad'],
    title: 'MX record with an address',
    meaning: 'An MX record contains an IP address, but only a host name is allowed.',
    importance: 'Mail for the domain is lost or bounces.',
    effect: 'Most mail servers treat the address as a host name, and find no such host.',
    remedies: { 'Zone file': 'Replace `@ MX 10 192.0.2.25` with `mail A 192.0.2.25` and `@ MX 10 mail`.' },
    source: { name: 'RFC 1035, section 3.3.9', url: 'https://www.rfc-editor.org/rfc/rfc1035#section-3.3.9' },
  },
  'mx-alias': {
    states: ['warn'],
    title: 'MX record points to an alias',
    meaning: 'The host name in an MX record has a CNAME record. It must have its own address records.',
    importance: 'Some senders refuse to follow the alias, and some get into a mail loop.',
    effect: 'Most mail servers follow the alias, but some bounce the mail.',
    remedies: { 'Zone file': 'Put the name at the end of the alias in the MX record.' },
    source: { name: 'RFC 2181, section 10.3', url: 'https://www.rfc-editor.org/rfc/rfc2181#section-10.3' },
  },
  'mx-null': {
    states: ['note'],
    title: 'The domain accepts no mail',
    meaning: 'The only MX record is a null MX (a single dot). It says that the domain accepts no mail.',
    importance: 'This is right for a domain without mail, and wrong for any other.',
    effect: 'Sending mail servers return messages to the sender at once.',
    remedies: { 'Zone file': 'If the domain should accept mail, replace it with MX records for its mail servers.' },
    source: nullMx,
  },
  'mx-null-and-others': {
    states: ['bad'],
    title: 'Null MX beside other MX records',
    meaning:
      'One MX record says that the domain accepts no mail, others name mail servers. The two must not be combined.',
    importance: 'What happens to mail depends on the sending server.',
    effect: 'Some mail servers bounce messages, others ignore the null MX.',
    remedies: { 'Zone file': 'Remove the MX record with the single dot, or all the others.' },
    source: nullMx,
  },
  'spf-published': {
    states: ['good'],
    title: 'SPF record published',
    meaning:
      'One SPF record without syntax errors lists the servers that may send mail for this name, and says how to treat all others. Records that it includes or redirects to are not checked here: the mail check does that.',
    importance: 'Receivers can recognise forged mail in your name.',
    effect:
      'Mail servers compare the sender’s address with the record. The DMARC record at `_dmarc` below the domain says what happens next: look up that name, too.',
    remedies: nothingToMend,
    source: spf('3'),
  },
  'spf-missing': {
    states: ['note', 'warn'],
    title: 'No SPF record',
    meaning: 'No TXT record of this name is an SPF record.',
    importance: 'Receivers cannot tell your mail servers from other servers that send in your name.',
    effect:
      'Large mail providers reject mail without SPF and DKIM, or put it in the spam folder. The DMARC record is at `_dmarc` below the domain: look up that name, too.',
    remedies: {
      'Zone file':
        'If the hosts in your MX records send the mail, add `@ TXT "v=spf1 mx -all"`, with an `include:` for each service that sends in your name. If the name sends no mail, add `@ TXT "v=spf1 -all"`.',
    },
    source: spf('3'),
  },
  'spf-several': {
    states: ['bad'],
    title: 'Several SPF records',
    meaning: 'More than one TXT record begins with v=spf1.',
    importance: 'Receivers must treat this as a permanent error (permerror): none of the records counts.',
    effect: PERMANENT_ERROR,
    remedies: { 'Zone file': 'Merge them into one record with all terms and one `all` at its end.' },
    source: spf('4.5'),
  },
  'spf-too-many-lookups': {
    states: ['bad'],
    title: 'SPF record needs too many DNS lookups',
    meaning: 'The record has more than ten terms that need a DNS lookup. Lookups in included records count as well.',
    importance: 'Receivers stop after ten and treat the record as invalid.',
    effect: PERMANENT_ERROR,
    remedies: {
      'Zone file':
        'Remove services that you no longer use. Replace `a`, `mx` and `include` with `ip4` and `ip6` if the addresses do not change.',
    },
    source: spf('4.6.4'),
  },
  'spf-passes-all': {
    states: ['bad'],
    title: 'SPF record allows every sender',
    meaning:
      'The networks that the record allows are the whole internet: by `+all`, by `ip4:0.0.0.0/0` or its halves, or by a record that it includes or redirects to. The last word of the record does not matter then.',
    importance: 'Anyone can send mail in your name that passes SPF.',
    effect: 'Forged mail passes SPF. With DMARC, it counts as yours.',
    remedies: {
      'Zone file':
        'Remove the term that allows everybody, list the servers that send your mail, and end the record with `-all`, or with `~all` while you are still testing.',
    },
    source: spf('5.1'),
  },
  'spf-neutral': {
    states: ['warn'],
    title: 'SPF record is neutral about other servers',
    meaning:
      'The record ends with `?all`, or has neither `all` nor `redirect`. For servers that it does not list, the result is neutral.',
    importance: 'Forged mail is treated like mail without SPF.',
    effect: 'Mail servers do not count the result against a message.',
    remedies: { 'Zone file': 'End the record with `-all`, or with `~all` while you are still testing.' },
    source: spf('4.7'),
  },
  'spf-syntax': {
    states: ['bad'],
    title: 'SPF record with a syntax error',
    meaning: 'A term of the record is not valid.',
    importance: 'A single syntax error makes the whole record invalid.',
    effect: PERMANENT_ERROR,
    remedies: zoneFile('Correct the term at the given column.'),
    source: spf('4.6'),
  },
  'spf-wide': {
    states: ['warn', 'bad'],
    title: 'SPF allows very many addresses',
    meaning:
      'Together, the networks that the record and its includes allow are larger than a /8 of IPv4 or a /20 of IPv6. It is bad from half of all public addresses on.',
    importance: 'Whoever gets hold of one of these addresses can send mail in your name that passes SPF and DMARC.',
    effect: 'Mail servers accept forged mail from these networks as yours.',
    remedies: zoneFile('Replace large networks with the addresses of the servers that send your mail.'),
    source: spf('11.4'),
  },
  'dmarc-partial': {
    states: ['warn'],
    title: 'DMARC is only partly enforced',
    meaning:
      'The record says that the policy is only tested (t=y), or applies to only some of the mail (pct). RFC 9989 has t, but no pct: receivers that follow it apply the policy to all mail, those that follow RFC 7489 to that percentage.',
    importance: 'At some receivers, forged mail is still delivered.',
    effect:
      'With t=y, receivers apply the next weaker policy: quarantine instead of reject, none instead of quarantine. With pct, old receivers do so for the rest of the messages.',
    remedies: zoneFile('When the reports show that your own mail passes, remove `t=y` and `pct`.'),
    source: { name: 'RFC 9989, section 4.7', url: 'https://www.rfc-editor.org/rfc/rfc9989#section-4.7' },
  },
  'dmarc-enforced': {
    states: ['good'],
    title: 'DMARC policy is enforced',
    meaning: 'The DMARC policy is quarantine or reject.',
    importance:
      'Receivers are asked not to deliver mail in your name to the inbox unless SPF or DKIM passes for your domain.',
    effect: 'Most mail servers put such mail in the spam folder or reject it.',
    remedies: nothingToMend,
    source: dmarc,
  },
  'dmarc-none': {
    states: ['note'],
    title: 'DMARC only monitors',
    meaning: 'The DMARC policy is none: receivers send reports, but deliver mail as before.',
    importance: 'This is the right way to start, but it does not protect your name.',
    effect: 'Mail servers deliver forged mail as if there were no policy.',
    remedies: {
      'Zone file':
        'When the reports show that your own mail passes, change the record to `_dmarc TXT "v=DMARC1; p=quarantine; rua=mailto:..."`.',
    },
    source: dmarc,
  },
  'dmarc-several': {
    states: ['bad'],
    title: 'Several DMARC records',
    meaning: 'More than one TXT record begins with v=DMARC1.',
    importance: 'Receivers then ignore all of them.',
    effect: 'Mail servers act as if there were no policy.',
    remedies: { 'Zone file': 'Keep only one record at `_dmarc`.' },
    source: dmarc,
  },
  'dmarc-invalid': {
    states: ['warn'],
    title: 'No valid DMARC record',
    meaning:
      'The name for the DMARC policy has TXT records, but none is a valid DMARC record: it must begin with v=DMARC1 and contain a policy.',
    importance: 'The policy that somebody wanted to publish has no effect.',
    effect: 'Mail servers ignore it.',
    remedies: {
      'Zone file':
        'Add `_dmarc TXT "v=DMARC1; p=quarantine; rua=mailto:..."`, and remove any wildcard TXT record that answers for `_dmarc`.',
    },
    source: dmarc,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
