import { configure, screen as page, within } from '@testing-library/react';
import { json } from '../../../testing/api-stub.ts';
import { toolPage } from '../../../testing/tool-page.ts';
import { LARGE_PAGE_LIMIT_MS } from '../../../testing/wait-limits.ts';
import { Page } from '../page.tsx';
import { screen } from '../screen.ts';
import { sslAnswer } from './ssl-answer.ts';

export const whole = (data: object) => json(200, { success: true, message: 'OK', _data: data });

/** The page of the SSL checker, with an API that finds nothing wrong with any server. */
export async function sslPage() {
  // Skips checking the visibility of elements, which takes seconds on this page.
  configure({ asyncUtilTimeout: LARGE_PAGE_LIMIT_MS, defaultHidden: true });
  const { server, open } = await toolPage({
    screen,
    Page,
    field: 'Domain',
    loadResult: () => import('../result.tsx'),
    reply: () => whole(sslAnswer()),
  });
  async function check(domain = 'example.com') {
    const opened = open();
    await opened.user.click(opened.field);
    await opened.user.paste(domain);
    await opened.user.keyboard('{Enter}');
    return opened;
  }
  return { server, open, check };
}

export const panel = (name: string) => within(page.getByRole('region', { name }));
/** Names and values of a panel's rows, without its copy buttons. */
export const rowsOf = (name: string) =>
  panel(name)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
/** The panels are shown again two frames after the answer. */
export async function isDone(): Promise<void> {
  await page.findByText(/^Check (complete|ended)\b/);
  await page.findByRole('region', { name: 'Certificate Details' });
}
