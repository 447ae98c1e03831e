import { type NameServerBehaviourName, startMaliciousNameServer } from '@sonde/lab';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AuthorityQuestion, NetFailure } from '../net.ts';
import { createNodeNet } from '../node-net.ts';

const A = 1;
const never = new AbortController().signal;
const timing = { triesMs: [150, 150], tcpTimeoutMs: 300 };

function doorTo(port: number, more: { allowNetworks?: string[]; denyTargets?: string[] } = {}) {
  const settings = { resolvers: [], allowNetworks: ['127.0.0.0/8'], denyTargets: [], allowPorts: [], ...more };
  const net = createNodeNet(settings, { authorities: { port, timing } });
  onTestFinished(() => net.close());
  return net;
}

async function askServer(behaviour: NameServerBehaviourName, more: Partial<AuthorityQuestion> = {}) {
  const server = await startMaliciousNameServer(behaviour);
  onTestFinished(() => server.stop());
  const said = doorTo(server.port).askAt('127.0.0.1', { name: 'www.example.com', type: A, ...more }, never);
  const outcome = await said.then(
    (reply) => ({ reply, reason: null }),
    (error: NetFailure) => ({ reply: null, reason: error.reason }),
  );
  return { ...outcome, heard: server.heard };
}

describe('one question to one server', () => {
  test.each([
    'wrong-id-first',
    'wrong-question-first',
    'wrong-type-first',
    'wrong-port-first',
    'wrong-address-first',
    'query-bit-first',
  ] as const)('takes nothing but the reply to it: %s', async (behaviour) => {
    const { reply } = await askServer(behaviour);
    expect(reply?.message.answers[0]?.fields).toEqual(['192.0.2.1']);
  });

  test('is asked without recursion, with EDNS(0) and the DO flag, and the octets are kept', async () => {
    const { reply, heard } = await askServer('answer');
    const flags = heard[0]?.bytes.readUInt16BE(2) ?? 0xffff;
    expect(flags & 0x0100).toBe(0);
    expect(heard[0]?.hasEdns).toBe(true);
    expect([...(reply?.message.answers[0]?.rdata ?? [])]).toEqual([192, 0, 2, 1]);
    expect(reply?.transport).toBe('udp');
  });

  test('returns every RCODE unchanged', async () => {
    for (const [behaviour, rcode] of [
      ['refused', 5],
      ['servfail', 2],
      ['nxdomain', 3],
      ['notimp', 4],
      ['formerr-on-edns', 1],
    ] as const) {
      expect((await askServer(behaviour)).reply?.message.rcode, behaviour).toBe(rcode);
    }
  });

  test('is repeated once if the server is silent, and then fails', async () => {
    const { reason, heard } = await askServer('silent');
    expect(reason).toBe('timeout');
    expect(heard).toHaveLength(2);
  });

  test('can be sent without EDNS(0), or directly by TCP', async () => {
    expect((await askServer('silent-on-edns')).reason).toBe('timeout');
    expect((await askServer('silent-on-edns', { withoutEdns: true })).reply?.message.rcode).toBe(0);
    expect((await askServer('answer', { transport: 'tcp' })).reply?.transport).toBe('tcp');
    expect((await askServer('closed-tcp', { transport: 'tcp' })).reason).toBe('connection-refused');
  });

  test('is repeated by TCP if the reply is truncated; if that fails, the reply is marked partial', async () => {
    const { reply } = await askServer('truncated');
    expect(reply).toMatchObject({ transport: 'tcp', isPartial: false });
    for (const behaviour of [
      'truncated-tcp-refused',
      'truncated-tcp-silent',
      'truncated-tcp-reset',
      'truncated-tcp-slow',
    ] as const) {
      expect((await askServer(behaviour)).reply, behaviour).toMatchObject({ transport: 'udp', isPartial: true });
    }
  });

  test.each(['garbage', 'truncated-rdata', 'short-address', 'pointer-loop', 'wrong-counts'] as const)(
    'is not answered by what is no message: %s',
    async (behaviour) => {
      expect((await askServer(behaviour)).reason).toMatch(/invalid-response|timeout/);
    },
  );
});

describe('the guard', () => {
  const question = { name: 'example.com', type: A };

  test.each([
    '10.1.2.3',
    '192.168.0.1',
    '169.254.169.254',
    '::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '0.0.0.0',
    '100.64.0.1',
  ])('refuses %s without a packet', async (address) => {
    const door = doorTo(53, { allowNetworks: [] });
    await expect(door.askAt(address, question, never)).rejects.toMatchObject({ reason: 'special-use' });
  });

  test('refuses names instead of addresses, and denied addresses', async () => {
    const door = doorTo(53, { denyTargets: ['198.51.100.0/24', 'secret.example'] });
    await expect(door.askAt('ns1.example.com', question, never)).rejects.toMatchObject({ reason: 'no-address' });
    await expect(door.askAt('198.51.100.7', question, never)).rejects.toMatchObject({ reason: 'denied' });
    await expect(door.askAt('127.0.0.1', { name: 'a.secret.example', type: A }, never)).rejects.toMatchObject({
      reason: 'denied',
    });
  });
});
