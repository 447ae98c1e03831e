import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { matching } from './format.ts';
import { variableNames } from './secret-files.ts';
import { readVariables, type VariableTable } from './variables.ts';

const table = {
  SONDE_SECRET: {
    ...{ format: matching('a secret', /^s.{4,}$/s), meaning: 'a test', example: null, contacts: false },
    ...{ whenUnset: 'none', isSecret: true },
  },
  SONDE_COLOUR: { format: matching('red', /^red$/), meaning: 'a test', example: null, contacts: false, default: 'red' },
} satisfies VariableTable;

const folder = mkdtempSync(join(tmpdir(), 'sonde-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const read = (env: Record<string, string>) => readVariables(table, env);

describe('the file of a secret', () => {
  it.each([
    ['as it is', 'swordfish'],
    ['with a line break at its end', 'swordfish\n'],
    ['with the line break of Windows', 'swordfish\r\n'],
  ])('is read %s', (name, content) => {
    expect(read({ SONDE_SECRET_FILE: file(name, content) })).toEqual({
      settings: { SONDE_SECRET: 'swordfish', SONDE_COLOUR: 'red' },
      problems: [],
    });
  });

  it('is not read if the variable is set, too', () => {
    expect(read({ SONDE_SECRET: 'swordfish', SONDE_SECRET_FILE: '/nowhere' }).problems).toEqual([
      'SONDE_SECRET and SONDE_SECRET_FILE are both set: keep one of them.',
    ]);
    expect(read({ SONDE_SECRET: '', SONDE_SECRET_FILE: file('one', 'swordfish') }).problems).toEqual([]);
    expect(read({ SONDE_SECRET: 'swordfish', SONDE_SECRET_FILE: ' ' }).problems).toEqual([]);
  });

  it('must exist, be a file with a secret in it, and not a pipe that nobody writes to', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const problemOf = (path: string) => read({ SONDE_SECRET_FILE: path }).problems;
    expect(problemOf('/nowhere')).toEqual(['SONDE_SECRET_FILE: /nowhere cannot be read.']);
    expect(problemOf(folder)).toEqual([`SONDE_SECRET_FILE: ${folder} is not a file.`]);
    expect(problemOf(pipe)).toEqual([`SONDE_SECRET_FILE: ${pipe} is not a file.`]);
    expect(problemOf(file('empty', '\n'))).toEqual([`SONDE_SECRET_FILE: ${join(folder, 'empty')} is empty.`]);
    expect(problemOf(file('large', `s${'x'.repeat(64 * 1024)}`))).toEqual([
      `SONDE_SECRET_FILE: ${join(folder, 'large')} is larger than 64 kB, which no secret is.`,
    ]);
  });

  it('is checked like the variable, and never repeated', () => {
    expect(read({ SONDE_SECRET_FILE: file('wrong', 'hunter2') }).problems).toEqual(['SONDE_SECRET must be a secret.']);
  });

  it('exists only for secrets', () => {
    expect(variableNames(table)).toEqual(['SONDE_SECRET', 'SONDE_SECRET_FILE', 'SONDE_COLOUR']);
    expect(read({ SONDE_COLOUR_FILE: '/nowhere' }).problems).toEqual([]);
  });
});
