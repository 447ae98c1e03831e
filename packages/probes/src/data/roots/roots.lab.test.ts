import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { bundledRoots as bundled } from '../../testing/roots-of.ts';
import { bundledAnchors, bundledHints } from './bundled-roots.ts';
import { readAnchors, readHints, readRootFile } from './roots.ts';

/** A file of the Debian package dns-root-data. */
const debian = (name: string) => readFileSync(`/usr/share/dns/${name}`, 'utf8');

describe('the bundled data of the root', () => {
  test('have the same servers and addresses as Debian', () => {
    const theirs = readHints(debian('root.hints'), 'Debian');
    expect(bundled.hints.servers).toHaveLength(13);
    expect(bundled.hints.servers).toEqual(theirs?.servers);
    for (const { addresses } of bundled.hints.servers) expect(addresses).toHaveLength(2);
  });

  test('have the same keys as Debian, as DS and as DNSKEY records', () => {
    expect(bundled.anchors.ds.map(({ keyTag }) => keyTag)).toEqual([20326, 38696]);
    expect(readAnchors(debian('root.ds'), 'Debian')?.ds).toEqual(bundled.anchors.ds);
    expect(readAnchors(debian('root.key'), 'Debian')?.ds).toEqual(bundled.anchors.ds);
  });

  test('state their source and date', () => {
    expect([bundledHints.source, bundledAnchors.source]).toEqual(['InterNIC named.root', 'IANA root-anchors.xml']);
    for (const { date } of [bundledHints, bundledAnchors]) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
  });
});

describe('the data of an operator', () => {
  test('are absolute names, one record a line', () => {
    const hints = readHints(
      '. 3600000 NS a.example. ; ours\n\na.example. 3600000 IN A 192.0.2.1\na.example. AAAA 2001:db8::1',
      'ours',
    );
    expect(hints?.servers).toEqual([{ name: 'a.example', addresses: ['192.0.2.1', '2001:db8::1'] }]);
    expect(readHints('. NS a.example', 'ours')?.servers ?? null).toBeNull();
    expect(readHints('. NS a.example.\na.example. A nowhere', 'ours')).toBeNull();
    expect(readHints('no hints', 'ours')).toBeNull();
    expect(readHints('', 'ours')).toBeNull();
  });

  test('are rejected if a line is not a DS or DNSKEY record of the root', () => {
    expect(readAnchors(bundledAnchors.text.replace('. IN DS 20326', 'com. IN DS 20326'), 'ours')).toBeNull();
    expect(readAnchors('. IN DS 1 8 2 ABCD', 'ours')).toBeNull();
    expect(readAnchors('. IN DNSKEY 257 3 8 ***', 'ours')).toBeNull();
    expect(readAnchors('', 'ours')).toBeNull();
    expect(readRootFile('/nowhere/root.hints', readHints)).toBeNull();
  });
});
