import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type LabProcess,
  type NetworkLab,
  networkAddresses,
  networkTargets,
  programArguments,
  startNetworkLab,
} from '@sonde/lab';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstOf } from '../../../../scripts/test/vitest-settings.ts';
import { layOutBuiltServer } from '../testing/built-server.ts';
import { parseAnswer } from './answer.ts';

/** Delegations that lead inward, in a network whose hosts have public addresses. */
const { fast, resolver } = networkTargets;
const { client } = networkAddresses;
const rootProgram = fileURLToPath(new URL('../../../../lab/src/network/hostile-root.ts', import.meta.url));

const ipv4 = (text: string) => Buffer.from(text.split('.').map(Number)).toString('hex');
const inside: [string, string][] = [
  ['a private network', ipv4('10.0.0.5')],
  ['another private network', ipv4('192.168.0.5')],
  ['the metadata service of clouds', ipv4('169.254.169.254')],
  ['loopback', ipv4('127.0.0.1')],
  ['shared address space', ipv4('100.64.0.5')],
  ['this machine itself', ipv4(client.ipv4)],
  ['loopback of IPv6', '00000000000000000000000000000001'],
  ['a unique local address', 'fd000000000000000000000000000005'],
  ['a mapped address', '00000000000000000000ffff0a000005'],
  ['a translated address', '0064ff9b00000000000000000a000005'],
  ['a 6to4 address', '20020a00000500000000000000000001'],
  ['a link-local address', 'fe800000000000000000000000000001'],
];

let lab: NetworkLab;
let root: LabProcess;

beforeAll(async () => {
  lab = await startNetworkLab();
  const house = join(lab.directory, 'house');
  await layOutBuiltServer(house);
  const hints = join(lab.directory, 'hints');
  await writeFile(hints, `. 3600000 NS ns.root.\nns.root. 3600000 A ${fast.ipv4}\n`);
  root = await lab.start(process.execPath, await programArguments(rootProgram), {
    on: 'fast',
    env: { ADDRESS: `${fast.ipv4}` },
    isReady: /ready/,
  });
  await lab.start(process.execPath, ['apps/api/dist/server.js'], {
    cwd: house,
    env: {
      HOST: join(lab.directory, 'sonde.sock'),
      SONDE_RESOLVERS: `${resolver.ipv4}`,
      SONDE_ROOT_HINTS: hints,
      SONDE_RATE_LIMIT: 'off',
    },
    isReady: /is ready/,
  });
});
afterAll(() => lab?.stop());

async function ask(path: string) {
  const startedAtMs = performance.now();
  const socket = connect(join(lab.directory, 'sonde.sock'));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((closed) => socket.once('close', () => closed()));
  return parseAnswer(Buffer.concat(chunks).toString(), performance.now() - startedAtMs);
}

async function reachedInside() {
  const packets = Object.entries(await lab.forbiddenPackets()).filter(([, count]) => count > 0);
  const hits = (await lab.hits()).filter(({ host }) => ['forbidden', 'client', 'gateway'].includes(host));
  return { packets, hits };
}

const queries = () => root.output.split('\n').filter((line) => line.startsWith('query ')).length;

describe('a delegation whose glue is', () => {
  it.each(firstOf(4, inside))('%s sends no packet there', async (_name, digits) => {
    const before = queries();
    const { status, body } = await ask(`/api/v2/delegation?domain=www.${digits}.inward`);
    expect(queries(), 'the delegation was read').toBeGreaterThan(before);
    expect(status, body).toBe(200);
    expect(await reachedInside()).toEqual({ packets: [], hits: [] });
  });
});

describe('a thousand name servers', () => {
  it('cost few questions and little time, and each answer that is missing is a gap', async () => {
    const before = queries();
    const { status, body, durationMs } = await ask('/api/v2/delegation?domain=www.many');
    expect(status).toBe(200);
    expect(queries() - before).toBeGreaterThan(1);
    expect(queries() - before).toBeLessThan(30);
    expect(durationMs).toBeLessThan(5_000);
    expect(body.length).toBeLessThan(200_000);
  });
});
