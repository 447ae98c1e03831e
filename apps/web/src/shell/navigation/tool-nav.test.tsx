import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { screens } from '../../tools/index.ts';
import { ToolNav } from './tool-nav.tsx';

afterEach(cleanup);

function open(path: string, onChoose?: () => void) {
  const location = memoryLocation({ path, record: true });
  render(
    <Router hook={location.hook}>
      <ToolNav idPrefix="test" {...(onChoose && { onChoose })} />
    </Router>,
  );
  return { user: userEvent.setup(), history: location.history };
}

describe('the navigation', () => {
  it('R2.2 R2.3 R2.4 lists the tools of the specification in their groups, names, order and paths', () => {
    open('/');
    const groups = screen.getAllByRole('list').map((list) => ({
      group: list.getAttribute('aria-labelledby')?.replace('test-group-', ''),
      items: within(list)
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
    }));
    expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual([
      'IP Tools',
      'Domain Tools',
      'Network Tools',
      'Checks',
    ]);
    const specified = [
      { group: 'ip', items: ['IP Tracker /', 'IP LoggerSoon /ip-logger'] },
      { group: 'domain', items: ['SSL Info /ssl', 'Who Is /whois', 'DNS Lookup /dns', 'SubDomain /subdomain'] },
      { group: 'network', items: ['Ping /ping', 'Traceroute /traceroute', 'Mac Id Info /mac'] },
    ];
    const known = specified.flatMap(({ items }) => items);
    // Further tools may stand between them.
    const found = groups.map(({ group, items }) => ({ group, items: items.filter((item) => known.includes(item)) }));
    expect(found).toEqual([...specified, { group: 'checks', items: [] }]);
  });

  it('lists every screen in its group, in the order of the registry', () => {
    open('/');
    const shown = screen.getAllByRole('list').map((list) =>
      within(list)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    );
    const inGroup = (group: string) => screens.filter((one) => one.group === group).map(({ path }) => path);
    expect(shown).toEqual(['ip', 'domain', 'network', 'checks'].map(inGroup));
  });

  it('R2.5 gives every item its id and an icon', () => {
    open('/');
    const links = screen.getAllByRole('link');
    const idAt = new Map<string | null, string>(screens.map(({ id, path }) => [path, id]));
    expect(links.map(({ id }) => id)).toEqual(links.map((link) => `test-${idAt.get(link.getAttribute('href'))}`));
    for (const link of links) expect(link.querySelector('svg')).not.toBeNull();
  });

  it('R2.6 marks the item of the current path and no other', () => {
    open('/dns');
    const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
    expect(current.map((link) => link.textContent)).toEqual(['DNS Lookup']);
  });

  it('marks nothing on a page that is not a tool', () => {
    open('/privacy-policy');
    expect(screen.queryByRole('link', { current: 'page' })).toBeNull();
  });

  it.each(['{Enter}', ' '])('follows the focused item on the key "%s"', async (key) => {
    const { user, history } = open('/');
    screen.getByRole('link', { name: 'DNS Lookup' }).focus();
    await user.keyboard(key);
    expect(history).toEqual(['/', '/dns']);
  });

  it('follows a click and reports that an item was chosen', async () => {
    const chosen = vi.fn();
    const { user, history } = open('/', chosen);
    await user.click(screen.getByRole('link', { name: 'Ping' }));
    expect(history).toEqual(['/', '/ping']);
    expect(chosen).toHaveBeenCalledOnce();
  });
});
