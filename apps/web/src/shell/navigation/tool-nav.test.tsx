import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
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
    expect(groups).toEqual([
      { group: 'ip', items: ['IP Tracker /', 'IP LoggerSoon /ip-logger'] },
      { group: 'domain', items: ['SSL Info /ssl', 'Who Is /whois', 'DNS Lookup /dns', 'SubDomain /subdomain'] },
      { group: 'network', items: ['Ping /ping', 'Traceroute /traceroute', 'Mac Id Info /mac'] },
      { group: 'checks', items: ['Delegation /delegation', 'Mail /mail', 'Report /report'] },
    ]);
  });

  it('R2.5 gives every item its id and an icon', () => {
    open('/');
    const links = screen.getAllByRole('link');
    const ids = [
      'geo',
      'iplogger',
      'ssl',
      'whois',
      'dns',
      'subdomain',
      'ping',
      'traceroute',
      'mac',
      'delegation',
      'mail',
      'report',
    ];
    expect(links.map(({ id }) => id)).toEqual(ids.map((id) => `test-${id}`));
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
