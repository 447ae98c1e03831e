import { readFileSync } from 'node:fs';
import { failures } from '@sonde/contract';
import { expect, test } from 'vitest';
import { type RequestFailureStatus, requestFailureCode, requestFailures } from './request-failure.ts';

const statuses = Object.keys(requestFailures).map((status) => Number(status) as RequestFailureStatus);

test('docs/errors.md lists exactly the statuses of requests that reach no lookup', () => {
  const lines = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8').split('\n');
  const rows = lines.slice(lines.findIndex((line) => line.startsWith('| HTTP status |')) + 2);
  const table = rows.slice(0, rows.indexOf(''));
  expect(table).toEqual(
    statuses.map((status) => `| ${status} | \`${requestFailureCode(status)}\` | ${requestFailures[status].message} |`),
  );
});

test('a code has one status; only "invalid-request" has several, those of HTTP itself', () => {
  for (const status of statuses) {
    const code = requestFailureCode(status);
    if (code !== 'invalid-request') expect(failures[code].status).toBe(status);
    else expect(String(status)).toMatch(/^4\d\d$/);
  }
});
