import type { ToolError } from '@sonde/contract';
import { comparedTypes, movingTypes } from '@sonde/contract/tools/dns/facts';
import { describe, expect, test } from 'vitest';
import { NetFailure } from '../../net/net.ts';
import { lookUp, record } from '../../testing/scripted-dns.ts';
import { askedMnemonics } from './tables.ts';

describe('the order of tables', () => {
  const inTwoOrders = async (type: string, rows: readonly string[][]) => {
    const answers = await Promise.all(
      [rows, [...rows].reverse()].map((order) =>
        lookUp((asked) =>
          asked === type ? { records: order.map((fields) => record('example.com', type, 60, ...fields)) } : {},
        ),
      ),
    );
    const [one, two] = answers.map(({ records }) => records[0]?.data.map((row) => row.slice(1, -1)));
    expect(one).toEqual(two);
    return one;
  };

  test('sorts MX numerically by preference, however a resolver rotates them', async () => {
    const rows = [
      ['100', 'c.example.com'],
      ['20', 'b.example.com'],
      ['5', 'a.example.com'],
    ];
    expect(await inTwoOrders('MX', rows)).toEqual([...rows].reverse());
  });

  test.each([
    [
      'SRV',
      [
        ['1', '5', '443', 'z.example'],
        ['10', '0', '443', 'a.example'],
      ],
    ],
    [
      'NAPTR',
      [
        ['10', '9', 'u', 'E2U+sip', '!^.*$!sip:a@b!', '.'],
        ['100', '1', 's', 'SIP+D2U', '', 'a.example'],
      ],
    ],
    [
      'HTTPS',
      [
        ['1', 'z.example', 'alpn="h2"'],
        ['2', 'a.example', 'alpn="h3"'],
      ],
    ],
    ['A', [['192.0.2.9'], ['192.0.2.10'], ['198.51.100.1']]],
    ['TXT', [['"a=1"'], ['"b=2"']]],
  ])('%s', async (type, rows) => {
    expect(await inTwoOrders(type, rows)).toEqual(rows);
  });
});

describe('an unsigned zone below a signed parent', () => {
  // What BIND and Unbound cache for such a name when dnssec-signzone signed the parent (RFC 4035 section 2.3).
  const parentNsec = record('plain.example', 'NSEC', 300, 'refused.example', 'NS RRSIG NSEC');
  const parentSignature = record(
    ...(['plain.example', 'RRSIG', 300] as const),
    ...['NSEC', '13', '2', '300', '20261222061353', '20261122061353', '53745', 'example', 't1PADN69'],
  );

  test('does not show the NSEC and RRSIG records with which the parent proves that there is no DS', async () => {
    const answer = await lookUp((type) => {
      if (type === 'NSEC') return { records: [parentNsec, parentSignature] };
      return type === 'A' ? { records: [record('plain.example', 'A', 300, '192.0.2.20')] } : {};
    }, 'plain.example');
    expect(answer.records.map(({ recordName }) => recordName)).toEqual(['A']);
  });

  test('has no records when there is only that proof', async () => {
    const failure = await lookUp(
      (type) => (type === 'NSEC' ? { records: [parentNsec, parentSignature] } : {}),
      'plain.example',
    ).catch((error: ToolError) => error);
    expect(failure).toMatchObject({ code: 'not-found', reason: 'nodata' });
  });

  test('the NSEC records of a signed zone’s own apex and of a host are shown', async () => {
    for (const types of ['A NS SOA MX RRSIG NSEC DNSKEY', 'A RRSIG NSEC']) {
      const own = record('plain.example', 'NSEC', 300, 'www.plain.example', types);
      const answer = await lookUp(
        (type) => (type === 'NSEC' ? { records: [own, parentSignature] } : {}),
        'plain.example',
      );
      expect(answer.records.map(({ recordName }) => recordName)).toEqual(['NSEC', 'RRSIG']);
    }
  });
});

test('a signed DS above data that do not verify is not shown as validated', async () => {
  const answer = await lookUp((type, { checkingDisabled }) => {
    if (type === 'DS') {
      return { isAuthenticated: true, records: [record('example.com', 'DS', 60, '30734', '8', '2', '4CE15B7F')] };
    }
    return checkingDisabled === true ? {} : new NetFailure('servfail', 'bogus');
  });
  expect(answer).toMatchObject({ authenticated: false, validationFailed: true });
});

test('every type that is asked for counts as a fact or as one that changes by itself', () => {
  const facts = new Set<string>([...comparedTypes, ...movingTypes]);
  expect(askedMnemonics.filter((type) => !facts.has(type))).toEqual([]);
  // The absence of records can be stated only for types that were asked for.
  const asked = new Set<string>(askedMnemonics);
  expect(comparedTypes.filter((type) => !asked.has(type))).toEqual([]);
});
