import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { failures, reasons, ToolError } from './failure.ts';

/** The rows of the Markdown table whose first heading is `heading`, without backticks. */
function readTable(heading: string): string[][] {
  const lines = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
}

describe('docs/errors.md', () => {
  test('lists exactly the failure codes of the table', () => {
    const rows = Object.entries(failures).map(([code, { blame, status, meaning }]) => [
      code,
      `${status}`,
      blame,
      meaning,
    ]);
    expect(readTable('Code')).toEqual(rows);
  });

  test('lists exactly the reasons of the table', () => {
    const rows = Object.entries(reasons).map(([reason, { code, meaning }]) => [reason, code, meaning]);
    expect(readTable('Reason')).toEqual(rows);
  });
});

test('codes can be used unquoted in JSON, logs and command lines', () => {
  for (const code of Object.keys(failures)) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
  for (const reason of Object.keys(reasons)) expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test('the HTTP status tells whose fault it is', () => {
  for (const { blame, status } of Object.values(failures)) {
    if (blame === 'caller') expect([400, 401, 403, 409, 422, 429]).toContain(status);
    else expect([404, 410, 500, 502, 503, 504]).toContain(status);
  }
});

test('a ToolError has the given details, and null for all others', () => {
  const cause = new Error('socket');
  const full = new ToolError('busy', 'Try again.', { reason: 'timeout', field: 'domain', retryAfterSeconds: 2, cause });
  expect(full).toMatchObject({ code: 'busy', reason: 'timeout', field: 'domain', retryAfterSeconds: 2, cause });
  expect(new ToolError('internal', 'x')).toMatchObject({ reason: null, field: null, retryAfterSeconds: null });
});
