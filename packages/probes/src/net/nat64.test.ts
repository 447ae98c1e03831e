import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { askedType, createStage, openSockets, reasonOf, replyTo } from '../testing/scripted-dns-server.ts';
import { parseTranslationPrefix } from './guard/nat64.ts';
import { networkOf } from './guard/special-use.ts';
import { createNodeNet } from './node-net.ts';
import type { NetSettings } from './settings.ts';

const AAAA = 28;
const never = new AbortController().signal;
/** Under 2a00:64::/96: 192.0.0.170, the metadata service of clouds, and 1.1.1.1. */
const discovery = Buffer.from('2a0000640000000000000000c00000aa', 'hex');
const inside = Buffer.from('2a0000640000000000000000a9fea9fe', 'hex');
const outside = Buffer.from('2a000064000000000000000001010101', 'hex');

const stage = createStage();
/** Other files of the same process may have left some. */
let before = 0;
beforeEach(() => {
  before = openSockets().length;
});
afterEach(async () => {
  stage.clear();
  await vi.waitFor(() => expect(openSockets().length).toBeLessThanOrEqual(before));
});

/** A DNS64 in a network with a prefix of its own; null: a resolver that does not answer about the prefix. */
async function behind(prefix: Buffer | null | 'servfail', settings: Partial<NetSettings> = {}, hasIpv6 = true) {
  const server = await stage.serve({
    udp: ({ bytes, reply }) => {
      const isDiscovery = bytes.includes('ipv4only');
      if (isDiscovery && prefix === null) return;
      if (isDiscovery && prefix === 'servfail') return reply(replyTo(bytes, { rcode: 2 }));
      const address = isDiscovery ? discovery : bytes.includes('inside') ? inside : outside;
      reply(replyTo(bytes, { answers: askedType(bytes) === AAAA ? [address] : [] }));
    },
  });
  const closed = { resolvers: [server], allowNetworks: [], denyTargets: [], allowPorts: [] };
  const net = createNodeNet({ ...closed, ...settings }, { hasIpv6: () => hasIpv6, timing: { totalTimeoutMs: 500 } });
  const discoveries = () => server.queries.filter(({ bytes }) => bytes.includes('ipv4only')).length;
  return { net: stage.own(net), discoveries };
}

describe('in a network with a NAT64', () => {
  it('addresses below its prefix are judged by the IPv4 address in them, which is asked for once', async () => {
    const { net, discoveries } = await behind(discovery);
    expect(await reasonOf(net.resolve('inside.example', never))).toBe('special-use');
    expect(await reasonOf(net.resolve('2a00:64::a9fe:a9fe', never))).toBe('special-use');
    expect(await reasonOf(net.resolve('2a00:64::7f00:1', never))).toBe('special-use');
    expect(await reasonOf(net.askAt('2a00:64::a00:1', { name: 'a.example', type: 1 }, never))).toBe('special-use');
    expect(net.keepAllowed(['2a00:64::a00:1', '2a00:64::101:101'])).toEqual(new Set(['2a00:64::101:101']));
    expect(await net.resolve('outside.example', never)).toEqual([{ address: '2a00:64::101:101', family: 6 }]);
    expect(discoveries()).toBe(1);
  });

  it('what the operator denies or allows of IPv4 is denied or allowed there, too', async () => {
    const { net } = await behind(discovery, { denyTargets: ['1.1.1.1'], allowNetworks: ['169.254.0.0/16'] });
    expect(await reasonOf(net.resolve('outside.example', never))).toBe('denied');
    expect(await net.resolve('inside.example', never)).toEqual([{ address: '2a00:64::a9fe:a9fe', family: 6 }]);
  });

  it('a prefix that the operator names is used without asking', async () => {
    const named = parseTranslationPrefix('2a00:64::/96') ?? networkOf('::/0');
    const { net, discoveries } = await behind(null, { translationPrefixes: [named] });
    expect(await reasonOf(net.resolve('inside.example', never))).toBe('special-use');
    expect(discoveries()).toBe(0);
  });

  it('a machine without IPv6 does not ask, nor does a lookup of IPv4', async () => {
    const { net, discoveries } = await behind(discovery, {}, false);
    await net.resolve('outside.example', never);
    const other = await behind(discovery);
    await other.net.resolve('1.1.1.1', never);
    expect([discoveries(), other.discoveries()]).toEqual([0, 0]);
  });
});

it.each([null, 'servfail'] as const)(
  'a resolver that does not tell the prefix (%j) holds up nothing for long',
  async (prefix) => {
    const { net } = await behind(prefix);
    expect(await net.resolve('outside.example', never)).toHaveLength(1);
  },
);
