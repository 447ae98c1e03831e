import { expect, test } from 'vitest';
import { readLimitSettings } from './settings.ts';

const read = (text?: string) => readLimitSettings({ SONDE_ZONE_BUDGET: text });

test('defaults to 2,000 questions a second and 20,000 in ten minutes', () => {
  for (const text of [undefined, '', ' ']) {
    expect(read(text).settings).toEqual({
      zoneBudget: [
        { units: 2000, windowMs: 1000 },
        { units: 20_000, windowMs: 600_000 },
      ],
      tlsBudget: { units: 300, windowMs: 30_000 },
      serverBudget: { units: 1200, windowMs: 60_000 },
      webBudget: { units: 4, windowMs: 120_000 },
    });
  }
});

test.each([
  ['off', null],
  ['500/10s', [{ units: 500, windowMs: 10_000 }]],
  [
    ' 1/1s , 2/99999s ',
    [
      { units: 1, windowMs: 1000 },
      { units: 2, windowMs: 99_999_000 },
    ],
  ],
])('%s', (text, zoneBudget) => {
  expect(read(text)).toMatchObject({ settings: { zoneBudget }, problems: [] });
});

test.each(['0/1s', '5', '5/0s', '5/1m', '5/1s,', '5/1s;6/2s', 'OFF', '-5/1s', '1/1s,1/2s,1/3s,1/4s,1/5s', '5/123456s'])(
  'what cannot be read is named: %s',
  (text) => {
    expect(read(text)).toEqual({ settings: null, problems: [expect.stringMatching(/^SONDE_ZONE_BUDGET must be /)] });
  },
);

test.each([
  ['off', null],
  ['25/1s', { units: 25, windowMs: 1000 }],
])('connections: %s', (text, tlsBudget) => {
  expect(readLimitSettings({ SONDE_TLS_BUDGET: text }).settings?.tlsBudget).toEqual(tlsBudget);
});

test.each(['24/1s', '300', '300/30s,30/1s', 'no'])('rejects connections that cannot be read: %s', (text) => {
  expect(readLimitSettings({ SONDE_TLS_BUDGET: text, SONDE_ZONE_BUDGET: 'x' })).toEqual({
    settings: null,
    problems: [expect.stringMatching(/^SONDE_ZONE_BUDGET must /), expect.stringMatching(/^SONDE_TLS_BUDGET must /)],
  });
});

test.each([
  ['off', null],
  ['100/60s', { units: 100, windowMs: 60_000 }],
])('SONDE_SERVER_BUDGET=%s', (text, serverBudget) => {
  expect(readLimitSettings({ SONDE_SERVER_BUDGET: text }).settings).toMatchObject({ serverBudget });
});

test.each(['100', '100/0s', '1/1s,2/2s'])('SONDE_SERVER_BUDGET=%s is refused', (text) => {
  expect(readLimitSettings({ SONDE_SERVER_BUDGET: text }).problems).toEqual([
    expect.stringMatching(/^SONDE_SERVER_BUDGET must be /),
  ]);
});
