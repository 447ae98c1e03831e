import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SNAPSHOT_SCHEMA } from '@sonde/contract/snapshots/snapshot';
import { createNodeNet } from '@sonde/probes';
import { signSnapshot } from '@sonde/service/snapshots/signature';
import { keyFromSecret } from '@sonde/service/snapshots/signing-key';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../cli.ts';
import { doubledMember } from './doubled-member.ts';
import { isInterceptable } from './read-keys.ts';

const key = await keyFromSecret('a secret of the test');
const snapshot = signSnapshot(
  {
    ...{ schema: SNAPSHOT_SCHEMA, id: 'a'.repeat(26), site: 'https://sonde.example', software: 'Sonde 0.1.0' },
    ...{ target: 'example.com\u001b[2J', keptAt: '2026-11-22T04:06:00.000Z' },
    parts: [
      {
        ...{ tool: 'dns', target: 'example.com', key: '/', measuredAt: '2026-11-22T04:05:00.000Z', withheld: [] },
        outcome: { success: true, message: 'OK', _data: { domain: 'example.com' }, more: 'kept as well' },
      },
    ],
  },
  key,
);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sonde-verify-'));
  onTestFinished(() => rm(folder, { recursive: true }));
});

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  return path;
}
const keyFile = (keys: readonly object[] = [key.publicKey]) => file('keys.json', { keys });

async function sonde(...args: string[]) {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const status = await runCli(args, {
    env: { SONDE_RESOLVERS: '127.0.0.1:9' },
    ...{ isTerminal: true, isColoured: false, columns: 200, signal: new AbortController().signal },
    openNet: createNodeNet,
    openData: () => expect.fail('no data is needed'),
    serve: () => null,
    openBackup: async () => null,
    openPlaces: async () => null,
    out: say,
    err: say,
  });
  return { status, text: lines.join('\n') };
}

it.each([
  ['http://sonde.example/keys', true],
  ['HTTP://127.0.0.1.sonde.example/keys', true],
  ['http://localhost.example', true],
  ['https://sonde.example/keys', false],
  ['http://127.0.0.1:3000/keys', false],
  ['http://[::1]/keys', false],
  ['keys.json', false],
])('keys from %s may have been exchanged: %s', (keys, expected) => {
  expect(isInterceptable(keys)).toBe(expected);
});

describe('sonde verify', () => {
  it('reports what was measured, when and by which server, without any network', async () => {
    const { status, text } = await sonde('verify', await file('kept.json', snapshot), '--keys', await keyFile());
    expect(status).toBe(0);
    expect(text.split('\n')).toEqual([
      'The signature is valid: example.com\\x1b[2J, kept 2026-11-22 04:06:00 UTC',
      '  dns example.com, measured 2026-11-22 04:05:00 UTC',
      '  by Sonde 0.1.0, which calls itself https://sonde.example',
      `  with the key ${key.publicKey.kid} from the file ${join(folder, 'keys.json')}`,
    ]);
  });

  it('refuses content that was changed, or is not what was signed', async () => {
    const changed = JSON.stringify(snapshot).replace('kept as well', 'kept as wall');
    for (const content of [changed, { ...snapshot, more: 1 }]) {
      const { status, text } = await sonde('verify', await file('bad.json', content), '--keys', await keyFile());
      expect(status).toBe(1);
      expect(text).toContain('The signature is not valid');
    }
  });

  it.each([
    ['of the whole', (text: string) => text.replace('"keptAt":', '"keptAt": "2020-01-01T00:00:00.000Z", "keptAt":')],
    [
      'written differently',
      (text: string) => text.replace('"keptAt":', '"kept\\u0041t": "2020-01-01T00:00:00.000Z", "keptAt":'),
    ],
    ['deep inside', (text: string) => text.replace('"domain":', '"domain": "victim.example", "domain":')],
  ])('refuses a file with a doubled member: %s', async (_, doubled) => {
    const text = doubled(JSON.stringify(snapshot));
    // The last of the two is what was signed, so the signature alone would be valid.
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(snapshot)));
    const { status, text: said } = await sonde('verify', await file('bad.json', text), '--keys', await keyFile());
    expect(status).toBe(1);
    expect(said).toMatch(/has the member "(?:keptAt|domain)" twice/);
    expect(said).not.toContain('The signature is valid');
  });

  it('members of one name in different objects, and texts that look like members, are no doubled members', () => {
    expect(doubledMember('{"a":{"b":1},"b":["a","a",{"a":"b","c":"\\"a\\":"}],"c":"b"}')).toBeNull();
    expect(doubledMember('[{"a":1},{"a":2}]')).toBeNull();
    expect(doubledMember('{"a":[{"x":1,"y":2,"x":3}]}')).toBe('x');
  });

  it('says that a server without kept results has no keys yet', async () => {
    const { status, text } = await sonde('verify', await file('kept.json', snapshot), '--keys', await keyFile([]));
    expect(status).toBe(1);
    expect(text).toContain('has no keys: that server has not kept any result yet');
  });

  it('refuses a valid signature with another key', async () => {
    const other = await keyFile([(await keyFromSecret('another')).publicKey, { kty: 'RSA', n: 'x' }]);
    const { status, text } = await sonde('verify', await file('kept.json', snapshot), '--keys', other);
    expect(status).toBe(1);
    expect(text).toContain(`The key ${key.publicKey.kid} is not among the 1 keys of`);
  });

  it.each([
    ['not JSON', '{', 'is not JSON'],
    ['another document', '{"schema": 1}', 'is not a kept result of Sonde'],
  ])('says of %s that it is none', async (_what, content, words) => {
    const { status, text } = await sonde('verify', await file('x.json', content), '--keys', await keyFile());
    expect([status, text]).toEqual([1, expect.stringContaining(words)]);
  });

  it('reports a file that cannot be read, and one without a key', async () => {
    const good = await file('kept.json', snapshot);
    expect((await sonde('verify', 'none.json', '--keys', await keyFile())).text).toContain('none.json cannot be read');
    expect((await sonde('verify', good, '--keys', join(folder, 'none'))).text).toContain('cannot be read');
    const other = { kty: 'EC', crv: 'P-256', x: 'AA' };
    expect((await sonde('verify', good, '--keys', await keyFile([other]))).text).toContain(
      'does not contain an Ed25519 key',
    );
    expect((await sonde('verify', good, '--keys', good)).text).toContain('does not contain a list of keys');
  });

  it('fetches keys only from the given URL', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.statusCode = url === '/keys' ? 200 : 404;
      response.end(JSON.stringify({ keys: [key.publicKey] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const good = await file('kept.json', snapshot);
    expect(await sonde('verify', good, '--keys', `${at}/keys`)).toMatchObject({ status: 0 });
    const missing = await sonde('verify', good, '--keys', `${at}/none`);
    expect([missing.status, missing.text]).toEqual([1, expect.stringContaining('the server answers with status 404')]);
    expect(asked).toEqual(['/keys', '/none']);
  });

  it('requires one file and the keys', async () => {
    expect(await sonde('verify')).toMatchObject({ status: 64, text: expect.stringContaining('one file') });
    expect(await sonde('verify', 'a', 'b', '--keys', 'c')).toMatchObject({ status: 64 });
    expect(await sonde('verify', 'a')).toMatchObject({ status: 64, text: expect.stringContaining('--keys') });
    expect(await sonde('verify', 'a', '--json')).toMatchObject({ status: 64 });
    expect(await sonde('dns', 'a.example', '--keys', 'b')).toMatchObject({ status: 64 });
  });
});
