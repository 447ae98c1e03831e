import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { inLongSet, isLong } from '../../testing/test-set.ts';
import { answer, heading, pingPage, reachable, rowsOf } from './testing/ping-page.ts';

const { open, server, stream } = await pingPage();

describe('the field', () => {
  it('R5.12 asks for a host when it is blank', async () => {
    const { field, user, asked } = open();
    await user.type(field, '  {Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a host name or IP address');
    expect(asked()).toEqual([]);
  });

  it.each(['nodots', 'a b.example', '256.1.1.1', '127.1', '1::2::3', '_a.example'].slice(0, isLong ? undefined : 2))(
    'R5.13 refuses %s',
    async (text) => {
      const { field, user, asked } = open();
      await user.type(field, `${text}{Enter}`);
      expect(screen.getByRole('alert').textContent).toBe(
        'Please enter a valid host name (e.g. example.com) or IP address',
      );
      expect(asked()).toEqual([]);
    },
  );

  it('R4.23 R4.24 clears its message while typing, and is red while the text is not a host', async () => {
    const { field, user } = open();
    await user.type(field, 'exam{Enter}');
    expect(screen.getByRole('alert')).toBeDefined();
    await user.type(field, 'p');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await user.type(field, 'le.com');
    expect(field.getAttribute('aria-invalid')).toBe('false');
  });

  it.each(['192.0.2.1', '2001:db8:0:0:0:0:0:1', '2001:db8::1', ' example.com '].slice(0, isLong ? undefined : 1))(
    'R5.14 R7.7 sends %s',
    async (text) => {
      const { field, user, asked } = open();
      await user.type(field, `${text}{Enter}`);
      await heading('Host is reachable');
      const query = new URLSearchParams({ host: text.trim(), count: '5', interval: '2' });
      expect(asked()).toEqual([`/api/v2/ping?${query}`]);
      expect(server.headers['content-type']).toBe('application/json');
    },
  );
});

describe('a ping', () => {
  it('R2.83 R4.25 shows packet by packet, with growing statistics', async () => {
    const { part, end } = stream();
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    await heading('Pinging host...');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Ping' })).toHaveProperty('disabled', true));
    expect(document.querySelector('.verdict .spin')).not.toBeNull();
    await vi.waitUntil(() => server.headers.accept === 'text/event-stream');
    part({ kind: 'session', address: '192.0.2.44', method: 'icmp', packetSize: 56 });
    part({ kind: 'sent', seq: 1 });
    await screen.findByText('example.com (192.0.2.44)', { selector: '.fact' });
    expect(rowsOf('Statistics')).toMatchObject({
      'Packets Transmitted': '1',
      'Packets Received': '0',
      'Packet Loss': '0%',
    });
    part({ kind: 'reply', seq: 1, timeMs: 12.4, ttl: 56 });
    part({ kind: 'sent', seq: 2 });
    part({ kind: 'lost', seq: 2 });
    part({ kind: 'sent', seq: 3 });
    part({ kind: 'error', seq: 3, meaning: 'Host unreachable', router: '198.51.100.1' });
    part({ kind: 'duplicate', seq: 1 });
    part({ kind: 'late', seq: 2, timeMs: 2300 });
    await screen.findByText('3 of 5 packets.');
    const bars = within(screen.getByRole('list', { name: 'Round trip time per packet' })).getAllByRole('listitem');
    expect(bars.map(({ textContent }) => textContent)).toEqual([
      ...['12.4 ms#1', '✕ lost#2', '✕ lost#3', 'waiting#4', 'waiting#5'],
    ]);
    expect(rowsOf('Statistics')).toMatchObject({
      'Packets Received': '1',
      'Packet Loss': '66.7%',
      'Avg Time': '12.4 ms',
    });
    expect(screen.getByText('#3: Host unreachable (reported by 198.51.100.1)')).toBeDefined();
    expect(screen.getByText('One reply arrived twice.')).toBeDefined();
    expect(screen.getByText('One reply arrived after more than two seconds and counts as lost.')).toBeDefined();
    end({ success: true, message: 'OK', _data: reachable });
    await heading('Host is reachable');
    expect(screen.queryByText('Pinging host...')).toBeNull();
  });

  it('R2.85 R2.87 R2.88 R3.20 R3.21 shows every number', async () => {
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    await heading('Host is reachable');
    expect(rowsOf('Connection Details')).toEqual({
      Host: 'example.com',
      'IP Address': '192.0.2.44',
      'Round Trip Time': '13.8 ms',
      TTL: '56',
      'Packet Size': '56 bytes',
      'Measured By': 'ICMP echo',
    });
    expect(rowsOf('Statistics')).toEqual({
      'Packets Transmitted': '5',
      'Packets Received': '5',
      'Packet Loss': '0%',
      'Min Time': '12.2 ms',
      'Max Time': '18.6 ms',
      'Avg Time': '13.8 ms',
      // |0.7| |0.9| |6.4| |5.9| on average
      Jitter: '3.48 ms',
    });
    expect(screen.getByText('ping -c 5 -i 2 example.com')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Copy command' })).toBeDefined();
  });

  it.each(
    [
      [33.3, 3, 2],
      [100, 2, 0],
    ].slice(0, isLong ? undefined : 1),
  )('R2.86 shows the packet loss: %s %%', async (packetLoss, packetsTransmitted, packetsReceived) => {
    const packets = Array.from({ length: packetsTransmitted }, (_, index) => ({
      seq: index + 1,
      timeMs: index < packetsReceived ? 10 : null,
      ttl: null,
      error: null,
    }));
    const none = { minTime: null, maxTime: null, avgTime: null };
    server.reply = () =>
      answer({
        packets,
        statistics: { packetsTransmitted, packetsReceived, packetLoss, ...none },
        roundTripTime: null,
      });
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    await heading(`Host is partially reachable (${packetLoss}% packet loss)`);
  });

  inLongSet(it)('says if times are those of TCP, without a TTL', async () => {
    const packets = reachable.packets.map((packet) => ({ ...packet, ttl: null }));
    server.reply = () => answer({ method: 'tcp', ttl: null, packetSize: 0, packets });
    const { field, user } = open();
    await user.type(field, 'example.com{Enter}');
    await heading('Host is reachable');
    expect(rowsOf('Connection Details')).toMatchObject({ TTL: 'Not available', 'Packet Size': '0 bytes' });
    expect(screen.getByText(/Measured by TCP handshakes/)).toBeDefined();
  });

  inLongSet(it)('is repeated on demand, for the shown host', async () => {
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    await heading('Host is reachable');
    await user.type(field, 'x');
    await user.click(screen.getByRole('button', { name: 'Ping again' }));
    await waitFor(() => expect(asked()).toHaveLength(2));
    expect(asked()[1]).toBe('/api/v2/ping?host=example.com&count=5&interval=2');
  });

  it('R2.89 waits for a press after a link; cancelled, it has no result', async () => {
    const { user, asked } = open('/ping?host=example.com');
    await screen.findByText('Ready to ping');
    expect(asked()).toEqual([]);
    server.reply = () => 'wait';
    await user.click(screen.getByRole('button', { name: 'Ping example.com' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('No ping results available');
    expect(asked()).toHaveLength(1);
  });
});

describe('a failure', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['R8.19', 'a dead socket', 'hang-up' as const, 'No response from server. Please check if the server is running.'],
    ['R8.20', 'an envelope', json(404, { success: false, message: 'No such host.', _data: null }), 'No such host.'],
    [
      'R8.20',
      'an envelope without words',
      json(502, { success: false, message: '', _data: null }),
      'Failed to ping host. Please try again.',
    ],
    ['R8.20', 'a bare 502', { status: 502, body: '<html>' }, 'API Request Failed: API Error: HTTP error! status: 502'],
    ['R8.20', 'broken JSON', { status: 200, body: '{"success":' }, 'Failed to ping host. Please try again.'],
    ['R8.21', 'no data', json(200, { success: true, message: 'OK', _data: null }), 'No data received from ping'],
  ])('%s R2.84 R4.26 R8.22 R8.23 R9.15 %s, after one retry', async (_id, _what, reply, message) => {
    server.reply = () => reply;
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(2000));
    const box = await screen.findByRole('alert');
    expect(within(box).getByText(`Ping failed: ${message}`)).toBeDefined();
    expect(asked()).toHaveLength(2);
    expect(field.value).toBe('example.com');
  });

  it('R4.23 disappears when something else is typed, and reappears with the next one', async () => {
    server.reply = () => json(422, { success: false, message: 'Not here.', _data: null });
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    const fails = async (calls: number) => {
      await waitFor(() => expect(asked()).toHaveLength(calls));
      await act(() => vi.advanceTimersByTimeAsync(2000));
      return screen.findByRole('alert');
    };
    await fails(1);
    await user.type(field, '{End}{Backspace}');
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field, 'm{Enter}');
    expect((await fails(3)).textContent).toContain('Ping failed: Not here.');
  });
});
