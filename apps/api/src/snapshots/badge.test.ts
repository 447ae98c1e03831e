import { answerEnvelope } from '@sonde/contract';
import type { Snapshot } from '@sonde/contract/snapshots/snapshot';
import { describe, expect, it } from 'vitest';
import { badge, badgeFacts } from './badge.ts';

const finding = (state: string) => ({ code: 'a', state, about: '', evidence: '', fix: null });
const snapshot = (
  target: string,
  states: readonly string[],
  measuredAt: string | null = '2026-11-22T23:59:00.000Z',
): Snapshot => ({
  ...{ schema: 1, id: 'a', site: null, software: 'Sonde 0.1.0', target, keptAt: '2026-11-23T00:01:00.000Z' },
  parts: [
    {
      ...{ tool: 'dns', target, key: '/', measuredAt, withheld: [] },
      outcome: { ...answerEnvelope({ findings: states.map(finding) }) },
    },
  ],
  signature: { algorithm: 'Ed25519', keyId: 'k', value: 'v' },
});
const snapshotFacts = (...given: Parameters<typeof snapshot>) => badgeFacts(snapshot(...given));
const labelOf = (svg: string) => /aria-label="([^"]*)"/.exec(svg)?.[1];

describe('a badge', () => {
  it.each([
    [['bad', 'bad', 'warn', 'good'], 'broken'],
    [['warn', 'warn', 'note'], 'warning'],
    [['unknown', 'note', 'note'], 'not determined'],
    [['good', 'good'], 'good'],
    [[], 'not judged'],
    [['splendid'], 'not judged'],
  ])('of %j says «%s» and the day of the measurement', (states, words) => {
    expect(labelOf(badge(snapshotFacts('example.com', states)))).toBe(`example.com: ${words} · 22 Nov 2026`);
  });

  it('is green only if every finding is good', () => {
    const colourOf = (states: readonly string[]) =>
      /<path [^>]*fill="(#\w+)"/.exec(badge(snapshotFacts('a', states)))?.[1];
    const green = colourOf(['good']);
    expect([colourOf([]), colourOf(['good', 'note']), colourOf(['good', 'unknown']), colourOf(['bad'])]).not.toContain(
      green,
    );
  });

  it('contains no markup of a hostile target', () => {
    const hostile = `"><script>alert(1)</script>&\u0000\u202e\ud800${'x'.repeat(500)}`;
    const svg = badge(snapshotFacts(hostile, ['good']));
    expect(svg).not.toMatch(/<script|\u0000|\u202e|\ud800/);
    expect(svg.match(/<text /g)).toHaveLength(2);
    expect(svg.match(/"|&quot;/g)?.length).toBeGreaterThan(10);
    expect(Number(/width="(\d+)"/.exec(svg)?.[1])).toBeLessThan(800);
  });

  it('shows the day on which it was kept if nothing was measured', () => {
    expect(labelOf(badge(snapshotFacts('a', [], null)))).toBe('a: not judged · 23 Nov 2026');
  });
});
