import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { sendError } from '../http/errors.ts';
import { refuseUnknownParameters } from './parameter-names.ts';

function setUp() {
  const app = fastify();
  app.setErrorHandler(sendError);
  refuseUnknownParameters(app, new Set(['/api/v2/tool']));
  app.get('/api/none', async () => ({ success: true }));
  app.get('/api/some', { config: { queryParameters: ['before', 'limit'] } }, async () => ({ success: true }));
  app.get('/api/v2/tool', async () => ({ success: true }));
  app.get('/page', async () => ({ success: true }));
  return async (url: string) => {
    const { statusCode, body } = await app.inject(url);
    return { statusCode, message: JSON.parse(body).message };
  };
}

it('refuses parameters that a call does not know, and repeated ones', async () => {
  const get = setUp();
  expect(await get('/api/none?typo=1')).toEqual({
    statusCode: 400,
    message: "Unknown parameter 'typo'. This call takes no parameters.",
  });
  expect(await get('/api/some?limit=1&befor=2')).toEqual({
    statusCode: 400,
    message: "Unknown parameter 'befor'. Known parameters: 'before', 'limit'.",
  });
  expect(await get('/api/some?limit=1&limit=2')).toMatchObject({ statusCode: 400 });
  expect((await get('/api/some?limit=1&before=2')).statusCode).toBe(200);
});

it('ignores requests outside the API, and calls whose contract checks the names', async () => {
  const get = setUp();
  expect((await get('/page?utm_source=mail')).statusCode).toBe(200);
  expect((await get('/api/v2/tool?typo=1')).statusCode).toBe(200);
});
