import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commands } from '../commands/registry.ts';
import { manual } from './manual.ts';

it('the manual page has every command and option, and is read without a warning', async () => {
  const all = await commands.all();
  const page = manual(all, '1.2.3');
  expect(page).toMatch(/^\.TH SONDE 1 "" "Sonde 1\.2\.3"/);
  const options = { input: page, encoding: 'utf8', stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8' } } as const;
  const text = execFileSync('groff', ['-man', '-Tascii', '-P-c', '-P-bou'], options);
  // What groff finds wrong is on standard error.
  expect(spawnSync('groff', ['-man', '-Tutf8', '-wall', '-z'], options).stderr).toBe('');
  const words = text.replaceAll(/\s+/g, ' ');
  for (const { name } of [...all.tools, ...all.others]) expect(words).toContain(`sonde ${name}`);
  expect(words).toContain('--fail-on STATE');
  expect(words).toContain('SONDE_RESOLVERS');
});
