import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createElement } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { queryClient } from '../src/query-client.ts';
import { Page } from '../src/tools/geo/page.tsx';
import { screen as card } from '../src/tools/geo/screen.ts';
import { geoReply } from './geo-reply.ts';
import { openAt, type StandIn, startStandIn } from './stand-in.ts';

/** Answers every address until a test has it say something else. */
export let server: StandIn;

/** Registers what every test of the page needs before and after it. */
export function beginEachAfresh(): void {
  beforeAll(async () => {
    server = await startStandIn();
    // So that no test waits for what a browser has fetched by then.
    await import('../src/tools/geo/result.tsx');
  });
  afterAll(() => server.close());
  beforeEach(() => {
    sessionStorage.clear();
    server.reply = (path) => geoReply(new URLSearchParams(path.split('?')[1]).get('ipOrDomain') ?? '');
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
  });
}

export function open(path = '/') {
  openAt(server.origin + path);
  const before = server.asked.length;
  render(createElement(Page, { screen: card }));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'IP address or domain' });
  return { field, user: userEvent.setup(), asked: () => server.asked.slice(before) };
}

export const heading = (name: string) => screen.findByRole('heading', { name });
