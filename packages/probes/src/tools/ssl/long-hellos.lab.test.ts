import { startTcpRelay } from '@sonde/lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inLongSet } from '../../../../../scripts/test/vitest-settings.ts';
import { openSslChecks, type SslChecks } from '../../testing/ssl-checks.ts';

let checks: SslChecks;

beforeAll(async () => {
  checks = await openSslChecks();
});
afterAll(() => checks?.stop());

/** OpenSSL behind a box that swallows hellos of more octets. */
async function behindBox(longestHello: number) {
  const { host, port } = await checks.lab.start('openssl-alpn');
  const relay = await startTcpRelay({ port }, { longestHello });
  try {
    return await checks.check({ host, port: relay.port });
  } finally {
    await relay.stop();
  }
}

const findingIn = ({ findings }: Awaited<ReturnType<typeof behindBox>>, code: string) =>
  findings?.find((finding) => finding.code === code);
const rowOf = ({ clients }: Awaited<ReturnType<typeof behindBox>>, name: RegExp) =>
  clients.find(({ client }) => name.test(client));

inLongSet(test)(
  'a box that drops hellos of more than one packet: browsers cannot connect, and all else is measured',
  async () => {
    const startedAt = performance.now();
    const answer = await behindBox(1400);
    // Four time-outs one after the other would take longer.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(answer).toMatchObject({ valid: true, protocol: 'TLSv1.3', partial: false, resumption: true, gaps: [] });
    for (const browser of [/^Chrome/, /^Firefox/, /^Safari/]) {
      expect(rowOf(answer, browser)).toMatchObject({ connects: false, isChecked: true });
    }
    // It offers a post-quantum group, too, and its hello was not sent.
    expect(rowOf(answer, /^OpenSSL 3\.5/)).toMatchObject({ connects: null });
    expect(rowOf(answer, /^OpenSSL 3\.0/)).toMatchObject({ connects: true });
    const finding = findingIn(answer, 'long-hello-unanswered');
    expect(finding?.state).toBe('bad');
    expect(finding?.evidence).toMatch(
      /^A ClientHello of \d{3} octets was answered; that of Chromium, with 1\d{3} octets, was not, twice\. One of that length without a post-quantum key share was not answered either\./,
    );
    expect(findingIn(answer, 'browsers-cannot-connect')).toBeUndefined();
    expect(findingIn(answer, 'browsers-connect')).toBeUndefined();
  },
  60_000,
);

test('a box that drops hellos of more than 507 octets: the certificate is read with a short one, and the rest is a gap', async () => {
  const startedAt = performance.now();
  const answer = await behindBox(507);
  expect(performance.now() - startedAt).toBeLessThan(12_000);
  expect(answer).toMatchObject({ valid: true, partial: true, partialReason: 'long_hellos_unanswered' });
  expect(answer.subject).toContain('CN=');
  expect(answer.gaps.map(({ part }) => part)).toEqual(
    expect.arrayContaining(['TLSv1.3', 'TLSv1.2', 'groups', 'ROBOT']),
  );
  expect(findingIn(answer, 'long-hello-unanswered')).toMatchObject({ state: 'bad' });
  expect(findingIn(answer, 'long-hello-unanswered')?.evidence).toMatch(
    /^A ClientHello of 2\d\d octets was answered; one of 5\d\d octets was not, twice, and neither was that of Chromium/,
  );
  expect(answer.findings?.filter(({ code }) => code === 'no-known-vulnerability')).toEqual([]);
}, 60_000);

test('a server that answers nothing is still a time-out', async () => {
  await expect(behindBox(100)).rejects.toMatchObject({ code: 'timeout' });
}, 30_000);

inLongSet(test)(
  'no box: nothing is said about lengths',
  async () => {
    const answer = await behindBox(16_000);
    expect(findingIn(answer, 'long-hello-unanswered')).toBeUndefined();
  },
  30_000,
);
