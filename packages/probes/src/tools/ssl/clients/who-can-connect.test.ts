import { describe, expect, test } from 'vitest';
import { suiteNames } from '../../../protocols/tls-records/registries/suite-names.ts';
import type { ClientHandshake } from './handshakes.ts';
import { knownClients } from './known-clients.ts';
import { type MeasuredChoices, whoCanConnect } from './who-can-connect.ts';

const modern: MeasuredChoices = {
  enabledProtocols: ['TLSv1.3', 'TLSv1.2'],
  ciphersByProtocol: {
    'TLSv1.3': ['TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256'],
    'TLSv1.2': ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'],
  },
  cipherOrder: { 'TLSv1.3': 'server', 'TLSv1.2': 'client' },
  groups: ['x25519', 'secp256r1'],
  key: { type: 'EC', bits: 256, curve: 'P-256' },
  hangsUpOn: [],
  partial: false,
};
const old: MeasuredChoices = {
  ...modern,
  enabledProtocols: ['TLSv1'],
  ciphersByProtocol: { TLSv1: ['TLS_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA'] },
  cipherOrder: { TLSv1: 'server' },
  groups: [],
  key: { type: 'RSA', bits: 2048, curve: null },
};

const outcome = (server: MeasuredChoices, client: RegExp) => {
  const found = whoCanConnect(server).filter((one) => client.test(one.client));
  expect(found).toHaveLength(1);
  return found[0];
};

test('every client has a source, and names for all its suites', () => {
  for (const { suites, source, versions } of knownClients) {
    expect(suites.filter((code) => !suiteNames.has(code))).toEqual([]);
    expect(new Set(suites).size).toBe(suites.length);
    expect(source).not.toBe('');
    expect(versions.length).toBeGreaterThan(0);
  }
});

describe('a modern server', () => {
  test('is reached by current clients, with the first suite in the order of the side that decides', () => {
    expect(outcome(modern, /Chromium/)).toMatchObject({
      connects: true,
      protocol: 'TLSv1.3',
      cipherSuite: 'TLS_AES_256_GCM_SHA384',
      why: null,
    });
    expect(outcome(modern, /iOS 12/)).toMatchObject({
      connects: true,
      protocol: 'TLSv1.2',
      cipherSuite: 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
    });
  });

  test('is not reached by Windows XP, with the reason', () => {
    expect(outcome(modern, /XP/)).toMatchObject({
      connects: false,
      protocol: null,
      why: 'It supports only TLSv1, SSLv3.',
    });
  });

  test('with a key on P-384 is not reached by apps on Android 7.0', () => {
    const server = { ...modern, key: { type: 'EC', bits: 384, curve: 'P-384' }, groups: ['secp256r1', 'secp384r1'] };
    expect(outcome(server, /Android 7/)).toMatchObject({
      connects: false,
      why: 'It does not support the key of the certificate (P-384).',
    });
    expect(outcome(server, /Chromium/)).toMatchObject({ connects: true });
  });

  test('with a key on P-521 is not reached by Chromium; unknown if it has an RSA certificate too', () => {
    const server = { ...modern, key: { type: 'EC', bits: 521, curve: 'P-521' } };
    expect(outcome(server, /Chromium/)).toMatchObject({ connects: false });
    const withRsa = {
      ...server,
      ciphersByProtocol: { ...server.ciphersByProtocol, 'TLSv1.2': ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'] },
    };
    expect(outcome(withRsa, /Chromium/)).toMatchObject({ connects: null });
  });

  test('with a single group is not reached by a client without that group', () => {
    const server = { ...modern, groups: ['secp521r1'] };
    expect(outcome(server, /Chromium/)).toMatchObject({
      connects: false,
      why: 'No common key-exchange group.',
    });
    expect(outcome(server, /Firefox/)).toMatchObject({ connects: true });
  });
});

test('a server that closes the connection on status_request is unreachable for browsers, but not for OpenSSL', () => {
  const server = { ...modern, hangsUpOn: ['status_request'] };
  expect(outcome(server, /Chromium/)).toMatchObject({
    connects: false,
    why: 'The server closes the connection on status_request in its ClientHello.',
  });
  expect(outcome(server, /OpenSSL 3.0/)).toMatchObject({ connects: true });
  expect(outcome(server, /Android 7/)).toMatchObject({ connects: null });
});

describe('apps on Android 4.4, of which neither curves nor the order of suites are documented', () => {
  test('do not connect without TLS 1.0', () => {
    expect(outcome(modern, /Android 4/)).toMatchObject({ connects: false, why: 'It supports only TLSv1, SSLv3.' });
  });

  test('connect with the suite that the server prefers, or with one that is not known', () => {
    expect(outcome(old, /Android 4/)).toMatchObject({
      connects: true,
      protocol: 'TLSv1',
      cipherSuite: 'TLS_RSA_WITH_RC4_128_SHA',
    });
    const asked = { ...old, cipherOrder: { TLSv1: 'client' as const } };
    expect(outcome(asked, /Android 4/)).toMatchObject({
      connects: true,
      protocol: 'TLSv1',
      cipherSuite: null,
      why: null,
    });
    expect(outcome({ ...asked, clientAuth: 'required' }, /Android 4/)).toMatchObject({ connects: false });
  });

  test('are not known to connect where each suite needs a curve', () => {
    const curves = {
      ...old,
      ciphersByProtocol: { TLSv1: ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA'] },
      groups: ['secp256r1'],
    };
    expect(outcome(curves, /Android 4/)).toMatchObject({
      connects: null,
      why: 'Which elliptic curves it supports is not documented.',
    });
    const either = { TLSv1: ['TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA'] };
    expect(outcome({ ...curves, ciphersByProtocol: either }, /Android 4/)).toMatchObject({
      connects: true,
      cipherSuite: null,
    });
  });
});

describe('a server of TLS 1.0 with RC4', () => {
  test('has nothing that a current client gets, since none can reach it', () => {
    for (const client of [/Chromium/, /Firefox/, /OpenSSL 3.5/, /OpenSSL 3.0/, /Java 17/]) {
      expect(outcome(old, client)).toMatchObject({ connects: false, cipherSuite: null });
    }
  });

  test('is reached by older clients', () => {
    expect(outcome(old, /Windows 7/)).toMatchObject({ connects: true, cipherSuite: 'TLS_RSA_WITH_AES_128_CBC_SHA' });
  });

  test('is unknown for a client without server name, which may get another certificate', () => {
    expect(outcome(old, /XP/)).toMatchObject({ connects: null, cipherSuite: 'TLS_RSA_WITH_RC4_128_SHA' });
  });
});

describe('a handshake with the client’s own hello', () => {
  const shown = (handshake: ClientHandshake, server = modern) =>
    whoCanConnect(server, new Map([['Firefox 153', handshake]])).find(({ client }) => client === 'Firefox 153');

  test('that confirms the computed result marks it as checked', () => {
    expect(shown({ kind: 'agreed', version: 0x0304, suite: 0x1302 })).toMatchObject({
      connects: true,
      cipherSuite: 'TLS_AES_256_GCM_SHA384',
      isChecked: true,
      computed: null,
    });
    expect(outcome(modern, /Firefox/)).toMatchObject({ isChecked: false, computed: null });
  });

  test('that selects another suite overrides the computed result, which is kept beside it', () => {
    expect(shown({ kind: 'agreed', version: 0x0304, suite: 0x1303 })).toMatchObject({
      connects: true,
      cipherSuite: 'TLS_CHACHA20_POLY1305_SHA256',
      isChecked: true,
      computed: 'It would connect with TLSv1.3 and TLS_AES_256_GCM_SHA384.',
    });
  });

  test('that is refused overrides the computed result', () => {
    expect(shown({ kind: 'refused', answer: 'closes the connection' })).toMatchObject({
      connects: false,
      protocol: null,
      cipherSuite: null,
      why: 'The server closes the connection on its ClientHello.',
      computed: 'It would connect with TLSv1.3 and TLS_AES_256_GCM_SHA384.',
    });
  });

  test('that succeeds does not prove that the client can verify the certificate’s key', () => {
    const server = { ...modern, key: { type: 'Ed25519', bits: 256, curve: null } };
    expect(shown({ kind: 'agreed', version: 0x0304, suite: 0x1302 }, server)).toMatchObject({
      connects: false,
      isChecked: false,
      why: 'It does not support the key of the certificate (Ed25519).',
    });
  });
});

test('Java 24, without TLS_RSA suites, is distinguished from Java 17', () => {
  const rsaOnly: MeasuredChoices = {
    ...modern,
    enabledProtocols: ['TLSv1.2'],
    ciphersByProtocol: { 'TLSv1.2': ['TLS_RSA_WITH_AES_128_GCM_SHA256'] },
    cipherOrder: { 'TLSv1.2': null },
    key: { type: 'RSA', bits: 2048, curve: null },
  };
  expect(outcome(rsaOnly, /Java 17/)).toMatchObject({ connects: true });
  for (const client of [/Java 21/, /Java 25/]) {
    expect(outcome(rsaOnly, client)).toMatchObject({
      connects: false,
      why: 'No common cipher suite for TLSv1.2.',
    });
  }
});

test('reports what was not measured as unknown, never as “cannot connect”', () => {
  const partial = { ...modern, partial: true, enabledProtocols: ['TLSv1.3' as const], ciphersByProtocol: {} };
  for (const { connects, why } of whoCanConnect(partial)) {
    expect(connects).toBeNull();
    expect(why).toContain('Not everything could be measured.');
  }
  const withoutGroups = { ...modern, groups: [] };
  expect(outcome(withoutGroups, /Chromium/)).toMatchObject({ connects: null });
});
