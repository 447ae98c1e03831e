import { describe, expect, it } from 'vitest';
import type { Evidence, EvidenceExchange } from '../evidence.ts';
import { addressOctets } from './address-octets.ts';
import { evidenceCapture } from './capture.ts';

const exchange: EvidenceExchange = {
  ...{
    number: 1,
    service: 'dns',
    transport: 'udp',
    layer: 'wire',
    within: null,
    startUs: 10,
    openedUs: null,
    endUs: 900,
  },
  ...{
    peer: { address: '198.51.100.1', port: 53, name: null, isReplaced: true },
    purpose: null,
    outcome: 'answered',
    reason: null,
  },
  ...{ bytesOut: 3, bytesIn: 0, isCut: false, withheld: null, decoded: [] },
  pieces: [{ direction: 'out', atUs: 17, bytes: 3, octets: 'AQID' }],
};
const of = (...exchanges: EvidenceExchange[]): Evidence => ({
  ...{ startedAt: '2026-11-22T14:03:21.482113Z', leftOut: 0, bytesKept: 3, exchanges },
});
const source = { call: '/api/v2/dnsRecords?domain=example.com', server: 'Söndé' };

/** Type and content of each block. */
function blocksOf(bytes: Uint8Array): { type: number; body: DataView }[] {
  const blocks: { type: number; body: DataView }[] = [];
  const whole = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length; ) {
    const length = whole.getUint32(at + 4, true);
    expect(whole.getUint32(at + length - 4, true)).toBe(length);
    expect(length % 4).toBe(0);
    blocks.push({ type: whole.getUint32(at, true), body: new DataView(bytes.buffer, at + 8, length - 12) });
    at += length;
  }
  return blocks;
}

describe('a capture', () => {
  it('is a section with one interface and one packet per piece', () => {
    const blocks = blocksOf(evidenceCapture(of(exchange), source));
    expect(blocks.map(({ type }) => type)).toEqual([0x0a0d0d0a, 1, 6]);
    const packet = blocks[2]?.body;
    const timeUs = (packet?.getUint32(4, true) ?? 0) * 2 ** 32 + (packet?.getUint32(8, true) ?? 0);
    expect(timeUs).toBe(Date.parse('2026-11-22T14:03:21.482Z') * 1000 + 113 + 17);
    // IPv4 with a header of 20 octets, UDP with 8, and the payload.
    expect(packet?.getUint32(12, true)).toBe(20 + 8 + 3);
    expect(packet?.getUint8(20)).toBe(0x45);
    expect(packet?.getUint8(20 + 9)).toBe(17);
    expect(packet?.getUint16(20 + 20 + 2)).toBe(53);
  });

  it('omits withheld pieces, the content of TLS, and peers without a valid address', () => {
    const withheld = { ...exchange, withheld: 'a key', pieces: [{ ...exchange.pieces[0], octets: '' }] };
    const inside = { ...exchange, layer: 'plaintext' as const, within: 1 };
    const nowhere = { ...exchange, peer: { ...exchange.peer, address: 'somewhere' } };
    const all = of(withheld as EvidenceExchange, inside, nowhere);
    expect(blocksOf(evidenceCapture(all, source)).map(({ type }) => type)).toEqual([0x0a0d0d0a, 1]);
  });

  it('begins a connection with its handshake, and shows a refused one as a reset', () => {
    const tcp = { ...exchange, transport: 'tcp' as const };
    const refused: EvidenceExchange = { ...tcp, pieces: [], outcome: 'failed', reason: 'connection-refused' };
    const flagsOf = (one: EvidenceExchange) =>
      blocksOf(evidenceCapture(of(one), source))
        .slice(2)
        .map(({ body }) => body.getUint8(20 + 20 + 13));
    expect(flagsOf(tcp)).toEqual([2, 18, 16, 24]);
    expect(flagsOf(refused)).toEqual([2, 20]);
    expect(flagsOf({ ...tcp, pieces: [], outcome: 'silent' })).toEqual([2]);
  });
});

it.each([
  ['192.0.2.1', '192 0 2 1'],
  ['::', '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'],
  ['2001:db8::1', '32 1 13 184 0 0 0 0 0 0 0 0 0 0 0 1'],
  ['fe80::1%eth0', '254 128 0 0 0 0 0 0 0 0 0 0 0 0 0 1'],
  ['::ffff:192.0.2.3', '0 0 0 0 0 0 0 0 0 0 255 255 192 0 2 3'],
  ['1:2:3:4:5:6:7:8', '0 1 0 2 0 3 0 4 0 5 0 6 0 7 0 8'],
])('%s is %s', (text, octets) => {
  expect(addressOctets(text)?.join(' ')).toBe(octets);
});

it.each(['', 'example.com', '1.2.3', '1.2.3.256', '1:2:3', '1::2::3', '1:2:3:4:5:6:7:8:9', 'g::'])(
  '%j is no address',
  (text) => {
    expect(addressOctets(text)).toBeNull();
  },
);
