import type { Socket } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import { inLongSet } from '../../../../scripts/test/vitest-settings.ts';
import { connectAgent, ECHO, enrol, placesServer, provedAgent } from '../testing/places.ts';

type Server = Awaited<ReturnType<typeof placesServer>>;
type Hostile = Awaited<ReturnType<typeof provedAgent>>;

let server: Server;
let hostile: Hostile;
beforeEach(async () => {
  server = await placesServer();
  hostile = await provedAgent(server, await enrol(server, 'bad'));
});

const ask = async (from: string, host = 'example.com') => {
  const data = (await server.read(`${ECHO}?host=${host}&from=${from}`)) as { places: Record<string, unknown>[] };
  return data.places;
};
const answer = (job: string, here: string, more: object = {}) => ({
  ...{ t: 'answer', job, data: { host: 'example.com', here, gaps: [], ...more }, measuredMs: 1 },
});
/** What the operator reads about the place. */
const logged = () =>
  server.log.flatMap(({ place, msg }) => (place === 'bad' && String(msg).startsWith('agent: ') ? [String(msg)] : []));
const NOT_GIVEN = 'agent: It answered a job that it was not given.';

describe('a hostile agent', () => {
  it('cannot answer the job of another, and is named in the log', async () => {
    const good = await provedAgent(server, await enrol(server, 'fra'));
    const { job, asked } = await good.jobAfter(() => ask('fra'));
    hostile.send(answer(job, 'a lie'));
    hostile.send({ t: 'failure', job, code: 'timeout', reason: null, measuredMs: 1 });
    hostile.send({ t: 'busy', job });
    await expect.poll(() => logged().filter((event) => event === NOT_GIVEN)).toHaveLength(3);
    good.send(answer(job, 'the truth'));
    expect(await asked).toMatchObject([{ place: 'fra', state: 'answer', data: { here: 'the truth' } }]);
  });

  inLongSet(it)('cannot answer twice: the first answer counts', async () => {
    const { job, asked } = await hostile.jobAfter(() => ask('bad'));
    hostile.send(answer(job, 'first'));
    hostile.send(answer(job, 'second'));
    expect(await asked).toMatchObject([{ data: { here: 'first' } }]);
    await expect.poll(logged).toContain(NOT_GIVEN);
  });

  inLongSet(it)('may answer after the job was cancelled, which nobody sees', async () => {
    const leaving = new AbortController();
    const { job, asked } = await hostile.jobAfter(() =>
      fetch(`${server.url}${ECHO}?host=example.com&from=bad`, { signal: leaving.signal }).catch(() => 'left'),
    );
    leaving.abort();
    expect(await asked).toBe('left');
    await expect.poll(() => hostile.frames.at(-1)).toEqual({ t: 'cancel', job });
    hostile.send(answer(job, 'late'));
    const next = await hostile.jobAfter(() => ask('bad'));
    hostile.send(answer(next.job, 'next'));
    expect(await next.asked).toMatchObject([{ data: { here: 'next' } }]);
    expect(logged()).toEqual([expect.stringContaining('agent: connected')]);
  });

  it('that sends 100 MB is disconnected at the first octets, and the hub keeps none of them', async () => {
    const { asked } = await hostile.jobAfter(() => ask('bad'));
    // As its WebSocket would send it, but from one block again and again.
    const raw = (hostile.socket as unknown as { readonly _socket: Socket })._socket;
    const block = Buffer.alloc(64 * 1024, 'x');
    const before = process.memoryUsage().arrayBuffers;
    raw.write(Buffer.from([0x81, 0xff, 0, 0, 0, 0, 0x06, 0x40, 0, 0, 0, 0, 0, 0]));
    let hasEnded = false;
    raw.once('close', () => {
      hasEnded = true;
    });
    raw.on('error', () => {});
    for (let sent = 0; sent < 1_600 && !hasEnded; sent += 1)
      await new Promise<void>((resolve) => {
        if (!raw.write(block)) raw.once('drain', resolve).once('close', resolve);
        else resolve();
      });
    await hostile.closed;
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
    expect(await asked).toMatchObject([{ place: 'bad', state: 'offline' }]);
    expect(logged().at(-1)).toBe('agent: disconnected');
  });

  inLongSet(it)(
    'that sends a frame in thousands of pieces is disconnected, and loses nobody else an answer',
    async () => {
      const good = await connectAgent(server, await enrol(server, 'fra'));
      await good.welcome;
      const raw = (hostile.socket as unknown as { readonly _socket: Socket })._socket;
      raw.on('error', () => {});
      const empty = Buffer.from([0x00, 0x80, 0, 0, 0, 0]);
      raw.write(Buffer.from([0x01, 0x80, 0, 0, 0, 0]));
      raw.write(Buffer.concat(Array.from({ length: 5_000 }, () => empty)));
      expect((await hostile.closed).code).toBe(1008);
      expect(await ask('fra')).toMatchObject([{ place: 'fra', state: 'answer' }]);
    },
  );

  it('cannot hide anything in an answer: only what the contract names is passed on', async () => {
    const { job, asked } = await hostile.jobAfter(() => ask('bad'));
    const data =
      '{"host":"example.com","here":"x","gaps":[],"more":"hidden","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    hostile.send(`{"t":"answer","job":"${job}","data":${data},"measuredMs":1,"__proto__":{"polluted":1}}`);
    const [place] = await asked;
    expect(JSON.stringify(place?.['data'])).toBe('{"host":"example.com","here":"x","gaps":[]}');
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  inLongSet(it)('that hides the kind of a frame in its prototype is disconnected', async () => {
    hostile.send('{"__proto__":{"t":"drain"}}');
    expect(await hostile.closed).toEqual({ code: 1002, reason: 'A frame is malformed.' });
    expect(logged()).toContain('agent: A frame is malformed.');
  });

  it('can put HTML into every text, which stays a text', async () => {
    const html = '</script><img src=x onerror=alert(1)>\u2028\r\nevent: result';
    const headers = { accept: 'text/event-stream' };
    for (const init of [{}, { headers }]) {
      const { job, asked } = await hostile.jobAfter(() =>
        fetch(`${server.url}${ECHO}?host=example.com&from=bad`, init),
      );
      hostile.send(answer(job, html, { host: html }));
      const response = await asked;
      expect(response.headers.get('content-type')).toMatch(/^(application\/json|text\/event-stream)/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const text = await response.text();
      expect(text).toContain(JSON.stringify(html).slice(1, 20));
      expect(text.match(/^event: result/gm) ?? []).toHaveLength('headers' in init ? 1 : 0);
    }
    const { job, asked } = await hostile.jobAfter(() => ask('bad'));
    hostile.send({ t: 'failure', job, code: '<b>', reason: html, measuredMs: 1 });
    expect(await asked).toMatchObject([{ state: 'offline' }]);
    expect((await hostile.closed).code).toBe(1002);
  });

  inLongSet(it)('that never answers is late, and holds up nobody else', async () => {
    const honest = await connectAgent(server, await enrol(server, 'fra'));
    await honest.welcome;
    const startedAtMs = performance.now();
    const { asked } = await hostile.jobAfter(() => ask('bad', 'slow.example'));
    expect(await ask('fra', 'slow.example')).toMatchObject([{ place: 'fra', state: 'answer' }]);
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
    expect(await asked).toMatchObject([{ place: 'bad', state: 'late' }]);
  });

  it('with a copied key is refused at the sixth connection within a minute, and so is the owner of the key', async () => {
    const membership = await enrol(server, 'fra');
    const reasons: string[] = [];
    for (let time = 0; time < 6; time += 1) {
      const { welcome, closed } = await connectAgent(server, membership);
      reasons.push(await Promise.race([welcome, closed]));
    }
    expect(reasons).toEqual(['FRA', 'FRA', 'FRA', 'FRA', 'FRA', 'The key is in use elsewhere.']);
    expect(await ask('fra')).toMatchObject([{ state: 'offline' }]);
    const events = server.log.filter(({ place }) => place === 'fra').map(({ msg }) => String(msg));
    expect(events.join('\n')).toContain('it may have been copied to another machine');
  });
});
