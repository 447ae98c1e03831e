import { expect, it } from 'vitest';
import { testServer } from '../testing/test-server.ts';
import { type Deprecation, deprecations, NOTICE_DAYS } from './deprecations.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const old: Deprecation = {
  method: 'GET',
  path: '/api/v2/snapshots/{id}',
  since: '2026-12-01',
  sunset: '2027-07-01',
  successor: '/api/v3/snapshots',
};

it('a deprecated call says so in answers and failures, and in the documents', async () => {
  const { app } = await testServer(
    {},
    { deprecations: [old, { ...old, path: '/api/v2/myIp', sunset: null, successor: null }] },
  );
  const failed = await app.inject('/api/v2/snapshots/none');
  expect(failed.statusCode).toBe(404);
  expect(failed.headers).toMatchObject({
    // RFC 9745, section 2: a date of structured fields. 1796083200 is 2026-12-01T00:00:00Z.
    deprecation: '@1796083200',
    sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
    link: '</api/docs>; rel="deprecation"; type="text/html", </api/v3/snapshots>; rel="successor-version"',
  });
  const answered = await app.inject('/api/v2/myIp');
  expect(answered.statusCode).toBe(200);
  expect(answered.headers).toMatchObject({ deprecation: '@1796083200' });
  expect(answered.headers).not.toHaveProperty('sunset');
  expect((await app.inject('/api/v2/datasets')).headers).not.toHaveProperty('deprecation');
  const { paths } = (await app.inject('/api/openapi.json')).json();
  expect(paths['/api/v2/snapshots/{id}'].get.deprecated).toBe(true);
  expect(paths['/api/v2/snapshots/{id}'].delete.deprecated).toBeUndefined();
});

it('what is deprecated keeps the promise, and is part of the API', async () => {
  const { app } = await testServer();
  const { paths } = (await app.inject('/api/openapi.json')).json();
  for (const { method, path, since, sunset } of deprecations) {
    expect(paths[path]?.[method.toLowerCase()], path).toMatchObject({ deprecated: true });
    if (sunset !== null) expect(Date.parse(sunset) - Date.parse(since)).toBeGreaterThanOrEqual(NOTICE_DAYS * DAY_MS);
  }
  const marked = Object.values<object>(paths).flatMap((path) => Object.values(path).filter((call) => call.deprecated));
  expect(marked).toHaveLength(deprecations.length);
});

it.each(['/api', '/api/', '/api/v2', '/api/v2/'])('%s points to the documents', async (url) => {
  const { app } = await testServer();
  const answered = await app.inject(url);
  expect(answered.json()).toMatchObject({
    success: true,
    _data: { version: '2', documentation: '/api/docs', openapi: '/api/openapi.json' },
  });
  expect(answered.headers.link).toBe('</api/openapi.json>; rel="service-desc", </api/docs>; rel="service-doc"');
});
