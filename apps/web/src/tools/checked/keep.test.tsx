import { createHash } from 'node:crypto';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from '../../browser/api/ask.ts';
import { queryClient } from '../../browser/api/query-client.ts';
import { callsOf } from '../../browser/api/receipts.ts';
import { siteConfig } from '../../browser/site-config.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../testing/api-stub.ts';
import { dnsLookup } from '../dns/query.ts';
import { digestOf } from './digest.ts';
import { KeepButton } from './keep-button.tsx';

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

/** Presses «Keep this» and then «Keep it»; returns what was sent. */
async function keep(receipts = [receipt], target?: string) {
  const sent: unknown[] = [];
  const send = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return new Response(JSON.stringify(envelope(made)), { headers: { 'content-type': 'application/json' } });
  });
  render(<KeepButton receipts={receipts} {...(target === undefined ? {} : { target })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Keep this' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
  await screen.findByRole('heading', { name: 'Kept' });
  send.mockRestore();
  return sent;
}

describe('«Keep this»', () => {
  it('sends the call and the digest of its body, and shows both links', async () => {
    const sha256 = createHash('sha256').update(JSON.stringify(dnsEnvelope)).digest('hex');
    expect(await keep()).toEqual([{ key: receipt.key, sha256, contacts: false }]);
    expect(screen.getByRole('link', { name: 'Open the page' }).getAttribute('href')).toBe('/r/abc');
    const values = screen.getAllByRole('textbox').map((field) => (field as HTMLInputElement).value);
    expect(values).toEqual([`${server.origin}/r/abc`, `${server.origin}/r/abc#delete=a-token`]);
  });

  it('keeps several results under one link', async () => {
    const [sent] = await keep([receipt, whoisReceipt], 'a.example');
    expect(sent).toMatchObject({ target: 'a.example', parts: [{ key: receipt.key }, { key: whoisReceipt.key }] });
  });

  it('asks about contacts if an answer has any, and leaves them out by default', async () => {
    render(<KeepButton receipts={[whoisReceipt]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Keep this' }));
    const box = await screen.findByRole('checkbox', { name: /^Include the contacts/ });
    expect((box as HTMLInputElement).checked).toBe(false);
    cleanup();
    render(<KeepButton receipts={[receipt]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Keep this' }));
    await screen.findByRole('button', { name: 'Keep it' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('abandons the request if the dialog is closed meanwhile', async () => {
    const send = vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
    render(<KeepButton receipts={[receipt]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Keep this' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Keep it' }));
    const { signal } = send.mock.lastCall?.[1] ?? {};
    expect(signal?.aborted).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await vi.waitFor(() => expect(signal?.aborted).toBe(true));
    send.mockRestore();
  });

  it('says why a result cannot be kept, and allows another try', async () => {
    server.reply = () => json(409, { success: false, message: 'Measure it again.', _data: null, code: 'not-held' });
    render(<KeepButton receipts={[receipt]} />);
    await userEvent.click(screen.getByRole('button', { name: 'Keep this' }));
    const button = await screen.findByRole('button', { name: 'Keep it' });
    await userEvent.click(button);
    expect((await screen.findByRole('alert')).textContent).toContain('Measure it again.');
    expect((button as HTMLButtonElement).disabled).toBe(false);
  });

  it('is absent if nothing can be kept', () => {
    (siteConfig as { snapshotDays: number }).snapshotDays = 0;
    const { container } = render(<KeepButton receipts={[receipt]} />);
    expect(container.textContent).toBe('');
    (siteConfig as { snapshotDays: number }).snapshotDays = 30;
    render(<KeepButton receipts={[]} />);
    expect(screen.queryByRole('button')).toBeNull();
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
