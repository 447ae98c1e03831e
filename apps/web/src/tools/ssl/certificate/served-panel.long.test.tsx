import type { ServedAddress, ServedCertificate } from '@sonde/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { sslAnswer } from '../testing/ssl-answer.ts';
import { isDone, panel, sslPage, whole } from '../testing/ssl-page.ts';

const { check, server } = await sslPage();

const TITLE = 'Addresses and Certificates';
const [address] = sslAnswer().addresses as [ServedAddress];
const [certificate] = sslAnswer().servedCertificates as [ServedCertificate];
const tableRows = () =>
  within(screen.getByRole('region', { name: 'Addresses and certificates, table' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );

const unasked: ServedAddress = {
  ...address,
  isMeasured: false,
  certificate: null,
  protocol: null,
  certificateWithoutName: null,
  refusesWithoutName: null,
};

/** An expired RSA certificate beside the good one, also at the second address; the third does not respond. */
const several = () =>
  sslAnswer({
    valid: false,
    reasons: ['expired'],
    observations: [
      { name: 'expired', evidence: 'Certificate 2, at 192.0.2.45: CN=old.example.com expired.' },
      { name: 'expired', evidence: 'Certificate 4, at 192.0.2.47: CN=older.example.com expired.' },
    ],
    addresses: [
      { ...address, otherCertificates: [2], certificateWithoutName: 3 },
      { ...unasked, address: '192.0.2.45', protocol: 'TLSv1.2', certificate: 2 },
      { ...unasked, address: '192.0.2.46', problem: 'timeout' },
    ],
    servedCertificates: [
      certificate,
      {
        ...certificate,
        number: 2,
        subject: 'CN=old.example.com',
        key: { type: 'RSA', bits: 2048, curve: null },
        validUntil: '2026-01-01T00:00:00.000Z',
        valid: false,
        reasons: ['expired'],
      },
      { ...certificate, number: 3, valid: false, reasons: ['hostname_mismatch'], decides: false },
    ],
    differences: [
      {
        name: 'ADDRESSES',
        evidence: 'A current client gets certificate 1 at 192.0.2.44 and certificate 2 at 192.0.2.45.',
      },
      { name: 'NO_ANSWER', evidence: 'No certificate was read at 1 address: 192.0.2.46 (no answer in time).' },
    ],
    gaps: [{ part: 'address 192.0.2.46', code: 'timeout' }],
  });

it('says so if every client gets the same certificate, and offers no other address', async () => {
  await check();
  await isDone();
  expect(panel(TITLE).getByText(/^Every client gets the same certificate\./)).toBeTruthy();
  expect(tableRows().map(([first, client]) => [first, client])).toEqual([
    ['192.0.2.44', 'current'],
    ['192.0.2.44', 'without server name'],
  ]);
  expect(panel(TITLE).queryByRole('button', { name: /^Check / })).toBeNull();
});

it('does not say that while data is missing', async () => {
  server.reply = () => whole(sslAnswer({ gaps: [{ part: 'other certificates', code: 'unreachable' }] }));
  await check();
  await screen.findByText(/^Not known: other certificates\./);
  expect(panel(TITLE).queryByText(/Every client/)).toBeNull();
});

it('lists each address with each kind of client, and the differences', async () => {
  server.reply = () => whole(several());
  await check();
  await screen.findByText(/^Not known: address 192\.0\.2\.46\./);
  const good = ['Secure', '1: example.com (EC)', expect.stringMatching(/UTC$/)];
  const old = ['Expired', '2: old.example.com (RSA)', '2026-01-01 00:00:00 UTC'];
  expect(tableRows()).toEqual([
    ['192.0.2.44', 'current', ...good, 'TLSv1.3'],
    ['192.0.2.44', 'RSA only', ...old, ''],
    ['192.0.2.44', 'without server name', 'Wrong name', '3: example.com (EC)', expect.stringMatching(/UTC$/), ''],
    ['192.0.2.45', 'current', ...old, 'TLSv1.2'],
    ['192.0.2.46', 'current', 'No answer in time', 'Not available', 'Not available', 'Not available'],
  ]);
  expect(panel(TITLE).getByText(/gets certificate 1 at 192\.0\.2\.44 and certificate 2/)).toBeTruthy();
});

it('checks another address on a press, and the default one in the next check', async () => {
  server.reply = () => whole(several());
  const { user, field, asked } = await check();
  await user.click(await screen.findByRole('button', { name: 'Check 192.0.2.45' }));
  await waitFor(() => expect(asked().at(-1)).toBe('/api/v2/sslInfo?domain=example.com&address=192.0.2.45'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check SSL' })).toHaveProperty('disabled', false));
  await user.type(field, '{Enter}');
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked().at(-1)).toBe('/api/v2/sslInfo?domain=example.com');
});
