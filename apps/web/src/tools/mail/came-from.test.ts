// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import {
  bimiParts,
  daneParts,
  dkimParts,
  dmarcParts,
  exchangeParts,
  listParts,
  serverParts,
  spfParts,
  transportParts,
} from './came-from.ts';

const DOMAIN = 'shop.test';
type Exchange = Parameters<typeof exchangeParts>[1][number];
type Terms = Parameters<typeof spfParts>[1]['terms'];
const term = (kind: string, target: string | null) => ({ kind, target }) as Terms[number];

it('the mail servers came from what the resolver was asked, and not from the proof of DANE, which asks the same elsewhere', () => {
  const mx = [{ exchange: 'mail.shop.test' }, { exchange: 'mail2.shop.test' }] as Exchange[];
  expect(numbersOf('mail', exchangeParts(DOMAIN, mx))).toEqual([
    ['shop.test MX', 1],
    ['Addresses of mail.shop.test', 8, 9],
    ['Addresses of mail2.shop.test', 10, 11],
  ]);
});

it('SPF came from the record and what its terms look up; macros stand for no name', () => {
  const terms = [term('mx', DOMAIN), term('a', 'mail.shop.test'), term('exists', '%{i}.shop.test'), term('all', null)];
  expect(numbersOf('mail', spfParts(DOMAIN, { terms }))).toEqual([
    ['shop.test TXT', 2],
    ['shop.test MX', 1],
    ['Addresses of mail.shop.test', 8, 9],
  ]);
  expect(numbersOf('mail', spfParts(DOMAIN, { terms: [term('include', '_spf.shop.test')] }))).toEqual([
    ['shop.test TXT', 2],
  ]);
});

it('DMARC came from the names of the tree walk', () => {
  const asked = ['_dmarc.shop.test', '_dmarc.test'];
  expect(numbersOf('mail', dmarcParts(DOMAIN, { asked, reports: [] }))).toEqual([
    ['_dmarc.shop.test TXT', 3],
    ['_dmarc.test TXT', 4],
  ]);
  const reports = [{ domain: 'reports.test', isExternal: true } as Parameters<typeof dmarcParts>[1]['reports'][number]];
  expect(dmarcParts(DOMAIN, { asked: [], reports }).map(({ label }) => label)).toEqual([
    'shop.test._report._dmarc.reports.test TXT',
  ]);
});

it('DKIM, MTA-STS, TLS-RPT and BIMI came from their names', () => {
  const [[label, ...numbers] = []] = numbersOf('mail', dkimParts(DOMAIN));
  expect([label, ...numbers]).toEqual([null, 12, 13, 14]);
  expect(numbersOf('mail', transportParts(DOMAIN))).toEqual([
    ['_mta-sts.shop.test TXT', 5],
    ['_smtp._tls.shop.test TXT', 6],
  ]);
  expect(numbersOf('mail', bimiParts({ domain: DOMAIN, logoUrl: null }))).toEqual([['default._bimi.shop.test TXT', 7]]);
  expect(bimiParts({ domain: null, logoUrl: 'https://logo.test/a.svg' })).toEqual([
    {
      label: 'Logo',
      filters: [
        { isOperators: true, question: { name: 'logo.test', types: ['A', 'AAAA'] } },
        { services: ['http'], host: 'logo.test' },
      ],
    },
  ]);
});

it('a mail server said what went to its address, and is named in the reverse tree', () => {
  expect(numbersOf('mail', serverParts({ address: '127.53.0.31' }))).toEqual([[null, 77, 81]]);
  expect(numbersOf('mail', serverParts({ address: '127.53.0.32' }))).toEqual([]);
});

it('TLSA records came from the resolver and from the name servers of the zone', () => {
  expect(numbersOf('mail', daneParts({ name: 'mail.shop.test', base: 'mail.shop.test' }))).toEqual([
    [null, 78, 118, 119],
  ]);
});

it('a list is asked for the address backwards, or for the name', () => {
  const lists = [
    { list: 'bl.test', subject: '192.0.2.25' },
    { list: 'dbl.test', subject: DOMAIN },
  ];
  const names = listParts(lists).flatMap(({ filters }) => filters.map(({ question }) => question?.name));
  expect(names).toEqual(['25.2.0.192.bl.test', 'shop.test.dbl.test']);
});
