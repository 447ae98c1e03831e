import { expect, test } from 'vitest';
import { readPreloadList } from './preload-list.ts';

/** The form of Chromium's file. */
const text = `// Copyright 2012 The Chromium Authors
//
// See https://hstspreload.org/ for "the rules".
{
  "pinsets": [ { "name": "test", "static_spki_hashes": [] } ],
  "entries": [
    // gTLDs and eTLDs are welcome to preload if they are interested.
    { "name": "dev", "policy": "public-suffix", "mode": "force-https", "include_subdomains": true },

    { "name": "Alone.example", "policy": "custom", "mode": "force-https" },
    { "name": "pinned.example", "policy": "google", "pins": "google" },
    { "name": "below.alone.example", "policy": "bulk-1-year", "mode": "force-https", "include_subdomains": true }
  ]
}
`;

test.each([
  ['dev', 'dev'],
  ['a.b.dev', 'dev'],
  ['alone.example', 'alone.example'],
  // Its entry does not include them.
  ['www.alone.example', null],
  ['a.below.alone.example', 'below.alone.example'],
  // It has pins, and no https.
  ['pinned.example', null],
  ['example', null],
  ['notdev', null],
  ['', null],
])('%s is covered by %s', (host, name) => {
  expect(readPreloadList(text)?.entryFor(host)?.name ?? null).toBe(name);
});

test('counts the hosts, and not other entries', () => {
  expect(readPreloadList(text)?.size).toBe(3);
});

test.each([
  '',
  'an error page of a download server',
  '[]',
  '{"entries": {}}',
  '{"entries": []}',
  '{"entries": [{"name": "a.example"}]}',
  '{"entries": [{"mode": "force-https"}]}',
  '{"entries": ["a.example"]}',
  text.slice(0, -20),
])('%s is no list', (other) => {
  expect(readPreloadList(other)).toBeNull();
});
