import { tools } from '@sonde/contract';
import { describe, expect, it } from 'vitest';
import { quick, resolverStage } from '../../testing/resolver-stage.ts';
import { hasOpt, reasonOf, replyTo, type Script } from '../../testing/scripted-dns-server.ts';
import { attachWork, nobody } from '../../work/work.ts';
import { createWorkBudget } from '../../work/work-budget.ts';

const A = 1;
const right = Buffer.from([192, 0, 2, 1]);
const never = new AbortController().signal;

const { stage, resolverOf, ask } = resolverStage();

const isForRoot = (query: Buffer) => query[12] === 0;

/** Answers every question with the same code, except the root question if it knows the root. */
const denying = ({ rcode = 3, knowsRoot }: { rcode?: number; knowsRoot: boolean }): Script => ({
  udp: ({ bytes, reply }) => reply(replyTo(bytes, { rcode: knowsRoot && isForRoot(bytes) ? 0 : rcode })),
});

describe('a working resolver', () => {
  it('returns the answer, the resolver’s address and no gap', async () => {
    const server = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes, { answers: [right] })) });
    expect(await ask([server])).toMatchObject({
      fields: ['192.0.2.1'],
      resolver: `127.0.0.1:${server.port}`,
      transport: 'udp',
      isPartial: false,
    });
  });

  it('is timed from the first datagram, though that was lost', async () => {
    const headStartMs = 150;
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        if (server.queries.length > 1) reply(replyTo(bytes, { answers: [right] }));
      },
    });
    const { waitedMs } = await ask([server], { ...quick, headStartsMs: [headStartMs, 1000] });
    expect(waitedMs).toBeGreaterThanOrEqual(headStartMs - 1);
  });

  it('is asked with recursion, EDNS(0), 1232 octets and the DO flag', async () => {
    const server = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes)) });
    await resolverOf([server]).ask({ name: 'a.example', type: A, checkingDisabled: true }, never);
    const [query] = server.queries;
    expect(query?.bytes.subarray(2).toString('hex')).toBe(
      `0110000100000000000101610765786${'16d706c65'}0000010001${'00002904d0000080000000'}`,
    );
  });

  it.each([[0], [3]])('may answer RCODE %i', async (rcode) => {
    const server = await stage.serve(denying({ rcode, knowsRoot: true }));
    expect((await ask([server])).message.rcode).toBe(rcode);
  });

  it('may change the case of the name', async () => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        const answer = replyTo(bytes, { answers: [right] });
        answer.write('WwW', 13, 'latin1');
        reply(answer);
      },
    });
    expect((await ask([server])).fields).toEqual(['192.0.2.1']);
  });
});

describe('a resolver that denies every name', () => {
  it('is asked the root question once, and its NXDOMAIN does not count as an answer', async () => {
    const server = await stage.serve(denying({ knowsRoot: false }));
    const resolver = resolverOf([server]);
    const names = ['a.example', 'b.example', 'c.example'];
    const asking = () => Promise.all(names.map((name) => reasonOf(resolver.ask({ name, type: A }, never))));
    expect(await asking()).toEqual(Array(3).fill('no-public-dns'));
    expect(await asking()).toEqual(Array(3).fill('no-public-dns'));
    expect(server.queries.filter(({ bytes }) => isForRoot(bytes))).toHaveLength(1);
  });

  it('is followed by the next one', async () => {
    const denier = await stage.serve(denying({ knowsRoot: false }));
    const good = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes, { answers: [right] })) });
    expect((await ask([denier, good])).fields).toEqual(['192.0.2.1']);
  });

  it('is not taken at its word while it does not answer the root question, and asked again for the next name', async () => {
    let isSilent = true;
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        if (!isForRoot(bytes)) reply(replyTo(bytes, { rcode: 3 }));
        else if (!isSilent) reply(replyTo(bytes));
      },
    });
    const resolver = resolverOf([server], { ...quick, headStartsMs: [5000], totalTimeoutMs: 8000 });
    const asking = () => resolver.ask({ name: 'www.example.com', type: A }, never);
    expect(await reasonOf(asking())).toBe('timeout');
    isSilent = false;
    expect((await asking()).message.rcode).toBe(3);
  });

  it('is believed after lost packets', async () => {
    let lost = 0;
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        const isLost = isForRoot(bytes) && lost < 2;
        if (isLost) lost += 1;
        else reply(replyTo(bytes, { rcode: 3 }));
      },
    });
    const resolver = resolverOf([server], { ...quick, headStartsMs: [5000], totalTimeoutMs: 8000 });
    expect(await reasonOf(resolver.ask({ name: 'www.example.com', type: A }, never))).toBe('no-public-dns');
  });

  it.each([
    ['REFUSED', 5, 'nxdomain'],
    ['SERVFAIL', 2, 'servfail'],
  ])('and answers the root question with %s has the answer %3$s', async (_name, rcode, expected) => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) => reply(replyTo(bytes, { rcode: isForRoot(bytes) ? rcode : 3 })),
    });
    const asked = resolverOf([server]).ask({ name: 'www.example.com', type: A }, never);
    if (expected === 'nxdomain') expect((await asked).message.rcode).toBe(3);
    else expect(await reasonOf(asked)).toBe(expected);
  });

  it('is not checked when names exist', async () => {
    const server = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes, { answers: [right] })) });
    await ask([server]);
    expect(server.queries).toHaveLength(1);
  });
});

describe('the next resolver', () => {
  const good: Script = { udp: ({ bytes, reply }) => reply(replyTo(bytes, { answers: [right] })) };

  it('answers after the head start of a silent first one, and at once from then on', async () => {
    const [silent, second] = [await stage.serve({}), await stage.serve(good)];
    const resolver = resolverOf([silent, second], {});
    const startedAtMs = performance.now();
    const answer = await resolver.ask({ name: 'a.example', type: A }, never);
    const tookMs = performance.now() - startedAtMs;
    expect(answer.resolver).toBe(`127.0.0.1:${second.port}`);
    expect(tookMs).toBeGreaterThan(700);
    expect(tookMs).toBeLessThan(1500);
    await resolver.ask({ name: 'b.example', type: A }, never);
    expect(silent.queries).toHaveLength(1);
  });

  it.each([
    ['SERVFAIL', 2],
    ['REFUSED', 5],
  ])('is asked at once after %s', async (_, rcode) => {
    const first = await stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes, { rcode })) });
    expect((await ask([first, await stage.serve(good)], { headStartsMs: [60_000] })).fields).toEqual(['192.0.2.1']);
  });

  it('is asked at once if the port of the first is closed', async () => {
    const closed = await stage.serve({});
    closed.close();
    expect((await ask([closed, await stage.serve(good)], { headStartsMs: [60_000] })).fields).toEqual(['192.0.2.1']);
  });

  it('does not prevent the first from answering late', async () => {
    const held: (() => void)[] = [];
    const late = await stage.serve({
      udp: ({ bytes, reply }) => held.push(() => reply(replyTo(bytes, { answers: [right] }))),
    });
    const silent = await stage.serve({ udp: () => held.shift()?.() });
    expect(await ask([late, silent])).toMatchObject({ resolver: `127.0.0.1:${late.port}`, fields: ['192.0.2.1'] });
  });
});

describe('when no resolver helps', () => {
  it.each([
    ['servfail', [2, 2]],
    ['refused', [5, 5]],
    ['servfail', [5, 2]],
    ['not-implemented', [4, 4]],
    ['not-implemented', [1, 4]],
    ['servfail', [4, 2]],
    ['error-code', [1, 1]],
    ['error-code', [9, 9]],
  ] as const)('the failure is %s for RCODEs %j', async (reason, rcodes) => {
    const servers = await Promise.all(
      rcodes.map((rcode) => stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes, { rcode })) })),
    );
    expect(await reasonOf(ask(servers))).toBe(reason);
  });

  it('silent resolvers time out after three attempts, the last without EDNS(0), each with its own port and id', async () => {
    const server = await stage.serve({});
    expect(await reasonOf(ask([server]))).toBe('timeout');
    expect(server.queries.map(({ bytes }) => hasOpt(bytes))).toEqual([true, true, false]);
    expect(new Set(server.queries.map(({ clientPort }) => clientPort)).size).toBe(3);
    expect(new Set(server.queries.map(({ bytes }) => bytes.readUInt16BE(0))).size).toBe(3);
  });

  it('a closed port fails at once with connection-refused', async () => {
    const server = await stage.serve({});
    server.close();
    expect(await reasonOf(ask([server], { headStartsMs: [60_000] }))).toBe('connection-refused');
  });

  it('a closed port fails many questions on one socket at once, too', async () => {
    const server = await stage.serve({});
    server.close();
    const resolver = resolverOf([server], { headStartsMs: [60_000], totalTimeoutMs: 60_000 });
    const questions = Array.from({ length: 20 }, (_, type) => resolver.ask({ name: 'www.example.com', type }, never));
    expect(new Set(await Promise.all(questions.map(reasonOf)))).toEqual(new Set(['connection-refused']));
  });

  it('the total timeout ends the question', async () => {
    expect(await reasonOf(ask([await stage.serve({})], { totalTimeoutMs: 150 }))).toBe('timeout');
  });

  it('a name that cannot be encoded is nxdomain', async () => {
    const resolver = resolverOf([await stage.serve({})]);
    expect(await reasonOf(resolver.ask({ name: `${'a'.repeat(64)}.example`, type: A }, never))).toBe('nxdomain');
  });
});

describe('a resolver without EDNS(0)', () => {
  it.each([
    ['FORMERR', 1],
    ['NOTIMP', 4],
  ])('that says %s is asked again without', async (_, rcode) => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) =>
        reply(hasOpt(bytes) ? replyTo(bytes, { rcode }) : replyTo(bytes, { answers: [right] })),
    });
    expect((await ask([server], { headStartsMs: [60_000] })).fields).toEqual(['192.0.2.1']);
  });

  it('may refuse with a bare header', async () => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        const bare = Buffer.alloc(12);
        bytes.copy(bare, 0, 0, 2);
        bare.writeUInt16BE(0x8001, 2);
        reply(hasOpt(bytes) ? bare : replyTo(bytes, { answers: [right] }));
      },
    });
    expect((await ask([server], { headStartsMs: [60_000] })).fields).toEqual(['192.0.2.1']);
  });

  it('may drop queries with EDNS(0)', async () => {
    const server = await stage.serve({
      udp: ({ bytes, reply }) => {
        if (!hasOpt(bytes)) reply(replyTo(bytes, { answers: [right] }));
      },
    });
    expect((await ask([server])).fields).toEqual(['192.0.2.1']);
  });
});

describe('a resolver that is avoided', () => {
  const address = ({ port }: { readonly port: number }) => `127.0.0.1:${port}`;
  /** Asks for a lookup that avoids these; returns who has answered. */
  async function askedBut(avoided: readonly string[], servers: Parameters<typeof resolverOf>[0]) {
    const controller = new AbortController();
    const noted: string[] = [];
    const budget = createWorkBudget(tools.dns.most);
    attachWork(controller.signal, {
      ...{ owner: nobody, budget },
      resolvers: { avoided, note: (resolver) => void noted.push(resolver) },
    });
    await resolverOf(servers).ask({ name: 'www.example.com', type: A }, controller.signal);
    return noted;
  }
  const answering = () => stage.serve({ udp: ({ bytes, reply }) => reply(replyTo(bytes, { answers: [right] })) });

  it('is not asked while another one answers', async () => {
    const [first, second] = [await answering(), await answering()];
    expect(await askedBut([], [first, second])).toEqual([address(first)]);
    expect(await askedBut([address(first)], [first, second])).toEqual([address(second)]);
    expect(first.queries).toHaveLength(1);
  });

  it('is asked if no other one answers, or there is none', async () => {
    const [first, silent] = [await answering(), await stage.serve({ udp: () => {} })];
    expect(await askedBut([address(first)], [first, silent])).toEqual([address(first)]);
    expect(await askedBut([address(first)], [first])).toEqual([address(first)]);
  });
});
