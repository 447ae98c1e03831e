import { expect, it } from 'vitest';
import { answerOf } from '../../testing/answer-of.ts';
import { web } from './contract.ts';
import { webFacts } from './facts.ts';

type Certificate = { readonly trusted: boolean | null; readonly reasons: readonly string[] };

function factsWith(certificate: Certificate | null) {
  const url = certificate === null ? 'http://shop.example/' : 'https://shop.example/';
  const chain = [{ url, address: '192.0.2.80', status: 200, headers: [], certificate, location: null }];
  const given = { url, final: { url, status: 200 }, starts: [{ url, chain, end: 'answered' }], chain };
  return webFacts(answerOf(web, given));
}

it.each<[Certificate | null, string | null | undefined]>([
  [{ trusted: true, reasons: [] }, 'trusted'],
  [{ trusted: false, reasons: ['hostname_mismatch', 'expired'] }, 'not trusted: expired, hostname mismatch'],
  [null, null],
  [{ trusted: null, reasons: [] }, undefined],
])('the certificate %j of a page is the fact %j', (certificate, fact) => {
  expect(factsWith(certificate).get('certificate')).toBe(fact);
});
