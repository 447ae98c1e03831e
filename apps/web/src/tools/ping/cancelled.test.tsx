import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answer, heading, pingPage, rowsOf } from './testing/ping-page.ts';

const { open, server, stream } = await pingPage();

describe('a cancelled ping', () => {
  it('R2.89 before any reply has no result', async () => {
    server.reply = () => 'wait';
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByText('No ping results available');
    expect(field.value).toBe('example.com');
    expect(location.search).toBe('?host=example.com');
  });

  it('keeps and summarizes the packets that were answered or lost', async () => {
    const { part } = stream();
    const { field, user, asked } = open();
    await user.type(field, 'example.com{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(1));
    await vi.waitUntil(() => server.headers.accept === 'text/event-stream');
    part({ kind: 'session', address: '192.0.2.44', method: 'icmp', packetSize: 56 });
    part({ kind: 'sent', seq: 1 });
    part({ kind: 'reply', seq: 1, timeMs: 12.4, ttl: 56 });
    part({ kind: 'sent', seq: 2 });
    part({ kind: 'reply', seq: 2, timeMs: 14.4, ttl: 56 });
    part({ kind: 'sent', seq: 3 });
    await screen.findByText('2 of 5 packets.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await heading('Host is reachable');
    expect(screen.getByText('Cancelled after 2 of 5 packets.')).toBeDefined();
    await screen.findByRole('region', { name: 'Statistics' });
    expect(rowsOf('Statistics')).toMatchObject({
      'Packets Transmitted': '2',
      'Packets Received': '2',
      'Packet Loss': '0%',
      'Avg Time': '13.4 ms',
    });
    expect(rowsOf('Connection Details')).toMatchObject({ TTL: '56', 'Round Trip Time': '13.4 ms' });
    const bars = within(screen.getByRole('list', { name: 'Round trip time per packet' })).getAllByRole('listitem');
    expect(bars.map(({ textContent }) => textContent)).toEqual(['12.4 ms#1', '14.4 ms#2']);
    server.reply = () => answer();
    await user.click(screen.getByRole('button', { name: 'Ping again' }));
    await screen.findByText('5 / 5 packets received');
    expect(screen.queryByText(/^Cancelled/)).toBeNull();
  });
});
