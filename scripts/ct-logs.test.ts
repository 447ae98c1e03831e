import { expect, test } from 'vitest';
import { withLogs } from './ct-logs.ts';

const usable = { usable: { timestamp: '2024-09-30T22:19:27Z' } };
/**
 * Two logs as Google published them on 3 October 2026 (version 93.3 of the list), and other entries that a list may
 * contain.
 */
const argon = {
  description: "Google 'Argon2026h2' log",
  log_id: '1219ENGn9XfCx+lf1wC/+YLJM1pl4dCzAXMXwMjFaXc=',
  key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKjpni/66DIYrSlGK6Rf+e6F2c/28ZUvDJ79N81+gyimAESAyeNZ++TRgjHWg9TVQnKHTSU0T1TtqDupFnSQTIg==',
  url: 'https://ct.googleapis.com/logs/us1/argon2026h2/',
  mmd: 86400,
  state: usable,
  temporal_interval: { start_inclusive: '2026-07-01T00:00:00Z', end_exclusive: '2027-01-01T00:00:00Z' },
};
const plumbersArms = {
  description: "Google 'PlumbersArms2027h1' log",
  log_id: 'X/nA+6QtrHjOZELrGazggaKb1OL7U68MYzB55QWCBMk=',
  key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAKYYdjIeQwDP0RIY9mhAVntX5s2ObMc2F6u8cELSbhvavljWD/OesJZHUtqQjBXE5Ekbpiq6nchmaVnEHHpJmw==',
  submission_url: 'https://plumbersarms2027h1.prod.certificate.transparency.goog/',
  mmd: 60,
  state: { usable: { timestamp: '2026-08-31T13:50:00Z' } },
};

function write(logs: readonly object[]): string {
  const list = {
    version: '93.3',
    log_list_timestamp: '2026-10-03T13:35:24Z',
    operators: [
      { name: 'Google', email: ['a@example.com'], logs, tiled_logs: [plumbersArms] },
      { name: 'Nobody', email: [], logs: [{ ...argon, state: { pending: { timestamp: '2026-09-01T00:00:00Z' } } }] },
    ],
  };
  return withLogs('/** Kept. */\nexport const old = 1;\n', Buffer.from(JSON.stringify(list)));
}

test('the list of certificate logs is written from Google’s file', () => {
  const retired = { ...argon, description: 'Another', state: { retired: { timestamp: '2026-02-28T00:00:00Z' } } };
  const written = write([argon, retired]);
  expect(written).toMatch(/^\/\*\* Kept\. \*\/\nexport const knownLogs = /);
  expect(written).toContain("  date: '2026-10-03T13:35:24Z',");
  expect(written.split('`').at(-2)?.trim().split('\n')).toEqual([
    'Google',
    `  rfc6962 - ${argon.key} Google 'Argon2026h2' log`,
    `  rfc6962 2026-02-28T00:00:00Z ${argon.key} Another`,
    `  static  - ${plumbersArms.key} Google 'PlumbersArms2027h1' log`,
  ]);
});

test('a key that does not match the log’s id is refused', () => {
  expect(() => write([{ ...argon, key: plumbersArms.key }])).toThrow(/is not the one that its id/);
});

test('a name that would end the text of the table is refused', () => {
  expect(() => write([{ ...argon, description: 'A `log`' }])).toThrow('no plain text');
});
