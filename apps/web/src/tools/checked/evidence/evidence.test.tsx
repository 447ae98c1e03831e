import type { Evidence } from '@sonde/contract';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { queryClient } from '../../../browser/api/query-client.ts';
import { callsOf } from '../../../browser/api/receipts.ts';
import { type ApiStub, json, openAt, startApiStub } from '../../../testing/api-stub.ts';
import { dnsLookup } from '../../dns/query.ts';
import { LookupFrame } from '../../lookup/lookup-frame.tsx';
import { useLookup } from '../../lookup/use-lookup.ts';
import { type Checked, CheckedContext, ShowCheckedContext } from '../checked-context.ts';
import { CameFrom } from './came-from.tsx';
import { hexDump, isReadable } from './hex-dump.ts';

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

const envelope = {
  success: true,
  message: 'OK',
  _data: { domain: 'a.example', records: [], gaps: [], checkedAt: '2026-11-22T14:03:21.482Z' },
};
const evidence: Evidence = {
  startedAt: '2026-11-22T14:03:21.482113Z',
  leftOut: 3,
  bytesKept: 6,
  exchanges: [
    {
      ...{
        number: 1,
        service: 'dns',
        transport: 'udp',
        layer: 'wire',
        within: null,
        startUs: 10,
        openedUs: null,
        endUs: 2010,
      },
      ...{
        peer: { address: '198.51.100.1', port: 53, name: null, isReplaced: true },
        purpose: null,
        outcome: 'answered',
        reason: null,
      },
      ...{ bytesOut: 3, bytesIn: 900, isCut: true, withheld: null },
      pieces: [
        { direction: 'out', atUs: 17, bytes: 3, octets: 'AQID' },
        { direction: 'in', atUs: 1900, bytes: 900, octets: 'AQID' },
      ],
      decoded: [{ direction: 'out', title: 'Question', lines: ['id 1', 'question: a.example. A'] }],
    },
  ],
};

const onRunning = () => {};

function Found() {
  const { answer } = useLookup({ ...dnsLookup('a.example'), retry: false }, 0, onRunning);
  const top = <p>{answer && `answer of ${answer.data.domain}`}</p>;
  const partOf = (type: string) => ({ label: null, filters: [{ question: { name: 'a.example', types: [type] } }] });
  return (
    <LookupFrame top={top}>
      <CameFrom what="A records" parts={[partOf('A')]} />
      <CameFrom what="MX records" parts={[partOf('MX')]} />
    </LookupFrame>
  );
}

function Page() {
  const [checked, show] = useState<Checked | null>(null);
  return (
    <ShowCheckedContext value={show}>
      <CheckedContext value={checked}>
        <Found />
      </CheckedContext>
    </ShowCheckedContext>
  );
}

const showButton = () => screen.findByRole('button', { name: 'Show what was sent and received' });

describe('what was sent and received', () => {
  it('is measured again on request, and shown below the answer: folded, decoded and in hex', async () => {
    server.reply = (path) =>
      json(200, path.includes('evidence=true') ? { ...envelope, _evidence: evidence } : envelope);
    render(<Page />);
    await userEvent.click(await showButton());
    const panel = within(await screen.findByRole('region', { name: 'Sent and received' }));
    expect(server.asked.at(-1)).toContain('evidence=true');
    const line = panel.getByText(/198\.51\.100\.1:53/);
    expect(panel.getByText(/answered · 2\.00 ms · 3 B out, 900 B in, cut/)).toBeTruthy();
    expect(panel.getByText('3 further exchanges went beyond what is kept.')).toBeTruthy();
    expect(panel.queryByText(/0000 01 02 03/)).toBeNull();
    await userEvent.click(line);
    expect(panel.getAllByText(/0000 01 02 03/)).toHaveLength(2);
    expect(panel.getByText(/897 of them not kept/)).toBeTruthy();
    expect(panel.getByText(/replaces that of a resolver or service of this site/)).toBeTruthy();
  });

  it('is offered beside the values that came from it, and opens there', async () => {
    server.reply = (path) =>
      json(200, path.includes('evidence=true') ? { ...envelope, _evidence: evidence } : envelope);
    const { container } = render(<Page />);
    await screen.findByText('answer of a.example');
    expect(screen.queryByText(/^asked/)).toBeNull();
    await userEvent.click(await showButton());
    const line = (await screen.findByText('asked 198.51.100.1:53 · 2.00 ms')).closest('summary');
    expect(line?.textContent).toBe('asked 198.51.100.1:53 · 2.00 ms for A records');
    expect(screen.queryByText(/MX records/)).toBeNull();
    const offered = container.querySelector<HTMLDetailsElement>('details.came');
    expect(offered?.open).toBe(false);
    await userEvent.click(line as HTMLElement);
    expect(await within(offered as HTMLElement).findAllByText(/0000 01 02 03/)).toHaveLength(2);
    expect(within(offered as HTMLElement).getByText(/question: a\.example\. A/)).toBeTruthy();
  });

  it('is not part of what a visitor keeps', async () => {
    server.reply = () => json(200, { ...envelope, _evidence: evidence });
    render(<Page />);
    await screen.findByText('answer of a.example');
    const receipt = callsOf(queryClient.getQueryData(dnsLookup('a.example').queryKey))?.receipts[0];
    expect(receipt?.body).toEqual(envelope);
    expect(receipt?.evidence).toEqual(evidence);
  });

  it('waits as long as the server requires, and keeps the answer meanwhile', async () => {
    const tooSoon = { success: false, message: 'Too soon.', _data: null, code: 'rate-limited', retryAfterSeconds: 7 };
    server.reply = (path) => (path.includes('evidence=true') ? json(429, tooSoon) : json(200, envelope));
    render(<Page />);
    await userEvent.click(await showButton());
    expect(await screen.findByRole('button', { name: /^Can be measured again in [67] s$/ })).toBeTruthy();
    expect(screen.getByText('answer of a.example')).toBeTruthy();
  });

  it('is offered below a failure as well', async () => {
    const failure = {
      success: false,
      message: 'No answer.',
      _data: null,
      code: 'timeout',
      checkedAt: evidence.startedAt,
    };
    server.reply = (path) => json(504, path.includes('evidence=true') ? { ...failure, _evidence: evidence } : failure);
    render(<Page />);
    await userEvent.click(await showButton());
    expect(await screen.findByRole('region', { name: 'Sent and received' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  });

  it('shows a message for evidence in a format of another version', async () => {
    server.reply = () => json(200, { ...envelope, _evidence: { exchanges: 'none' } });
    render(<Page />);
    expect(await screen.findByText(/cannot be read/)).toBeTruthy();
  });
});

it('a dump has eight octets per line, and says how much is left out', () => {
  const dump = hexDump(Uint8Array.from({ length: 4097 }, (_, index) => index % 256)).split('\n');
  expect(dump[4]).toBe('0020  20 21 22 23 24 25 26 27   !"#$%&\'');
  expect(dump.at(-1)).toBe('… 1 more octet in the files');
  expect(hexDump(new Uint8Array())).toBe('');
});

it('is text if it has no control characters except line breaks and tabs', () => {
  expect(isReadable(Buffer.from('220 mx ready\r\n'))).toBe(true);
  expect(isReadable(Buffer.from([0x16, 3, 1]))).toBe(false);
});
