import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createIdentity } from '@sonde/service/places/identity';
import { AGENT_PROTOCOL } from '@sonde/service/places/protocol';
import { eventually } from '@sonde/service/testing/eventually';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { createIssuer } from '../../../../lab/src/tls/certificates/issue.ts';
import { firstOf } from '../../../../scripts/test/vitest-settings.ts';
import { type BuiltCommand, buildCommand } from '../testing/built-command.ts';
import { writeMembership } from './agent-file.ts';

// The built command against a hub over TLS. A certificate that was valid a year ago is what a clock that is a year ahead sees.
const HUB = 'a'.repeat(64);
/** A clock that is a year ahead for everything but the certificate, which OpenSSL reads with the clock of the system. */
const YEAR_AHEAD = '--import data:text/javascript,const%20now=Date.now;Date.now=()=>now()+31536000000';
const welcome = { t: 'welcome', name: 'Frankfurt', heartbeatMs: 20_000, jobs: 20, perMinute: 60 };

let command: BuiltCommand;
beforeAll(async () => {
  command = await buildCommand();
});
afterAll(() => command?.remove());

/** A hub whose certificate is valid between these days from now, and the agent that has joined it. Returns what the agent says. */
async function meet(validity: readonly [from: number, until: number], env: Readonly<Record<string, string>> = {}) {
  const { issue } = createIssuer(command.folder);
  const extensions = ['basicConstraints=critical,CA:TRUE'];
  const authority = await issue({ subject: '/CN=Lab', key: 'p-256', extensions, validity: [-800, 800] });
  const { pem, keyFile } = await issue({
    ...{ subject: '/CN=hub', key: 'p-256', issuer: authority, validity },
    extensions: ['subjectAltName=IP:127.0.0.1', 'extendedKeyUsage=serverAuth'],
  });
  const server = createServer({ cert: pem, key: await readFile(keyFile) }).listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ server, handleProtocols: () => AGENT_PROTOCOL });
  sockets.on('connection', (socket) => {
    socket.send(JSON.stringify({ t: 'challenge', nonce: 'b'.repeat(64), hub: HUB }));
    socket.once('message', () => socket.send(JSON.stringify(welcome)));
  });
  await once(server, 'listening');
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const file = join(command.folder, `${new URL(url).port}.json`);
  await writeMembership(file, { url, hub: HUB, place: 'fra', identity: createIdentity() });
  const running = command.start(['agent'], {
    ...{ SONDE_AGENT_FILE: file, SONDE_RESOLVERS: '127.0.0.1:9', NODE_EXTRA_CA_CERTS: authority.certificateFile },
    ...env,
  });
  onTestFinished(async () => {
    running.kill('SIGKILL');
    await running.ended;
    for (const socket of sockets.clients) socket.terminate();
    server.close();
  });
  return () => running.said().stderr;
}

it('a clock that is a year off does not matter for what hub and agent say to each other', async () => {
  const said = await meet([-1, 90], { NODE_OPTIONS: YEAR_AHEAD });
  await eventually(() => expect(said()).toContain('as Frankfurt'));
});

it.each(
  firstOf(1, [
    ['ahead', [-730, -365], 'certificate has expired'],
    ['behind', [365, 730], 'certificate is not yet valid'],
  ] as const),
)(
  'an agent whose clock is a year %s does not trust its hub, and says what its clock says',
  async (_how, validity, why) => {
    const said = await meet(validity);
    await eventually(() => expect(said()).toContain(why));
    const today = new Date().toISOString().slice(0, 10);
    expect(said()).toMatch(new RegExp(`${why}: by the clock of this machine it is ${today} .* Next attempt in`));
    expect(said()).not.toContain('connected to https');
  },
);
