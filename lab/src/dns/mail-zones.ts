/** Zones for the mail check, correct or with one flaw; each text follows the SOA and NS records. */
const key2048 =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA5n5QBn0zEra5y7TQYkI0VTG+E3HQWYxp32cr4byOZOtki3NF9ztXHHS7QBLPn48xqdRzmqiBDOJftwb+MW1KDdLqYphDrnzaDlcPL3YpWCzKWZCIgmS9JMtQJUoze9g91m9gZ9Dp+W5napjh+kcGiVJKYoFVTJ2fh2draU1ow+4mXcQs1eJB1/9AM0uug0u548AYuBh9ylP1wrUfHGXTWcdOR4iLjjQLjrTwUdrSn1ESVHc0RPg7LoPSjNYc5BXGh/K0ljMUd6Q9Bjunoc/Ev/SJpkjSmvaGILUgYP2BX02hYLeD0En04fzDhOXrpw7XFGFJpyiEI/nJPN8QBidhIQIDAQAB';

const many = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index + 1)).join('\n');

/** A string in a TXT record has at most 255 octets. */
const strings = (text: string) => (text.match(/.{1,250}/g) ?? []).map((part) => `"${part}"`).join(' ');

export const mailZones: Readonly<Record<string, string>> = {
  'sound.test': `
@ 300 MX 10 mail
@ 300 TXT "v=spf1 mx include:_spf.sound.test -all"
_spf 300 TXT "v=spf1 ip4:198.51.100.0/24 ip6:2001:db8:25::/48 -all"
mail 300 A 198.51.100.25
mail 300 AAAA 2001:db8:25::25
s1._domainkey 300 TXT ${strings(`v=DKIM1; k=rsa; p=${key2048}`)}
s2._domainkey 300 CNAME key.sound.test.
key 300 TXT "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
_dmarc 300 TXT "v=DMARC1; p=reject; rua=mailto:dmarc@sound.test"
_smtp._tls 300 TXT "v=TLSRPTv1; rua=mailto:tls@sound.test"
sub 300 A 198.51.100.26
`,
  'parked.test': `
@ 300 MX 0 .
@ 300 TXT "v=spf1 -all"
_dmarc 300 TXT "v=DMARC1; p=reject"
`,
  'bare.test': '',
  'implicit.test': '@ 300 A 198.51.100.1',
  'alias.test': `
@ 300 MX 10 mail
mail 300 CNAME host
host 300 A 198.51.100.25
`,
  'nowhere.test': `
@ 300 MX 10 gone
@ 300 MX 20 empty
@ 300 MX 30 private
@ 300 MX 40 192.0.2.1.
empty 300 TXT "nothing"
private 300 A 10.0.0.1
`,
  'two-nulls.test': `
@ 300 MX 0 .
@ 300 MX 10 mail
mail 300 A 198.51.100.25
`,
  'over.test': `
@ 300 TXT "v=spf1 include:a.over.test include:b.over.test include:c.over.test -all"
a 300 TXT "v=spf1 a:h1.over.test a:h2.over.test a:h3.over.test ip4:198.51.100.1 -all"
b 300 TXT "v=spf1 a:h4.over.test a:h5.over.test a:h6.over.test ip4:198.51.100.2 -all"
c 300 TXT "v=spf1 a:h7.over.test a:h8.over.test -all"
${many(8, (index) => `h${index} 300 A 198.51.100.${index}`)}
`,
  'nine.test': `
@ 300 TXT "v=spf1 ${many(9, (index) => `a:h${index}.nine.test`).replaceAll('\n', ' ')} -all"
${many(9, (index) => `h${index} 300 A 198.51.100.${index}`)}
`,
  'void.test': '@ 300 TXT "v=spf1 a:v1.void.test a:v2.void.test a:v3.void.test -all"',
  'wide.test': `
@ 300 TXT "v=spf1 include:c1.wide.test -all"
${many(80, (index) => `c${index} 300 TXT "v=spf1 include:c${index + 1}.wide.test -all"`)}
`,
  'syntax.test': '@ 300 TXT "v=spf1 ipv4:198.51.100.1 -all"',
  'several.test': `
@ 300 TXT "v=spf1 -all"
@ 300 TXT "v=spf1 ~all"
_dmarc 300 TXT "v=DMARC1; p=none"
_dmarc 300 TXT "v=DMARC1; p=reject"
_mta-sts 300 TXT "v=STSv1; id=1"
_mta-sts 300 TXT "v=STSv1; id=2"
_smtp._tls 300 TXT "v=TLSRPTv1; rua=mailto:a@several.test"
_smtp._tls 300 TXT "v=TLSRPTv1; rua=mailto:b@several.test"
`,
  'broken.test': `
@ 300 TXT "v=spf1 include:gone.broken.test include:none.broken.test -all"
none 300 TXT "no record"
_smtp._tls 300 TXT "v=TLSRPTv1;"
`,
  'circle.test': `
@ 300 TXT "v=spf1 include:other.circle.test -all"
other 300 TXT "v=spf1 include:circle.test -all"
`,
  'open.test': `
@ 300 TXT "v=spf1 ptr +all include:late.open.test"
_dmarc 300 TXT "v=DMARC1; p=quarantine; sp=none; pct=20; ruf=mailto:x@elsewhere.example"
default._bimi 300 TXT "v=BIMI1; l=http://open.test/logo.svg"
`,
  'soft.test': `
@ 300 TXT "v=spf1 a"
_dmarc 300 TXT "v=DMARC1; p=nothing; rua=mailto:d@reports-a.test,mailto:d@reports-b.test"
`,
  'reports-a.test': 'soft.test._report._dmarc 300 TXT "v=DMARC1;"',
  'reports-b.test': '',
  'macro.test':
    '@ 300 TXT "v=spf1 include:%{d2}.macro.test exists:%{i}.sends.macro.test -all"\n1.100.51.198.sends 300 A 127.0.0.2\n198.51.100.1.sends 300 A 127.0.0.2',
  'long.test': `@ 300 TXT ${strings(`v=spf1 ${Array.from({ length: 28 }, (_, index) => `ip4:198.51.100.${index}`).join(' ')} -all`)}`,
  // SPF records that let (nearly) everybody pass without saying so at their end.
  'whole.test': '@ 300 TXT "v=spf1 ip4:0.0.0.0/0 -all"\n_dmarc 300 TXT "v=DMARC1; p=reject"',
  'halves.test': '@ 300 TXT "v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all"\n_dmarc 300 TXT "v=DMARC1; p=reject"',
  'leaky.test': `
@ 300 TXT "v=spf1 include:_r.leaky.test -all"
_r 300 TXT "v=spf1 +all"
_dmarc 300 TXT "v=DMARC1; p=reject"
`,
  'redirected.test': `
@ 300 TXT "v=spf1 redirect=_r.redirected.test"
_r 300 TXT "v=spf1 +all"
_dmarc 300 TXT "v=DMARC1; p=reject"
`,
  'mx-zero.test': `
@ 300 TXT "v=spf1 mx/0 -all"
@ 300 MX 10 mail
mail 300 A 198.51.100.25
`,
  'excepted.test': '@ 300 TXT "v=spf1 -exists:%{ir}.list.test +all"',
  'half.test': '@ 300 TXT "v=spf1 ip4:0.0.0.0/1 -all"',
  'provider.test': '@ 300 TXT "v=spf1 ip4:11.0.0.0/8 ip4:12.0.0.0/9 ip6:2001:db8::/32 -all"',
  'shielded.test': '@ 300 TXT "v=spf1 -ip4:0.0.0.0/0 -ip6:::/0 +all"',
  'beside.test': '@ 300 TXT "v=spf1 ip4:198.51.100.1 redirect=_r.beside.test ~all"\n_r 300 TXT "v=spf1 +all"',
  // Permanent errors.
  'eleven-mx.test': `
@ 300 TXT "v=spf1 mx -all"
${many(11, (index) => `@ 300 MX 10 m${index}\nm${index} 300 A 198.51.100.${index}`)}
`,
  'wrong-number.test': '@ 300 TXT "v=spf1 ip4:300.1.2.3 -all"',
  'texts.test': `
@ 300 TXT "v=spf1 ${many(12, (index) => `ip4:198.51.100.${index}`).replaceAll('\n', ' ')} -all"
@ 300 TXT ${strings(`google-site-verification=${'x'.repeat(350)}`)}
`,
  // DMARC as it is found in the world.
  'twice.test': `
_dmarc 300 TXT "v=DMARC1; p=reject; rua=mailto:d@twice.test"
_dmarc.sub 300 TXT "v=DMARC1; p=none"
_dmarc.sub 300 TXT "v=DMARC1; p=quarantine"
sub 300 A 198.51.100.1
`,
  'former.test': '_dmarc 300 TXT "v = DMARC1 ; p = reject ; rf=afrf; ri=86400; rua=mailto:d@former.test"',
  'trying.test': '_dmarc 300 TXT "v=DMARC1; p=reject; t=y; rua=mailto:d@trying.test"',
  'zero-percent.test': '_dmarc 300 TXT "v=DMARC1; p=reject; pct=0; rua=mailto:d@zero-percent.test"',
  'guarded.test': '_dmarc 300 TXT "v=DMARC1; p=none; np=quarantine; rua=mailto:d@guarded.test"',
  'keys.test': `
short._domainkey 300 TXT "v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC3QEKyU1fSma0axspqYK5iAj+54lsAg4qRRCnpKK68hawSd8zpsDz77ntGCR0X2mHVvkf0WEOIqaspaG/A5IGxieiWer+wBX8lW2tE4NHTE0PLhHqL0uD2sif2pKoPR3Wr6n/rbiihGYCIzvuY4/U5GigNUGls/QUbCPRyzho30wIDAQAB; t=y"
old._domainkey 300 TXT "v=DKIM1; p="
cut._domainkey 300 TXT "v=DKIM1; k=rsa; p=MIIBIjANBgkq"
sha1._domainkey 300 TXT ${strings(`v=DKIM1; h=sha1; p=${key2048}`)}
reports._domainkey 300 TXT ${strings(`v=DKIM1; s=tlsrpt; p=${key2048}`)}
moved._domainkey 300 CNAME moved.dkim.gone.test.
`,
  'deny-all.test': `
@ 300 TXT "v=spf1 -all"
_dmarc 300 TXT "v=DMARC1; p=reject"
@ 300 MX 10 mail
mail 300 A 198.51.100.25
`,
  'sts.test': `
@ 300 MX 10 mail
@ 300 MX 20 mail2
mail 300 A 198.51.100.25
mail2 300 A 198.51.100.26
mta-sts 300 A 127.0.0.1
_mta-sts 300 TXT "v=STSv1; id=20261101"
_dmarc 300 TXT "v=DMARC1; p=reject; rua=mailto:d@sts.test"
default._bimi 300 TXT "v=BIMI1; l=https://mta-sts.sts.test/logo.svg; a="
`,
  'psd.test': `
_dmarc 300 TXT "v=DMARC1; p=none; psd=y"
_dmarc.org 300 TXT "v=DMARC1; p=quarantine; sp=reject; np=none"
host.org 300 A 198.51.100.1
`,
  // Blocklists: a correct one, one that lists everything, and one that refuses queries.
  'list.test': `
2.0.0.127 300 A 127.0.0.2
25.100.51.198 300 A 127.0.0.4
25.100.51.198 300 TXT "see https://list.test/198.51.100.25"
`,
  'names.test': 'test 300 A 127.0.1.2\nsound.test 300 A 127.0.1.2',
  'everything.test': '* 300 A 127.0.0.2',
  'refusing.test': '* 300 A 127.255.255.254',
};
