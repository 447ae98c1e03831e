import { randomUUID } from 'node:crypto';
import { eventually } from '@sonde/service/testing/eventually';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';

export type Answered = Awaited<ReturnType<FastifyInstance['inject']>>;

type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>;

export interface AccountBrowser {
  /** Cookie values by name. */
  readonly cookies: Map<string, string>;
  readonly send: Send;
  get(path: string): Promise<Answered>;
  post(path: string, body: object): Promise<Answered>;
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the path
  data(path: string): Promise<any>;
  /** Waits until the history has `total` lookups, which are recorded asynchronously, and returns its first page. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  history(total: number): Promise<any>;
  signUp(email: string, password?: string): Promise<Answered>;
  signIn(email: string, password?: string): Promise<Answered>;
}

export const PASSWORD = 'correct horse battery';
export const someone = () => `${randomUUID()}@example.com`;

/** Handles the cookies of one server like a browser. */
export function accountBrowser(app: FastifyInstance, headers: Readonly<Record<string, string>> = {}): AccountBrowser {
  const cookies = new Map<string, string>();

  const send: Send = async (method, path, body, more = {}) => {
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
  };
  const data = async (path: string) => (await send('GET', path)).json()._data;
  return {
    cookies,
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    data,
    history: (total) =>
      eventually(async () => {
        const page = await data('history');
        expect(page.total).toBe(total);
        return page;
      }),
    signUp: (email, password = PASSWORD) => send('POST', 'sign-up', { email, password }),
    signIn: (email, password = PASSWORD) => send('POST', 'sign-in', { email, password }),
  };
}
