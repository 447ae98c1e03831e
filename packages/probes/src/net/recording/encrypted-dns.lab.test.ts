import type { EvidenceExchange } from '@sonde/contract/evidence/evidence';
import { type EncryptedResolver, startEncryptedResolver } from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNodeNet, type NodeNet } from '../node-net.ts';
import { recording } from './recording.ts';

let resolver: EncryptedResolver;
let net: NodeNet;

beforeAll(async () => {
  resolver = await startEncryptedResolver();
  net = createNodeNet({
    resolvers: [],
    allowNetworks: ['127.0.0.0/8'],
    denyTargets: [],
    allowPorts: [{ from: 1024, to: 65_535 }],
    trustAnchors: [resolver.authority],
  });
}, 60_000);
afterAll(async () => {
  net?.close();
  await resolver?.stop();
});

async function askFor(transport: 'tls' | 'https', isOperators = false): Promise<EvidenceExchange[]> {
  const { net: recorded, finish } = recording(net);
  const signal = AbortSignal.timeout(10_000);
  const port = transport === 'tls' ? resolver.tlsPort : resolver.httpsPort;
  const place = { transport, host: '127.0.0.1', port, path: '/dns-query' };
  const server = await recorded.openServer(isOperators ? { ...place, isOperators } : place, signal);
  await server.ask({ name: 'shop.test', type: 1 }, signal);
  server.close();
  return finish().exchanges;
}

describe.each(['tls', 'https'] as const)('DNS by %s', (transport) => {
  test('is recorded as TLS records and, within them, the query and the reply', async () => {
    const [wire, message, ...more] = await askFor(transport);
    expect(more).toEqual([]);
    expect(wire).toMatchObject({ service: 'dns', transport: 'tcp', layer: 'wire', withheld: null });
    expect(wire?.decoded.map(({ title }) => title).slice(0, 2)).toEqual(['ClientHello', 'ServerHello']);
    expect(message).toMatchObject({ service: 'dns', layer: 'plaintext', within: 1, outcome: 'answered' });
    expect(message?.decoded.map(({ title }) => title)).toEqual(['Question', 'Answer: NOERROR, 1 record']);
  });

  test('to a server of the operator is recorded without TLS, since the handshake may name an account', async () => {
    const [wire, message] = await askFor(transport, true);
    expect(wire).toMatchObject({ decoded: [], peer: { port: 53, isReplaced: true } });
    expect(wire?.withheld).toMatch(/may identify an account/);
    expect(wire?.pieces.every(({ octets }) => octets === '')).toBe(true);
    expect(message?.peer).toEqual(wire?.peer);
    expect(message?.decoded[0]?.title).toBe('Question');
  });
});
