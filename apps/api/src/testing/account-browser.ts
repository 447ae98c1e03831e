import { randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';

type Answered = Awaited<ReturnType<FastifyInstance['inject']>>;

export const PASSWORD = 'correct horse battery';
export const someone = () => `${randomUUID()}@example.com`;

/** What a browser does with the cookies of one server. */
export function accountBrowser(app: FastifyInstance, headers: Readonly<Record<string, string>> = {}) {
  const cookies = new Map<string, string>();

  async function send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    more = {},
  ): Promise<Answered> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request: InjectOptions = {
      method,
      url: path.startsWith('/') ? path : `/api/account/${path}`,
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers, ...more },
      ...(body === undefined ? {} : { payload: body }),
    };
    const answered = await app.inject(request);
    for (const { name, value } of answered.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answered;
  }
  return {
    cookies,
    send,
    get: (path: string) => send('GET', path),
    post: (path: string, body: object) => send('POST', path, body),
    data: async (path: string) => (await send('GET', path)).json()._data,
    signUp: (email: string, password = PASSWORD) => send('POST', 'sign-up', { email, password }),
    signIn: (email: string, password = PASSWORD) => send('POST', 'sign-in', { email, password }),
  };
}
