import { describe, expect, it } from 'vitest';
import { EXIT } from '../exit-status.ts';
import { sarifErrors, validatedJunit } from '../print/testing/schemas.ts';
import { commandLine, file } from './testing/command-line.ts';

describe('the report of sonde check', () => {
  it('a lookup that fails now, or no longer, has changed', async () => {
    const { run, world } = commandLine();
    const args = ['check', 'a.example', 'gone.example', '--tools', 'dns'];
    const baseline = await file('last.json', (await run(...args, '--json')).out);
    const unchanged = await run(...args, '--baseline', baseline, '--fail-on-change');
    expect([unchanged.status, unchanged.out.includes('Changed since')]).toEqual([EXIT.failure, false]);
    world.gone = 'a.';
    const { status, out } = await run(...args, '--baseline', baseline, '--fail-on-change');
    expect(status).toBe(EXIT.findings);
    expect(out).toContain('a.example (dns): Lookup: It failed: nxdomain; before, it was answered.');
    expect(out).toContain('gone.example (dns): Lookup: It was answered; before, it failed: nxdomain.');
  });

  it('refuses a baseline that is damaged, with the number of the line', async () => {
    const { run, asked } = commandLine();
    const { out } = await run('check', 'a.example', 'b.example', '--tools', 'dns', '--format', 'ndjson');
    asked.length = 0;
    const broken = await file('last.ndjson', out.slice(0, -10));
    const { status, err } = await run('check', 'a.example', '--tools', 'dns', '--baseline', broken);
    expect([status, asked.length, err]).toEqual([
      EXIT.usage,
      0,
      expect.stringContaining('last.ndjson is neither JSON nor NDJSON: see line 2.'),
    ]);
  });

  it('prints the facts that policies name by their paths', async () => {
    const { run } = commandLine();
    const { out } = await run('check', 'a.example', 'gone.example', '--tools', 'dns', '--format', 'json');
    const [{ facts }, failed] = JSON.parse(out).results;
    expect(facts).toMatchObject({ 'records/A': ['a.example 192.0.2.1'], 'records/AAAA': [] });
    expect(failed.facts).toEqual({});
  });

  it.each(['json', 'csv', 'junit', 'sarif', 'ndjson', 'table'])(
    'prints what was measured as %s when it is interrupted, and that the rest is missing',
    async (format) => {
      const { runUntil, world } = commandLine();
      const stop = new AbortController();
      world.onAsk = (name) => {
        if (name.startsWith('b.')) stop.abort(new Error('interrupted'));
      };
      // One after the other, since they have the same servers.
      const targets = ['a.one.example', 'b.one.example', 'c.one.example'];
      const { status, out, err } = await runUntil(
        stop.signal,
        'check',
        ...targets,
        '--tools',
        'dns',
        '--format',
        format,
      );
      expect([status, err]).toEqual([
        EXIT.interrupted,
        expect.stringContaining('Stopped early: 2 lookups of the list were not made.'),
      ]);
      expect(out).toContain('a.one.example');
      expect(out).not.toContain('c.one.example');
      if (format === 'json') expect(JSON.parse(out)).toMatchObject({ notMade: 2, results: [{ tool: 'dns' }] });
      if (format === 'junit') {
        const { errors } = (await validatedJunit(out)) as unknown as { errors: number };
        expect([Number(errors), out]).toEqual([1, expect.stringContaining('2 lookups of the list were not made.')]);
      }
      if (format === 'sarif') {
        const log = JSON.parse(out);
        expect([sarifErrors(log), log.runs[0].invocations.at(-1).executionSuccessful]).toEqual([[], false]);
      }
    },
  );
});
