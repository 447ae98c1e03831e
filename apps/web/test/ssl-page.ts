import { cleanup, configure, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { queryClient } from '../src/query-client.ts';
import { Page } from '../src/tools/ssl/page.tsx';
import { screen as card } from '../src/tools/ssl/screen.ts';
import { sslAnswer } from './ssl-answer.ts';
import { json, openAt, startStandIn } from './stand-in.ts';

/** In the API's place, for the file of tests that imports this. */
export const server = await startStandIn();

export const whole = (data: object) => json(200, { success: true, message: 'OK', _data: data });

/** Every test of a file begins with a server that answers well, and with nothing remembered. */
export function beginEachAfresh(): void {
  // A busy machine: what is waited for does come. Whether each element is hidden is not looked into: that takes seconds.
  configure({ asyncUtilTimeout: 5000, defaultHidden: true });
  // So that no test waits for what a browser has fetched by then.
  beforeAll(() => import('../src/tools/ssl/result.tsx'));
  beforeEach(() => {
    server.reply = () => whole(sslAnswer());
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
  });
  afterAll(() => server.close());
}

export function open(path = '/ssl') {
  openAt(server.origin + path);
  const before = server.asked.length;
  render(createElement(Page, { screen: card }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Domain' });
  return { field, user: userEvent.setup(), asked: () => server.asked.slice(before) };
}

export async function check(domain = 'example.com') {
  const page = open();
  await page.user.click(page.field);
  await page.user.paste(domain);
  await page.user.keyboard('{Enter}');
  return page;
}

export const panel = (name: string) => within(screen.getByRole('region', { name }));
/** Names and values of a panel's rows, the ways to copy them left out. */
export const rowsOf = (name: string) =>
  panel(name)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
export const isDone = () => screen.findByText(/^Check complete:/);
