// In this folder: test support for the web app. Never shipped.
import { cleanup, screen as page, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, createElement } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { queryClient } from '../browser/api/query-client.ts';
import type { PageProps, ScreenCard } from '../tools/screens/screen-card.ts';
import { ToolsContext } from '../tools/screens/screens-context.ts';
import { openAt, type Reply, startApiStub } from './api-stub.ts';

export interface ToolPageOptions {
  readonly screen: ScreenCard;
  readonly Page: ComponentType<PageProps>;
  /** The label of the page's input field. */
  readonly field: string;
  /** Loads the chunk of its results, so that no test waits for code that a browser would already have. */
  loadResult(): Promise<object>;
  /** How the API answers until a test sets `server.reply`. */
  reply(path: string): Reply;
  /** Tools that the page may link to. */
  readonly screens?: readonly ScreenCard[];
}

/**
 * Sets up the page of one tool for all tests of a file: each test starts with an API that answers and with empty
 * storage.
 */
export async function toolPage({ screen, Page, field, loadResult, reply, screens = [] }: ToolPageOptions) {
  const server = await startApiStub();
  beforeAll(async () => void (await loadResult()));
  beforeEach(() => {
    sessionStorage.clear();
    server.reply = reply;
  });
  afterEach(() => {
    cleanup();
    queryClient.clear();
  });
  afterAll(() => server.close());

  /** Renders the page at an address; `asked` collects the requests from then on. */
  function open(path: string = screen.path) {
    openAt(server.origin + path);
    const before = server.asked.length;
    render(createElement(ToolsContext, { value: screens }, createElement(Page, { screen })));
    return {
      field: page.getByRole<HTMLInputElement>('textbox', { name: field }),
      user: userEvent.setup(),
      asked: () => server.asked.slice(before),
    };
  }
  return { server, open };
}

export const heading = (name: string) => page.findByRole('heading', { name });
