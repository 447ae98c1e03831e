import type { Explanation } from '../explanation.ts';

const mx = { name: 'RFC 5321, section 5.1', url: 'https://www.rfc-editor.org/rfc/rfc5321#section-5.1' };
const nullMx = { name: 'RFC 7505, section 3', url: 'https://www.rfc-editor.org/rfc/rfc7505#section-3' };
const spf = (section: string) => ({
  name: `RFC 7208, section ${section}`,
  url: `https://www.rfc-editor.org/rfc/rfc7208#section-${section}`,
});
const dmarc = { name: 'RFC 9989, section 4.10.1', url: 'https://www.rfc-editor.org/rfc/rfc9989#section-4.10.1' };
const nothingToMend = 'No action needed.';

export const mailExplanations = {
  'mx-published': {
    states: ['good'],
    title: 'Mail servers are named',
    meaning: 'MX records lead to host names, as they should. Whether these hosts take mail is not tested here.',
    importance: 'Senders know where to deliver mail.',
    effect: 'Mail servers deliver to the host with the lowest preference, then to the others.',
    remedies: nothingToMend,
    source: mx,
  },
  'mx-address': {
    states: ['bad'],
    title: 'MX record with an address',
    meaning: 'An MX record has an IP address where only a host name is allowed.',
    importance: 'Mail for the domain is lost or bounces.',
    effect: 'Most mail servers look for a host that is called like the address, and find none.',
    remedies: { 'Zone file': '`mail A 192.0.2.25` and `@ MX 10 mail`, instead of `@ MX 10 192.0.2.25`.' },
    source: { name: 'RFC 1035, section 3.3.9', url: 'https://www.rfc-editor.org/rfc/rfc1035#section-3.3.9' },
  },
  'mx-alias': {
    states: ['warn'],
    title: 'MX record that leads to an alias',
    meaning: 'The name in an MX record has a CNAME record. It must have addresses of its own.',
    importance: 'Some senders refuse to follow it, or send the mail in a circle.',
    effect: 'Most mail servers follow the alias, some bounce the mail.',
    remedies: { 'Zone file': 'Write the name at the end of the alias into the MX record.' },
    source: { name: 'RFC 2181, section 10.3', url: 'https://www.rfc-editor.org/rfc/rfc2181#section-10.3' },
  },
  'mx-null': {
    states: ['note'],
    title: 'The domain takes no mail',
    meaning: 'The only MX record is a single dot, the null MX. It says that the domain takes no mail.',
    importance: 'It is right for a domain without mail, and wrong for every other one.',
    effect: 'Mail servers return messages to the sender at once.',
    remedies: { 'Zone file': 'If the domain should take mail, replace the record by MX records of its mail servers.' },
    source: nullMx,
  },
  'mx-null-and-others': {
    states: ['bad'],
    title: 'Null MX beside other MX records',
    meaning: 'One MX record says that the domain takes no mail, others name mail servers. Only one of both is allowed.',
    importance: 'What happens to mail depends on the sender.',
    effect: 'Some mail servers bounce messages, some ignore the null MX.',
    remedies: { 'Zone file': 'Remove the MX record with the single dot, or all others.' },
    source: nullMx,
  },
  'spf-published': {
    states: ['good'],
    title: 'SPF record',
    meaning:
      'One SPF record names the servers that may send mail of this name, and says what to think of others. What it includes is not read here.',
    importance: 'Receivers can recognise mail that somebody else sends in your name.',
    effect:
      'Mail servers compare the address of the sender with the record. DMARC, at `_dmarc` below the domain, says what happens next: look that name up, too.',
    remedies: nothingToMend,
    source: spf('3'),
  },
  'spf-missing': {
    states: ['note', 'warn'],
    title: 'No SPF record',
    meaning: 'No TXT record of this name is an SPF record.',
    importance: 'Receivers cannot tell your mail servers from those of others that write in your name.',
    effect:
      'Large mail providers reject mail without SPF and DKIM, or put it into the spam folder. DMARC is at `_dmarc` below the domain: look that name up, too.',
    remedies: {
      'Zone file':
        '`@ TXT "v=spf1 mx -all"` if the hosts of your MX records send the mail; add `include:` for each service that sends in your name. A name that sends no mail: `@ TXT "v=spf1 -all"`.',
    },
    source: spf('3'),
  },
  'spf-several': {
    states: ['bad'],
    title: 'Several SPF records',
    meaning: 'More than one TXT record begins with v=spf1.',
    importance: 'Receivers must treat that as a permanent error: none of the records counts.',
    effect: 'Mail servers act as if there were a broken record; with DMARC, mail fails unless DKIM passes.',
    remedies: { 'Zone file': 'Merge them: one record with all terms, and one `all` at its end.' },
    source: spf('4.5'),
  },
  'spf-too-many-lookups': {
    states: ['bad'],
    title: 'SPF record that needs too many DNS lookups',
    meaning: 'The record itself has more than ten terms that need a DNS lookup. Those of included records are added.',
    importance: 'Receivers stop at ten and treat the record as broken.',
    effect: 'Mail servers report a permanent error; with DMARC, mail fails unless DKIM passes.',
    remedies: {
      'Zone file':
        'Remove services that are no longer used; replace `a`, `mx` and `include` by `ip4` and `ip6` where the addresses do not change.',
    },
    source: spf('4.6.4'),
  },
  'spf-passes-all': {
    states: ['bad'],
    title: 'SPF record that allows everybody',
    meaning: 'The record ends with `all` or `+all`, which every server in the world matches.',
    importance: 'Anybody can send mail that passes SPF in your name.',
    effect: 'Mail servers report a pass for forged mail; with DMARC, it counts as yours.',
    remedies: { 'Zone file': 'End the record with `-all`, or with `~all` while you are still testing.' },
    source: spf('5.1'),
  },
  'spf-neutral': {
    states: ['warn'],
    title: 'SPF record that says nothing about other servers',
    meaning:
      'The record ends with `?all`, or with no `all` and no `redirect`. For servers it does not name, the result is neutral.',
    importance: 'Mail in a false name is treated like mail without SPF.',
    effect: 'Mail servers do not hold it against the message.',
    remedies: { 'Zone file': 'End the record with `-all`, or with `~all` while you are still testing.' },
    source: spf('4.7'),
  },
  'dmarc-enforced': {
    states: ['good'],
    title: 'DMARC asks receivers to act',
    meaning: 'The DMARC policy is quarantine or reject.',
    importance: 'Mail in your name that neither SPF nor DKIM confirms does not reach the inbox.',
    effect: 'Mail servers put such mail into the spam folder, or refuse it.',
    remedies: nothingToMend,
    source: dmarc,
  },
  'dmarc-none': {
    states: ['note'],
    title: 'DMARC watches only',
    meaning: 'The DMARC policy is none: receivers send reports, and deliver as before.',
    importance: 'It is the right beginning. It does not protect your name.',
    effect: 'Mail servers deliver mail in a false name as if there were no policy.',
    remedies: {
      'Zone file':
        'When the reports show that your own mail passes: `_dmarc TXT "v=DMARC1; p=quarantine; rua=mailto:..."`.',
    },
    source: dmarc,
  },
  'dmarc-several': {
    states: ['bad'],
    title: 'Several DMARC records',
    meaning: 'More than one TXT record begins with v=DMARC1.',
    importance: 'Receivers apply none of them.',
    effect: 'Mail servers act as if there were no policy.',
    remedies: { 'Zone file': 'Keep one record at `_dmarc`.' },
    source: dmarc,
  },
  'dmarc-invalid': {
    states: ['warn'],
    title: 'No valid DMARC record where one belongs',
    meaning:
      'The name for the DMARC policy has TXT records, but none that counts: v=DMARC1 must come first, and a policy is needed.',
    importance: 'A policy that somebody meant to publish has no effect.',
    effect: 'Mail servers ignore it.',
    remedies: {
      'Zone file':
        '`_dmarc TXT "v=DMARC1; p=quarantine; rua=mailto:..."`, and no wildcard TXT record that answers in its place.',
    },
    source: dmarc,
  },
} as const satisfies Readonly<Record<string, Explanation>>;
