import { createHash } from 'node:crypto';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from '../../browser/api/ask.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { callsOf, type Receipt } from '../../browser/api/receipts.ts';
import { siteConfig } from '../../browser/site-config.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { announcements } from '../../ui/feedback/announce.ts';
import { dnsLookup } from '../dns/query.ts';
import { CheckedContext } from './checked-context.ts';
import { digestOf } from './digest.ts';
import { OwnersContext } from './frozen-context.ts';
import { ShareResult } from './share-result.tsx';

vi.mock('../../browser/site-config.ts', async (original) => {
  const { siteConfig: own } = await original<{ siteConfig: object }>();
  return { siteConfig: { ...own, snapshotDays: 30 } };
});
afterAll(() => vi.doUnmock('../../browser/site-config.ts'));

let server: ApiStub;
beforeAll(async () => {
  server = await startApiStub();
});
afterAll(() => server.close());
beforeEach(() => openAt(`${server.origin}/dns`));
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const envelope = (data: object) => ({ success: true, message: 'OK', _data: data });
const dnsEnvelope = envelope({ domain: 'a.example', records: [], gaps: [], checkedAt: '2026-11-22T14:03:21.482Z' });
const whoisReceipt = {
  tool: 'whois',
  key: '/api/v2/whois?ipOrDomain=a.example',
  body: envelope({ whoIsInfo: 'Jane', registration: { contacts: [{ name: 'Jane' }] } }),
};
const receipt = { tool: 'dns', key: '/api/v2/dnsRecords?domain=a.example', body: dnsEnvelope };
const made = { id: 'abc', path: '/r/abc', expiresAt: '2026-12-22T00:00:00.000Z', revokeToken: 'a-token' };

/** The button beside an answer that came from these calls. */
function show(receipts: readonly Receipt[], target?: string) {
  const calls = target === undefined ? { receipts } : { receipts, target };
  return render(
    <CheckedContext value={{ line: null, foot: null, calls }}>
      <ShareResult />
    </CheckedContext>,
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Presses «Share», and if it asks, «Make the link»; returns what was sent. */
async function share(receipts: readonly Receipt[] = [receipt], target?: string) {
  const sent: unknown[] = [];
  const send = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response(JSON.stringify(envelope(made)), { headers: { 'content-type': 'application/json' } });
  });
  show(receipts, target);
  await press('Share');
  if (receipts.includes(whoisReceipt))
    await userEvent.click(await screen.findByRole('button', { name: 'Make the link' }));
  await screen.findByRole('link', { name: 'Open the page' });
  send.mockRestore();
  return sent;
}

describe('«Share»', () => {
  it('keeps the result at one press, copies its link, and shows both links', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const sha256 = createHash('sha256').update(JSON.stringify(dnsEnvelope)).digest('hex');
    expect(await share()).toEqual([{ key: receipt.key, sha256, contacts: false }]);
    expect(copied).toHaveBeenCalledWith(`${server.origin}/r/abc`);
    expect(screen.getByText('The link to exactly this result is copied.')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe('/r/abc');
    const values = screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value);
    expect(values).toEqual([`${server.origin}/r/abc`, `${server.origin}/r/abc#delete=a-token`]);
    await press('Copy a link that measures again');
    expect(copied).toHaveBeenLastCalledWith(`${server.origin}/dns`);
    copied.mockRestore();
  });

  it('of an answer that only its owner can open says so', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    render(
      <CheckedContext value={false}>
        <OwnersContext value={true}>
          <ShareResult />
        </OwnersContext>
      </CheckedContext>,
    );
    await press('Share');
    expect(copied).toHaveBeenCalledWith(location.href);
    await vi.waitUntil(() => announcements.read().text === 'Link copied. Only you can open it, signed in');
  });

  it('keeps several results under one link', async () => {
    const [sent] = await share([receipt, whoisReceipt], 'a.example');
    expect(sent).toMatchObject({ target: 'a.example', parts: [{ key: receipt.key }, { key: whoisReceipt.key }] });
  });

  it('asks about contacts if an answer has any, and leaves them out by default', async () => {
    const send = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
    show([whoisReceipt]);
    await press('Share');
    const box = await screen.findByRole('checkbox', { name: /^Include the contacts/ });
    expect((box as HTMLInputElement).checked).toBe(false);
    expect(send).not.toHaveBeenCalled();
    send.mockRestore();
  });

  it('abandons the request if the dialog is closed meanwhile', async () => {
    const send = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
    show([receipt]);
    await press('Share');
    await vi.waitFor(() => expect(send).toHaveBeenCalled());
    const { signal } = send.mock.lastCall?.[1] ?? {};
    expect(signal?.aborted).toBe(false);
    await press('Cancel');
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    send.mockRestore();
  });

  it('says why a result cannot be kept, copies the link that measures again, and allows another try', async () => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    server.reply = () => json(409, { success: false, message: 'Measure it again.', _data: null, code: 'not-held' });
    show([receipt]);
    await press('Share');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Measure it again.');
    expect(alert.textContent).toContain('A link that measures again was copied instead.');
    await vi.waitFor(() => expect(copied).toHaveBeenCalledWith(`${server.origin}/dns`));
    expect((screen.getByRole('button', { name: 'Make the link' }) as HTMLButtonElement).disabled).toBe(false);
    copied.mockRestore();
  });

  it.each([
    [0, [receipt]],
    [30, []],
  ])('copies the link that measures again if nothing can be kept (%d days, %j)', async (days, receipts) => {
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    (siteConfig as { snapshotDays: number }).snapshotDays = days;
    show(receipts);
    await press('Share');
    expect(copied).toHaveBeenCalledWith(`${server.origin}/dns`);
    expect(screen.queryByRole('dialog')).toBeNull();
    (siteConfig as { snapshotDays: number }).snapshotDays = 30;
    copied.mockRestore();
  });
});

describe('a receipt', () => {
  const signal = new AbortController().signal;

  it('is found for an answer, also when a tool has copied it, and for a failure', async () => {
    server.reply = () => json(200, dnsEnvelope);
    const data = await dnsLookup('a.example').queryFn({ signal });
    expect(callsOf(data)).toEqual({ receipts: [receipt] });
    const failure = {
      success: false,
      message: 'None.',
      _data: null,
      code: 'not-found',
      checkedAt: '2026-11-22T14:03:21.482Z',
    };
    server.reply = () => json(404, failure);
    const error = await dnsLookup('a.example')
      .queryFn({ signal })
      .catch((cause: unknown) => cause);
    expect(callsOf(error)).toEqual({ receipts: [{ ...receipt, body: failure }] });
  });

  it('is that of the latest call, even if the answer is the same', async () => {
    const options = dnsLookup('a.example');
    const askFor = async (checkedAt: string) => {
      server.reply = () => json(200, envelope({ ...dnsEnvelope._data, checkedAt }));
      await queryClient.prefetchQuery({ ...options, queryFn: () => options.queryFn({ signal }), staleTime: 0 });
      return callsOf(queryClient.getQueryData(options.queryKey))?.receipts[0]?.body;
    };
    expect(await askFor('2026-11-22T14:03:21.482Z')).toMatchObject({
      _data: { checkedAt: '2026-11-22T14:03:21.482Z' },
    });
    expect(await askFor('2026-11-22T15:00:00.000Z')).toMatchObject({
      _data: { checkedAt: '2026-11-22T15:00:00.000Z' },
    });
  });

  it('is not found for anything else', async () => {
    const { myIp } = await import('@sonde/contract');
    server.reply = () => json(200, envelope({ ip: '192.0.2.1' }));
    expect(callsOf(await ask(myIp, {}, signal))).toBeNull();
    for (const other of [null, undefined, {}, { gaps: [] }, new Error('x')]) expect(callsOf(other)).toBeNull();
  });

  it('has the digest of the body as received, whatever it contains', () => {
    const bodies = ['{"b":1e+21,"a":[0.1,-0,"é\\u2028\\ud800"],"1":null,"__proto__":{}}', '{"success":true}'];
    for (const body of bodies.map((text) => JSON.stringify(JSON.parse(text)))) {
      expect(digestOf(JSON.parse(body))).toBe(createHash('sha256').update(body).digest('hex'));
    }
  });
});
