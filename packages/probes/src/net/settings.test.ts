import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { afterAll, describe, expect, it } from 'vitest';
import { readNetSettings } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'sonde-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function resolvConf(text: string): string {
  const path = join(folder, 'resolv.conf');
  writeFileSync(path, text);
  return path;
}

const missingFile = join(folder, 'missing');

describe('SONDE_RESOLVERS', () => {
  it.each([
    ['192.0.2.53', '192.0.2.53', 53],
    ['192.0.2.53:5353', '192.0.2.53', 5353],
    ['::1', '::1', 53],
    ['[::1]', '::1', 53],
    ['[2001:db8::53]:5300', '2001:db8::53', 5300],
    ['fe80::1%eth0', 'fe80::1%eth0', 53],
  ])('reads %s', (text, address, port) => {
    expect(readNetSettings({ SONDE_RESOLVERS: text }, missingFile)).toEqual({
      settings: {
        resolvers: [{ address, port }],
        allowNetworks: [],
        denyTargets: [],
        allowPorts: [],
        showsOwnHops: false,
        trustAnchors: [],
        translationPrefixes: null,
      },
      problems: [],
    });
  });

  it('reads several resolvers in the order given', () => {
    const { settings } = readNetSettings({ SONDE_RESOLVERS: ' 192.0.2.1 , [::1]:54,192.0.2.2:55' }, missingFile);
    expect(settings?.resolvers).toEqual([
      { address: '192.0.2.1', port: 53 },
      { address: '::1', port: 54 },
      { address: '192.0.2.2', port: 55 },
    ]);
  });

  it.each([
    'dns.example',
    '192.0.2.53:0',
    '192.0.2.53:65536',
    '192.0.2.53:x',
    '[192.0.2.53]:53',
    '[::1',
    '127.1',
    'https://192.0.2.1/',
  ])('says what is wrong with %j', (text) => {
    const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: `192.0.2.1,${text}` }, missingFile);
    expect(settings).toBeNull();
    expect(problems).toEqual([
      `SONDE_RESOLVERS must be addresses such as 192.0.2.53 or [2001:db8::53]:53, comma separated, not ${JSON.stringify(text)}.`,
    ]);
  });
});

describe("the system's resolvers", () => {
  it('are read from the nameserver lines of resolv.conf', () => {
    const path = resolvConf(
      '# nameserver 192.0.2.9\nsearch example.com\nnameserver 192.0.2.1\n\tnameserver  2001:db8::1 # main\nnameserver 192.0.2.1\nnameserver name.example\n;nameserver 192.0.2.8\noptions edns0\n',
    );
    expect(readNetSettings({}, path)).toEqual({
      settings: {
        resolvers: [
          { address: '192.0.2.1', port: 53 },
          { address: '2001:db8::1', port: 53 },
        ],
        allowNetworks: [],
        denyTargets: [],
        allowPorts: [],
        showsOwnHops: false,
        trustAnchors: [],
        translationPrefixes: null,
      },
      problems: [],
    });
  });

  it.each([
    ['a missing file', () => missingFile],
    ['a file without any', () => resolvConf('search example.com\n')],
  ])('are a problem with %s', (_, path) => {
    const { settings, problems } = readNetSettings({ SONDE_RESOLVERS: ' ' }, path());
    expect(settings).toBeNull();
    expect(problems).toEqual([
      `${path()} names no resolver: set SONDE_RESOLVERS to the addresses of recursive resolvers, comma separated.`,
    ]);
  });
});

describe('SONDE_ALLOW_NETWORKS', () => {
  it('reads networks of both families', () => {
    const env = { SONDE_RESOLVERS: '192.0.2.1', SONDE_ALLOW_NETWORKS: '10.0.0.0/8, fd00::/8' };
    expect(readNetSettings(env, missingFile).settings?.allowNetworks).toEqual(['10.0.0.0/8', 'fd00::/8']);
  });

  it('names every invalid item, in one sentence per variable', () => {
    const env = { SONDE_RESOLVERS: 'x', SONDE_ALLOW_NETWORKS: '10.0.0.1/8,10.0.0.0/8,all' };
    const { settings, problems } = readNetSettings(env, missingFile);
    expect(settings).toBeNull();
    expect(problems).toEqual([
      expect.stringMatching(/^SONDE_RESOLVERS must be .*, not "x"\.$/),
      'SONDE_ALLOW_NETWORKS must be networks such as 10.0.0.0/8 or fd00::/8, comma separated, not "10.0.0.1/8" or "all".',
    ]);
  });
});

describe('SONDE_DENY_TARGETS and SONDE_ALLOW_PORTS', () => {
  const SONDE_RESOLVERS = '192.0.2.1';

  it('read names, addresses and networks, ports and ranges', () => {
    const env = {
      SONDE_RESOLVERS,
      SONDE_DENY_TARGETS: 'a.example, 1.1.1.1,2001:db8::/32',
      SONDE_ALLOW_PORTS: '81, 90-99',
    };
    expect(readNetSettings(env, missingFile).settings).toMatchObject({
      denyTargets: ['a.example', '1.1.1.1', '2001:db8::/32'],
      allowPorts: [
        { from: 81, to: 81 },
        { from: 90, to: 99 },
      ],
    });
  });

  it.each([
    [
      'SONDE_DENY_TARGETS',
      'a.example,*.example',
      'names, addresses or CIDR networks, comma separated, not "*.example"',
    ],
    ['SONDE_DENY_TARGETS', '10.0.0.1/8', 'names, addresses or CIDR networks, comma separated, not "10.0.0.1/8"'],
    ['SONDE_ALLOW_PORTS', '81,99-90', 'ports or ranges such as 8443 or 9000-9010, comma separated, not "99-90"'],
    ['SONDE_ALLOW_PORTS', '0,', 'ports or ranges such as 8443 or 9000-9010, comma separated, not "0" or ""'],
  ])('%s=%s is a problem', (name, value, what) => {
    expect(readNetSettings({ SONDE_RESOLVERS, [name]: value }, missingFile)).toEqual({
      settings: null,
      problems: [`${name} must be ${what}.`],
    });
  });
});

describe('SONDE_CA_FILE', () => {
  const problem = 'SONDE_CA_FILE must be the path of a PEM file with certificates.';

  it('is read at startup', () => {
    const path = join(folder, 'ca.pem');
    const [anchor = ''] = rootCertificates;
    writeFileSync(path, `a comment\n${anchor}\n${anchor}\n`);
    expect(readNetSettings({ SONDE_RESOLVERS: '192.0.2.53', SONDE_CA_FILE: path }).settings?.trustAnchors).toEqual([
      anchor,
      anchor,
    ]);
  });

  it.each([
    ['nothing there', null],
    ['no certificate', 'hello'],
    ['a broken certificate', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
  ])('must hold certificates: %s', (_, content) => {
    const path = join(folder, 'bad.pem');
    if (content === null) rmSync(path, { force: true });
    else writeFileSync(path, content);
    expect(readNetSettings({ SONDE_RESOLVERS: '192.0.2.53', SONDE_CA_FILE: path })).toEqual({
      settings: null,
      problems: [problem],
    });
  });
});
