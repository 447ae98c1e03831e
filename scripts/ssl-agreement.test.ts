import { describe, expect, test } from 'vitest';
import { compareFacts } from '../bench/ssl-agreement/disagreements.ts';
import { compareWithMozilla } from '../bench/ssl-agreement/mozilla.ts';
import { compareSeverities, explainSeverity } from '../bench/ssl-agreement/severities.ts';
import { factsOfTestssl } from '../bench/ssl-agreement/testssl-facts.ts';
import { verdictsOf } from '../bench/ssl-agreement/verdicts.ts';
import { cleanAnswer } from '../packages/contract/src/tools/ssl/findings/testing/clean-answer.ts';

const record = {
  server: 'redis',
  kind: 'Redis',
  library: 'OpenSSL 3.0',
  startTls: null,
  at: '2026-11-22T11:00:00Z',
  connections: 28,
  gaps: [],
  agreed: [],
  severities: null,
  mozilla: [],
  failures: {},
};
const suite = 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256';
const known = { fact: 'suites TLSv1.2', items: [suite], says: { sonde: true, sslscan: false } };
const ruling = { fact: 'suites TLSv1.2', item: suite };

describe('how the agreement bench classifies differences', () => {
  test('facts that only one tool states are no disagreement; of a set, only the disputed members count', () => {
    const { agreed, disagreements } = compareFacts({
      sonde: { CCS: false, compression: false, groups: ['x25519', 'secp521r1', 'x448'] },
      sslscan: { compression: false, groups: ['x25519'] },
      testssl: { groups: ['x25519', 'x448'] },
    });
    expect(agreed).toEqual(['compression']);
    expect(disagreements).toEqual([
      { fact: 'groups', items: ['secp521r1'], says: { sonde: true, sslscan: false, testssl: false } },
      { fact: 'groups', items: ['x448'], says: { sonde: true, sslscan: false, testssl: true } },
    ]);
  });

  test.each([
    ['a row explains it, and s_client agrees', [known], [{ ...ruling, is: true }], [null]],
    ['no row fits', [{ ...known, fact: 'compression', items: null }], [], ['not explained']],
    [
      's_client contradicts the row',
      [known],
      [{ ...ruling, is: false }],
      [`openssl s_client contradicts the explanation: ${suite} false`],
    ],
  ])('%s', (_what, disagreements, rulings, problems) => {
    expect(verdictsOf({ ...record, disagreements, rulings }).map(({ problem }) => problem)).toEqual(problems);
  });
});

/** Rows as testssl.sh 3.0.8 writes them (`--jsonfile`); its manual does not specify the wording. */
test('testssl.sh: what it could not test is left out, and «no» is reported only if it says so', () => {
  const rows = [
    { id: 'TLS1_1', finding: 'not offered' },
    { id: 'TLS1_2', finding: 'offered' },
    { id: 'TLS1_3', finding: 'offered with final' },
    { id: 'cipher_order', finding: 'server -- TLS 1.3 client determined' },
    { id: 'secure_client_renego', finding: 'client x509-based authentication prevents this from being tested' },
    { id: 'CRIME_TLS', finding: 'CRIME, TLS: Not tested. /usr/bin/openssl lacks zlib support' },
    { id: 'fallback_SCSV', finding: 'no protocol below TLS 1.2 offered' },
    { id: 'heartbleed', finding: 'not vulnerable, no heartbeat extension' },
    { id: 'CCS', finding: 'likely VULNERABLE' },
    { id: 'PFS_ECDHE_curves', finding: 'prime256v1 X25519' },
    { id: 'DH_groups', finding: 'ffdhe2048 RFC3526/Oakley Group 14' },
    { id: 'sessionresumption_ticket', finding: 'supported' },
    { id: 'sessionresumption_ID', finding: 'No Session ID, no resumption' },
    {
      id: 'cipher-tls1_2_x9f',
      finding:
        'TLS 1.2   x9f     DHE-RSA-AES256-GCM-SHA384         DH 2048    AESGCM      256      TLS_DHE_RSA_WITH_AES_256_GCM_SHA384',
    },
  ];
  const facts = factsOfTestssl(rows.map((row) => ({ ...row, severity: 'INFO' })));
  expect(facts).toMatchObject({
    versions: ['TLSv1.2', 'TLSv1.3'],
    'order below TLSv1.3': 'server',
    'order TLSv1.3': 'client',
    groups: ['ffdhe2048', 'secp256r1', 'x25519'],
    'suites TLSv1.2': ['TLS_DHE_RSA_WITH_AES_256_GCM_SHA384'],
    'smallest Diffie-Hellman key': 2048,
    resumption: true,
    Heartbleed: false,
    CCS: true,
  });
  for (const name of ['client renegotiation', 'compression', 'fallback SCSV', 'session tickets']) {
    expect(facts).not.toHaveProperty([name]);
  }
});

describe('severities of testssl.sh compared with our findings', () => {
  const compare = (given: object, ...rows: (readonly [id: string, severity: string])[]) => {
    const { gaps, ...data } = cleanAnswer(given);
    const said = rows.map(([id, severity]) => ({ id, severity, finding: '' }));
    return compareSeverities({ data, gaps }, said, '2026-11-22T00:00:00.000Z');
  };

  test('agree until one of them reports more', () => {
    expect(compare({}, ['SSLv3', 'OK'], ['cert_keySize <cert#2>', 'INFO'])).toEqual({ compared: 2, differences: [] });
    expect(compare({}, ['SSLv3', 'HIGH'])).toEqual({
      compared: 1,
      differences: [{ subject: 'SSLv3', sonde: 'fine', testssl: 'bad' }],
    });
  });

  test('are not compared where it could not test', () => {
    expect(compare({}, ['ROBOT', 'WARN'])).toEqual({ compared: 0, differences: [] });
  });

  test('an outdated version is explained, a new difference is not', () => {
    const [old] = compare({ enabledProtocols: ['TLSv1.2', 'TLSv1'] }, ['TLS1', 'LOW']).differences;
    expect(old && explainSeverity(old)).toMatch(/RFC 8996/);
    expect(explainSeverity({ subject: 'SSLv3', sonde: 'fine', testssl: 'bad' })).toBeNull();
  });
});

describe('Mozilla’s profile compared with our findings', () => {
  const compare = (given: object) => {
    const { gaps, ...data } = cleanAnswer(given);
    return compareWithMozilla({ data, gaps }, '2026-11-22T00:00:00.000Z');
  };

  test('nothing differs for a clean server, or if a finding reports the deviation', () => {
    expect(compare({})).toEqual([]);
    expect(compare({ enabledProtocols: ['TLSv1.2', 'TLSv1'], minDhBits: 1536 })).toEqual([]);
  });

  test('a missing report on a strong suite is explained', () => {
    const strong = 'TLS_ECDHE_ECDSA_WITH_AES_128_CCM';
    expect(compare({ enabledCiphers: [strong] })).toMatchObject([{ departs: [strong], why: expect.any(String) }]);
    const weak = 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA';
    expect(compare({ enabledCiphers: [strong, weak] })).toMatchObject([{ departs: [strong, weak], why: null }]);
  });
});
