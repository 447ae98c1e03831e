import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { agentOf, createIdentity, isReplacedBy } from '@sonde/service/places/identity';
import { expect, it, onTestFinished } from 'vitest';
import { readMembership, writeMembership } from './agent-file.ts';
import { replaceKey } from './replace-key.ts';

const HUB = 'a'.repeat(64);

interface Asked {
  readonly agent: string;
  readonly publicKey: string;
  readonly signatures: { readonly before: string; readonly after: string };
}

/** A hub that answers what the test says, and an agent that has joined it. */
async function meet(answers: readonly (readonly [status: number, body: string])[]) {
  const folder = await mkdtemp(join(tmpdir(), 'sonde-agent-'));
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const [status, body] = answers[asked.length] ?? [500, ''];
    asked.push((await json(request)) as Asked);
    if (status === 0) response.destroy();
    else response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const path = join(folder, 'agent.json');
  const known = { url, hub: HUB, place: 'fra', identity: createIdentity() };
  await writeMembership(path, known);
  const replace = () => replaceKey(path, known, new AbortController().signal);
  return { asked, path, known, replace, kept: async (file = path) => (await readMembership(file))?.identity.agent };
}

const envelope = (success: boolean, message: string, data: unknown) =>
  JSON.stringify({ success, message, _data: data });
const DONE = [200, envelope(true, 'OK', { id: 'fra' })] as const;

it('the hub gets the new key, signed by both, and the file of the agent has it afterwards', async () => {
  const { asked, known, path, replace, kept } = await meet([DONE]);
  const { identity } = await replace();
  const [{ agent, publicKey, signatures } = { agent: '', publicKey: '', signatures: { before: '', after: '' } }] =
    asked;
  expect([agent, publicKey]).toEqual([known.identity.agent, identity.publicKey]);
  const replaced = { hub: HUB, before: agent, after: agentOf(publicKey) };
  expect(isReplacedBy(known.identity.publicKey, replaced, signatures.before)).toBe(true);
  expect(isReplacedBy(publicKey, replaced, signatures.after)).toBe(true);
  expect(isReplacedBy(publicKey, { ...replaced, hub: 'b'.repeat(64) }, signatures.after)).toBe(false);
  expect([await kept(), await kept(`${path}.new`)]).toEqual([identity.agent, undefined]);
});

it('an agent whose hub was not heard keeps both keys, and offers the same one again', async () => {
  const { asked, known, path, replace, kept } = await meet([[0, ''], DONE]);
  await expect(replace()).rejects.toThrow('cannot be reached');
  expect([await kept(), await kept(`${path}.new`)]).toEqual([known.identity.agent, agentOf(asked[0]?.publicKey ?? '')]);
  const { identity } = await replace();
  expect(asked.map(({ publicKey }) => publicKey)).toEqual([identity.publicKey, identity.publicKey]);
  expect(await kept()).toBe(identity.agent);
});

it.each([
  ['a refusal', 404, envelope(false, 'No agent with this key may connect here.', null), /No agent with this key/],
  ['what is no answer of a hub', 200, '<html>', /is no server of Sonde/],
  ['an answer without data', 200, envelope(true, 'OK', {}), /is no server of Sonde/],
  ['more than a hub says', 200, envelope(true, 'x'.repeat(5_000), { id: 'fra' }), /is no server of Sonde/],
])('the key stays after %s', async (_what, status, body, message) => {
  const { known, replace, kept } = await meet([[status, body]]);
  await expect(replace()).rejects.toThrow(message);
  expect(await kept()).toBe(known.identity.agent);
});

it('a draft that cannot be read, or is for another hub, is replaced', async () => {
  const { known, path, replace, kept } = await meet([DONE, DONE]);
  await writeFile(`${path}.new`, '{');
  const first = await replace();
  expect(await kept()).toBe(first.identity.agent);
  await writeMembership(`${path}.new`, { ...known, hub: 'b'.repeat(64), identity: known.identity });
  const second = await replace();
  expect([first.identity.agent, known.identity.agent]).not.toContain(second.identity.agent);
});
