import { expect, it } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { type Golden, testGoldenFindings, verdictsOn } from '../../testing/golden-findings.ts';
import { mail } from '../../tools/mail.ts';
import type { MailCode } from './subject.ts';

const term = (fields: object = {}) => ({ ignored: null, problem: null, record: null, target: null, ...fields });
const spfOf = (fields: object = {}) => ({ problems: [], terms: [], result: null, ...fields });
const dmarcOf = (fields: object = {}) => ({ problems: [], reports: [{}], psd: null, ...fields });
const stsOf = (fields: object = {}) => ({ failure: null, unmatched: [], problems: [], ...fields });
const bimiOf = (fields: object = {}) => ({ logoFailure: null, logoProblems: [], problems: [], ...fields });
const key = (fields: object = {}) => ({ problem: null, ...fields });

const server = (fields: object = {}) => ({ starttls: { step: null }, certificate: {}, ...fields });

/** A domain in which all is well, and what a case changes in it. */
const answer = (more: object = {}) =>
  answerOf(mail, {
    isParked: false,
    mx: [{ problem: null }],
    spf: spfOf(),
    dkim: [key()],
    dkimSearch: {},
    dmarc: dmarcOf(),
    mtaSts: stsOf(),
    tlsRpt: { problems: [] },
    bimi: bimiOf(),
    lists: [{}],
    servers: [server()],
    dane: [{}],
    gaps: [],
    ...more,
  });
const exchange = (problem: string, exchangeName = 'mail.example.com') =>
  answer({ mx: [{ problem, exchange: exchangeName }] });
const terms = (...list: object[]) => answer({ spf: spfOf({ terms: list.map(term) }) });
const noRecord = { record: null, records: [], all: null, allowsNobody: null };
const sound = answer();

const golden = (state: Golden['state'], has: object, evidence: string, hasNot: object = sound): Golden =>
  ({ state, has, evidence, hasNot }) as Golden;

testGoldenFindings<MailCode>('mail', {
  'mail-servers-found': golden('good', sound, 'MX records name mail.example.com.', exchange('alias')),
  'mx-without-address': golden('bad', exchange('no-such-name'), 'does not exist', exchange('unreachable')),
  'mx-special-use': golden('bad', exchange('special-use'), 'not public'),
  'mx-address': golden('bad', exchange('address', '192.0.2.1'), 'an address in the place of a name'),
  'mx-alias': golden('warn', exchange('alias'), 'has a CNAME record'),
  'mx-null': golden(
    'note',
    answer({ mxKind: 'null', mx: [] }),
    'single dot',
    answer({ mxKind: 'null', mx: [], isParked: true }),
  ),
  'mx-null-and-others': golden('bad', exchange('null-beside-others', '.'), 'stands beside other MX records'),
  'mx-implicit': golden('note', answer({ mxKind: 'implicit' }), 'Senders use 192.0.2.25'),
  'no-mail-servers': golden(
    'note',
    answer({ mxKind: 'none', mx: [] }),
    'no MX record and no address',
    answer({ mxKind: 'null', mx: [] }),
  ),
  'mail-parked': golden(
    'good',
    answer({ mxKind: 'null', mx: [], isParked: true }),
    'a null MX',
    answer({ mxKind: 'null', mx: [], isParked: null }),
  ),
  'mail-part-unknown': golden(
    'unknown',
    answer({ gaps: [{ part: 'bimi', code: 'timeout' }] }),
    'Not determined: bimi.',
  ),
  'blocklist-clean': golden('good', sound, 'Not listed by list.example.net', answer({ lists: [{ state: 'refused' }] })),
  'blocklist-listed': golden(
    'bad',
    answer({ lists: [{ state: 'listed' }] }),
    'lists 192.0.2.25 (127.0.0.2)',
    answer({ lists: [{ state: 'refused' }] }),
  ),
  'blocklist-unusable': golden(
    'unknown',
    answer({ lists: [{ state: 'unusable' }] }),
    'gave no answer that counts: 127.0.0.2',
  ),
  'spf-missing': golden('warn', answer({ spf: spfOf(noRecord) }), 'has no SPF record', answer({ spf: null })),
  'spf-several': golden(
    'bad',
    answer({ spf: spfOf({ ...noRecord, records: ['v=spf1 -all', 'v=spf1 ~all'] }) }),
    '2 SPF records',
  ),
  'spf-passes-all': golden('bad', answer({ spf: spfOf({ all: 'pass' }) }), 'lets everybody send'),
  'spf-neutral': golden(
    'warn',
    answer({ spf: spfOf({ all: 'neutral' }) }),
    'nothing of other senders',
    answer({ spf: spfOf({ all: 'softfail' }) }),
  ),
  'spf-sound': golden('good', sound, '1 lookup of ten, 2 records.', answer({ spf: spfOf({ all: 'pass' }) })),
  'spf-over-ten-lookups': golden(
    'bad',
    answer({
      spf: spfOf({ lookups: 11, terms: [term({ isBeyond: true, lookupsBelow: 10, addresses: ['192.0.2.0/24'] })] }),
    }),
    'needs 11 lookups. Receivers stop at include:_spf.example.net',
    answer({ spf: spfOf({ lookups: 10 }) }),
  ),
  'spf-near-ten-lookups': golden(
    'note',
    answer({ spf: spfOf({ lookups: 9 }) }),
    'needs 9 lookups',
    answer({ spf: spfOf({ lookups: 8 }) }),
  ),
  'spf-void-lookups': golden(
    'bad',
    answer({ spf: spfOf({ voidLookups: 3 }) }),
    '3 lookups find nothing',
    answer({ spf: spfOf({ voidLookups: 2 }) }),
  ),
  'spf-count-unknown': golden('unknown', answer({ spf: spfOf({ isLookupsExact: false }) }), 'At least 1 lookup'),
  'spf-syntax': golden('bad', answer({ spf: spfOf({ problems: [{}] }) }), 'Column 8: an unknown mechanism.'),
  'spf-include-broken': golden(
    'bad',
    terms({ problem: 'no-record', target: 'gone.example' }),
    'gone.example has no SPF record',
    terms({ problem: 'unreachable' }),
  ),
  'spf-loop': golden('bad', terms({ problem: 'loop' }), 'leads back', terms({ problem: 'macro' })),
  'spf-ptr': golden(
    'warn',
    terms({ kind: 'ptr', text: 'ptr' }),
    'ptr stands in the record',
    terms({ kind: 'ptr', ignored: 'after-all' }),
  ),
  'spf-ignored-terms': golden(
    'warn',
    terms({ ignored: 'after-all' }),
    'Nobody reads include:_spf.example.net',
    terms({ ignored: 'not-a-lookup' }),
  ),
  'spf-long': golden(
    'note',
    answer({ spf: spfOf({ octets: 451 }) }),
    '451 octets',
    answer({ spf: spfOf({ octets: 450 }) }),
  ),
  'spf-sender-allowed': golden(
    'good',
    answer({ spf: spfOf({ result: 'pass' }) }),
    'is pass, by ip4:192.0.2.0/24',
    answer({ spf: spfOf({ result: 'none' }) }),
  ),
  'spf-sender-not-allowed': golden(
    'bad',
    answer({ spf: spfOf({ result: 'fail', resultTerm: '-all' }) }),
    'is fail, by -all',
    answer({ spf: spfOf({ result: 'pass' }) }),
  ),
  'dkim-key-found': golden('good', sound, 's1 (rsa, 2048 bits)', answer({ dkim: [key({ bits: 1024 })] })),
  'dkim-unknown': golden(
    'unknown',
    answer({ dkim: [], dkimSearch: { state: 'unknown', why: 'None of 62.' } }),
    'None of 62.',
  ),
  'dkim-none': golden(
    'warn',
    answer({ dkim: [], dkimSearch: { state: 'none', why: 'No name.' } }),
    'No name.',
    answer({ dkim: [], dkimSearch: { state: 'unknown' } }),
  ),
  'dkim-selector-missing': golden(
    'bad',
    answer({ dkim: [key({ state: 'absent' })] }),
    's1._domainkey.example.com has no key',
    answer({ dkim: [key({ state: 'absent', origin: 'provider' })] }),
  ),
  'dkim-key-short': golden(
    'warn',
    answer({ dkim: [key({ bits: 1024 })] }),
    '1024 bits',
    answer({ dkim: [key({ bits: 256, keyType: 'ed25519' })] }),
  ),
  'dkim-key-revoked': golden('note', answer({ dkim: [key({ isRevoked: true })] }), 'empty'),
  'dkim-key-testing': golden('warn', answer({ dkim: [key({ isTesting: true })] }), 't=y'),
  'dkim-key-unusable': golden(
    'bad',
    answer({ dkim: [key({ problem: 'a key that cannot be read' })] }),
    'a key that cannot be read',
  ),
  'dmarc-missing': golden(
    'warn',
    answer({ dmarc: dmarcOf({ record: null, records: [], policy: null }) }),
    'Neither example.com',
    answer({ dmarc: null }),
  ),
  'dmarc-several': golden(
    'bad',
    answer({ dmarc: dmarcOf({ record: null, records: ['v=DMARC1', 'v=DMARC1'] }) }),
    '2 records',
  ),
  'dmarc-syntax': golden('warn', answer({ dmarc: dmarcOf({ problems: [{}] }) }), 'Column 11'),
  'dmarc-none': golden('note', answer({ dmarc: dmarcOf({ policy: 'none' }) }), 'is none (p at _dmarc.example.com)'),
  'dmarc-enforced': golden('good', sound, 'is reject', answer({ dmarc: dmarcOf({ percent: 50 }) })),
  'dmarc-subdomains-open': golden(
    'warn',
    answer({ dmarc: dmarcOf({ subdomainPolicy: 'none' }) }),
    'for subdomains is none',
    answer({ dmarc: dmarcOf({ policy: 'none', subdomainPolicy: 'none' }) }),
  ),
  'dmarc-partial': golden('warn', answer({ dmarc: dmarcOf({ isTesting: true }) }), 't=y'),
  'dmarc-reports-refused': golden(
    'bad',
    answer({ dmarc: dmarcOf({ reports: [{ isAuthorized: false }] }) }),
    'has not published',
    answer({ dmarc: dmarcOf({ reports: [{ isAuthorized: null }] }) }),
  ),
  'dmarc-without-reports': golden(
    'note',
    answer({ dmarc: dmarcOf({ reports: [{ kind: 'ruf' }] }) }),
    'names no address',
  ),
  'dmarc-nothing-passes': golden(
    'bad',
    answer({ dmarc: dmarcOf({ canAlign: false }) }),
    'there is no DKIM key',
    answer({ isParked: true, dmarc: dmarcOf({ canAlign: false }) }),
  ),
  'dmarc-organisations-differ': golden(
    'note',
    answer({ dmarc: dmarcOf({ organizationalDomain: 'www.example.com' }) }),
    'by the public suffix list example.com',
    answer({ dmarc: dmarcOf({ organizationalDomainByList: null }) }),
  ),
  'mta-sts-enforced': golden(
    'good',
    sound,
    'mode enforce',
    answer({ mtaSts: stsOf({ unmatched: ['mail2.example.com'] }) }),
  ),
  'mta-sts-missing': golden(
    'note',
    answer({ mtaSts: stsOf({ record: null, records: [], mode: null }) }),
    'no record at _mta-sts.example.com',
    answer({ mxKind: 'null', mtaSts: stsOf({ record: null, records: [] }) }),
  ),
  'mta-sts-several': golden(
    'bad',
    answer({ mtaSts: stsOf({ record: null, records: ['v=STSv1; id=1', 'v=STSv1; id=2'] }) }),
    '2 records',
  ),
  'mta-sts-not-enforced': golden('note', answer({ mtaSts: stsOf({ mode: 'testing' }) }), 'testing'),
  'mta-sts-policy-unavailable': golden(
    'bad',
    answer({ mtaSts: stsOf({ failure: 'redirect', mode: null }) }),
    'it redirects',
  ),
  'mta-sts-mx-not-allowed': golden(
    'bad',
    answer({ mtaSts: stsOf({ unmatched: ['mail2.example.com'] }) }),
    'and not mail2.example.com',
    answer({ mtaSts: stsOf({ unmatched: ['mail2.example.com'], mode: 'none' }) }),
  ),
  'mta-sts-syntax': golden('bad', answer({ mtaSts: stsOf({ problems: [{}] }) }), 'Column 11'),
  'mta-sts-short-lived': golden(
    'note',
    answer({ mtaSts: stsOf({ maxAgeSeconds: 86_399 }) }),
    '86399',
    answer({ mtaSts: stsOf({ maxAgeSeconds: 86_400 }) }),
  ),
  'mta-sts-media-type': golden('note', answer({ mtaSts: stsOf({ mediaType: 'text/html' }) }), 'text/html'),
  'tls-reports-wanted': golden('good', sound, 'mailto:tls@example.com', answer({ tlsRpt: { problems: [{}] } })),
  'tls-reports-missing': golden(
    'note',
    answer({ tlsRpt: { record: null, records: [], problems: [] } }),
    'no record at _smtp._tls',
    answer({ mtaSts: null, tlsRpt: { record: null, records: [], problems: [] } }),
  ),
  'tls-reports-syntax': golden(
    'warn',
    answer({ tlsRpt: { problems: [{ column: 3, message: 'no rua' }] } }),
    'Column 3: no rua.',
  ),
  'bimi-logo': golden(
    'good',
    sound,
    '2048 octets; a mark certificate is named',
    answer({ bimi: bimiOf({ logoProblems: ['it has no title'] }) }),
  ),
  'bimi-without-policy': golden(
    'warn',
    answer({ dmarc: dmarcOf({ policy: 'none' }) }),
    'policy is none',
    answer({ bimi: bimiOf({ record: null }), dmarc: dmarcOf({ policy: 'none' }) }),
  ),
  'smtp-tls-offered': golden(
    'good',
    sound,
    'TLS at mail.example.com (192.0.2.25)',
    answer({ servers: [server({ certificate: null })] }),
  ),
  'smtp-without-tls': golden(
    'warn',
    answer({ servers: [server({ starttls: { offered: false } })] }),
    'does not offer',
    answer({ servers: [server({ starttls: { offered: null } })] }),
  ),
  'smtp-certificate-invalid': golden(
    'bad',
    answer({ servers: [server({ certificate: { valid: false } })] }),
    'hostname_mismatch',
  ),
  'smtp-server-problem': golden(
    'unknown',
    answer({ servers: [server({ starttls: { offered: null, problem: 'It hangs.' } })] }),
    'It hangs.',
    answer({
      gaps: [{ part: 'smtp', code: 'unreachable' }],
      servers: [server({ starttls: { problem: 'It hangs.' } })],
    }),
  ),
  'smtp-reverse-name': golden(
    'note',
    answer({ servers: [server({ isConfirmed: false })] }),
    'does not lead back',
    answer({ servers: [server({ isConfirmed: null })] }),
  ),
  'dane-matches': golden('good', sound, 'fits', answer({ dane: [{ matches: null }] })),
  'dane-differs': golden('bad', answer({ dane: [{ matches: false }] }), 'Nothing that mail.example.com presented'),
  'dane-insecure': golden('note', answer({ dane: [{ isSecure: false }] }), 'could not be validated'),
  'bimi-unusable': golden(
    'warn',
    answer({ bimi: bimiOf({ logoFailure: 'status' }) }),
    'the logo cannot be had (status)',
    answer({ bimi: bimiOf({ isDeclined: true, logoFailure: 'status' }) }),
  ),
});

it('of a domain in which all is well, every finding is good', () => {
  expect(verdictsOn('mail', sound).filter((verdict) => !verdict.startsWith('good'))).toEqual([]);
});

it('a parked domain needs no keys, and no reports of TLS', () => {
  const nothing = { record: null, records: [], mode: null };
  const parked = answer({
    ...{
      isParked: true,
      mxKind: 'null',
      mx: [],
      dkim: [],
      dkimSearch: { state: 'unknown' },
      lists: [],
      servers: [],
      dane: [],
    },
    ...{ mtaSts: stsOf(nothing), tlsRpt: { record: null, records: [], problems: [] }, bimi: bimiOf({ record: null }) },
    spf: spfOf({ lookups: 0, recordsRead: 1, allowsNobody: true }),
  });
  expect(verdictsOn('mail', parked)).toEqual(['good mail-parked', 'good spf-sound', 'good dmarc-enforced']);
});
