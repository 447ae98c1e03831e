import { answer, golden, noRecord, sound, spfOf, term, terms, withSpf } from './mail-answers.ts';

/** The findings on SPF. */
export const spfGoldens = {
  'spf-missing': golden('warn', withSpf(noRecord), 'has no SPF record', answer({ spf: null })),
  'spf-several': golden('bad', withSpf({ ...noRecord, records: ['v=spf1 -all', 'v=spf1 ~all'] }), '2 SPF records'),
  'spf-passes-all': golden(
    'bad',
    withSpf({ allowed: { ipv4: 2 ** 32, share4: 1, networks: ['0.0.0.0/1', '128.0.0.0/1'], unknown: [] } }),
    '0.0.0.0/1 and 128.0.0.0/1 pass: every IPv4 address.',
    withSpf({ allowed: { ipv4: 2 ** 31, share4: 0.6, unknown: [] } }),
  ),
  'spf-wide': golden(
    'warn',
    withSpf({ allowed: { ipv4: 2 ** 24 + 1, share4: 0.0046, networks: ['11.0.0.0/8', '192.0.2.1'], unknown: [] } }),
    '16,777,217 IPv4 addresses (0.5 %)',
    withSpf({ allowed: { ipv4: 2 ** 24, share4: 0.0045, unknown: [] } }),
  ),
  'spf-many-mx': golden(
    'bad',
    terms({ kind: 'mx', text: 'mx', problem: 'too-many-mx', target: 'example.com' }),
    'example.com has more than ten MX records',
    terms({ kind: 'mx', text: 'mx', problem: 'no-address', target: 'example.com' }),
  ),
  'spf-not-answered': golden(
    'unknown',
    withSpf({ ...noRecord, failure: 'timeout', result: 'temperror', resultTerm: null }),
    'was not answered (timeout)',
    withSpf(noRecord),
  ),
  'spf-neutral': golden('warn', withSpf({ all: 'neutral' }), 'other senders is neutral', withSpf({ all: 'softfail' })),
  'spf-sound': golden(
    'good',
    sound,
    '1 DNS lookup of at most ten, 2 records read. It allows 256 IPv4 addresses.',
    withSpf({ permanentError: { reason: 'too-many-mx' } }),
  ),
  'spf-over-ten-lookups': golden(
    'bad',
    answer({
      spf: spfOf({ lookups: 11, terms: [term({ isBeyond: true, lookupsBelow: 10, addresses: ['192.0.2.0/24'] })] }),
    }),
    'needs 11 DNS lookups. Receivers stop at include:_spf.example.net',
    withSpf({ lookups: 10 }),
  ),
  'spf-near-ten-lookups': golden('note', withSpf({ lookups: 9 }), 'needs 9 DNS lookups', withSpf({ lookups: 8 })),
  'spf-void-lookups': golden('bad', withSpf({ voidLookups: 3 }), '3 DNS lookups find no', withSpf({ voidLookups: 2 })),
  'spf-count-unknown': golden('unknown', withSpf({ isLookupsExact: false }), 'At least 1 DNS lookup'),
  'spf-syntax': golden('bad', answer({ spf: spfOf({ problems: [{}] }) }), 'Column 8: an unknown mechanism.'),
  'spf-include-broken': golden(
    'bad',
    terms({ problem: 'no-record', target: 'gone.example' }),
    'gone.example has no SPF record',
    terms({ problem: 'unreachable' }),
  ),
  'spf-loop': golden('bad', terms({ problem: 'loop' }), 'refers back', terms({ problem: 'macro' })),
  'spf-ptr': golden(
    'warn',
    terms({ kind: 'ptr', text: 'ptr' }),
    'ptr is in the record',
    terms({ kind: 'ptr', ignored: 'after-all' }),
  ),
  'spf-ignored-terms': golden(
    'warn',
    terms({ ignored: 'after-all' }),
    'These terms have no effect: include:_spf.example.net',
    terms({ ignored: 'not-a-lookup' }),
  ),
  'spf-long': golden('note', withSpf({ octets: 451 }), '451 octets', withSpf({ octets: 450 })),
  'spf-sender-allowed': golden(
    'good',
    withSpf({ result: 'pass' }),
    'is pass, by ip4:192.0.2.0/24',
    withSpf({ result: 'none' }),
  ),
  'spf-sender-not-allowed': golden(
    'bad',
    withSpf({ result: 'fail', resultTerm: '-all' }),
    'is fail, by -all',
    withSpf({ result: 'pass' }),
  ),
};
