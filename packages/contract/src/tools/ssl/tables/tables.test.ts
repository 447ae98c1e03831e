import { expect, it } from 'vitest';
import { sslTables } from './tables.ts';

it('R2.61 R2.62 R2.64 R2.65 an export uses the labels of the panels', () => {
  const tables = sslTables({ subject: 'CN=example.com' });
  expect(Object.fromEntries(tables.map(({ title, columns }) => [title, columns]))).toEqual({
    Certificate: ['Field', 'Value'],
    'Certificate Chain': ['Subject', 'Issuer', 'Valid From', 'Valid Until', 'Serial Number'],
    'Cipher Suites': ['Protocol', 'Cipher Suite'],
    'Addresses and Certificates': ['Address', 'Client', 'Status', 'Certificate', 'Valid Until', 'Protocol'],
    'Certificate Timestamps': ['Log', 'Operator', 'Comes From', 'Time', 'Verdict'],
    'Who Can Connect': ['Client', 'Connects', 'Protocol', 'Cipher Suite', 'Known By', 'Why'],
    Observations: ['Name', 'Evidence'],
  });
  const primes = [
    { bits: 2048, name: 'group 14 (RFC 3526)' },
    { bits: 1024, name: null },
  ];
  expect(sslTables({ dhPrimes: primes })[0]?.rows).toEqual([['dhPrimes', '2048 group 14 (RFC 3526), 1024']]);
  expect(tables[0]?.rows).toEqual([['subject', 'CN=example.com']]);
});
