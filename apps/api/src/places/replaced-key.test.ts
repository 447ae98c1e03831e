import { type AgentIdentity, createIdentity, signReplaced } from '@sonde/service/places/identity';
import { describe, expect, it } from 'vitest';
import { connectAgent, enrol, placesServer } from '../testing/places.ts';

type Server = Awaited<ReturnType<typeof placesServer>>;

interface Replacing {
  readonly hub: string;
  readonly before: AgentIdentity;
  readonly after: AgentIdentity;
}

const bodyFor = ({ hub, before, after }: Replacing, signers = { before, after }) => {
  const replaced = { hub, before: before.agent, after: after.agent };
  return {
    agent: before.agent,
    publicKey: after.publicKey,
    signatures: {
      before: signReplaced(replaced, signers.before.privateKey),
      after: signReplaced(replaced, signers.after.privateKey),
    },
  };
};

const post = ({ url }: Server, body: object, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/agents/key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

describe('an agent that replaces its key', () => {
  it('connects with the new one, and whoever has the old one is disconnected within a second and cannot come back', async () => {
    const server = await placesServer();
    const { identity: before, hub } = await enrol(server, 'fra');
    const old = await connectAgent(server, { identity: before, hub });
    await old.welcome;
    const after = createIdentity();
    const answered = await post(server, bodyFor({ hub, before, after }));
    expect([answered.status, await answered.json()]).toEqual([200, expect.objectContaining({ _data: { id: 'fra' } })]);
    expect(await old.closed).toBe('The key of this place was replaced.');
    expect(await (await connectAgent(server, { identity: before, hub })).closed).toBe(
      'This agent is not enrolled here, or not confirmed yet.',
    );
    expect(await (await connectAgent(server, { identity: after, hub })).welcome).toBe('FRA');
    expect(server.log.map(({ msg }) => msg)).toContain('an agent has replaced its key');
  });

  it('may ask again with the same key, when it was not told that the hub has taken it', async () => {
    const server = await placesServer();
    const { identity: before, hub } = await enrol(server, 'fra');
    const body = bodyFor({ hub, before, after: createIdentity() });
    expect((await post(server, body)).status).toBe(200);
    expect((await post(server, body)).status).toBe(200);
    // With another key, the old one is worth nothing any more.
    expect((await post(server, bodyFor({ hub, before, after: createIdentity() }))).status).toBe(404);
  });

  it('needs both keys, for this hub, and a confirmed place', async () => {
    const server = await placesServer({ SONDE_TRUST_PROXY: '127.0.0.1' });
    const { identity: before, hub } = await enrol(server, 'fra');
    const { identity: unconfirmed } = await enrol(server, 'ams', false);
    const [after, other] = [createIdentity(), createIdentity()];
    const refused = [
      bodyFor({ hub, before, after }, { before: other, after }),
      bodyFor({ hub, before, after }, { before, after: other }),
      bodyFor({ hub: 'f'.repeat(64), before, after }),
      bodyFor({ hub, before: other, after }),
      bodyFor({ hub, before: unconfirmed, after }),
      // Signatures for another new key.
      { ...bodyFor({ hub, before, after }), publicKey: other.publicKey },
    ];
    for (const [number, body] of refused.entries()) {
      const { status } = await post(server, body, { 'x-forwarded-for': `10.0.${number}.1` });
      expect([number, status]).toEqual([number, 404]);
    }
    const valid = bodyFor({ hub, before, after });
    const malformed = [
      {},
      { ...valid, agent: 'fra' },
      { ...valid, publicKey: 'x' },
      { ...valid, signatures: { ...valid.signatures, before: 'x' } },
      { ...valid, more: 1 },
    ];
    for (const [number, body] of malformed.entries())
      expect((await post(server, body, { 'x-forwarded-for': `10.1.${number}.1` })).status).toBe(400);
    expect(await (await connectAgent(server, { identity: before, hub })).welcome).toBe('FRA');
  });

  it('has ten attempts a minute, together with those to join', async () => {
    const server = await placesServer();
    const { identity: before, hub } = await enrol(server, 'fra');
    const body = bodyFor(
      { hub, before, after: createIdentity() },
      { before: createIdentity(), after: createIdentity() },
    );
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 25; attempt += 1) statuses.push((await post(server, body)).status);
    expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(20);
    expect(statuses.at(-1)).toBe(429);
  });
});
