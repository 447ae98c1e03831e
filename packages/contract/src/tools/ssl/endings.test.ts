import { expect, test } from 'vitest';
import { readerOf } from '../../reading.ts';
import { answerOf } from '../../testing/answer-of.ts';
import { ssl } from './contract.ts';
import { certificateEndings } from './endings.ts';

const END = '2026-03-01T00:00:00Z';
const OVER = '2021-09-30T14:01:15Z';
const [sent] = answerOf(ssl).certificateChain;
const [built] = answerOf(ssl).builtChain;

/** A server that sends an intermediate, and above it a root that was signed by another one, which has expired. */
const crossSigned = {
  domain: 'shop.test',
  validUntil: END,
  servedCertificates: [],
  certificateChain: [
    { ...sent, subject: 'CN=shop.test', issuer: 'CN=Inter', validUntil: END },
    { ...sent, subject: 'CN=Inter', issuer: 'CN=New Root', validUntil: END },
    { ...sent, subject: 'CN=New Root', issuer: 'CN=Old Root', validUntil: OVER },
  ],
};
const path = (subject: string, issuer: string, origin: string, validUntil = END) => ({
  ...built,
  subject,
  issuer,
  origin,
  validUntil,
});
const endings = (more: object) =>
  certificateEndings(readerOf(ssl.answer).parse(answerOf(ssl, { ...crossSigned, ...more }))).map(
    ({ about, ends }) => `${about} ${ends}`,
  );

test('the end of a certificate that is not on the path is no reason for a warning', () => {
  const builtChain = [
    path('CN=shop.test', 'CN=Inter', 'server'),
    path('CN=Inter', 'CN=New Root', 'server'),
    path('CN=New Root', 'CN=New Root', 'anchor'),
  ];
  expect(endings({ builtChain })).toEqual([`shop.test ${END}`, `Inter ${END}`]);
});

test('without a path, every certificate that is sent counts', () => {
  expect(endings({ builtChain: [] })).toEqual([`shop.test ${END}`, `Inter ${END}`, `New Root ${OVER}`]);
});
