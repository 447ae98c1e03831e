import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AskError, type AskStage } from '../../browser/api/ask-error.ts';
import { openAt } from '../../testing/api-stub.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import { screen as subdomainCard } from '../subdomain/screen.ts';
import { LookupFailure } from './lookup-failure.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const failed = (stage: AskStage) => new AskError('Failed to fetch', { code: 'ERR_NETWORK', stage, status: null });
const show = (stage: AskStage, message: string) => {
  render(<LookupFailure error={failed(stage)} message={message} onAgain={() => {}} />);
  return screen.getByRole('alert').textContent;
};

it('says of every tool that the server did not answer, unless its message says so', () => {
  expect(show('no-response', 'The delegation could not be checked.')).toContain('This server did not answer.');
  cleanup();
  expect(show('no-response', 'Ping failed: No response from server.')).not.toContain('This server did not answer.');
  cleanup();
  expect(show('status', 'The delegation could not be checked.')).not.toContain('did not answer');
});

it('speaks of the connection of a visitor who is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const said = show('no-response', 'The delegation could not be checked.');
  expect(said).toContain('offline');
  expect(said).not.toContain('This server did not answer.');
});

const notFound = (more: { readonly checkedAt?: string; readonly reason?: 'nxdomain' }) =>
  new AskError('None.', {
    ...({ code: 'ERR_BAD_REQUEST', stage: 'envelope', status: 404 } as const),
    failure: { code: 'not-found', reason: null, ...more },
  });

it('offers one button to measure again: its own only where none stands above the box', () => {
  const buttons = (error: AskError) => {
    cleanup();
    render(<LookupFailure error={error} message="None." onAgain={() => {}} />);
    return screen.queryAllByRole('button').map(({ textContent }) => textContent);
  };
  expect(buttons(notFound({ checkedAt: '2026-11-22T14:03:21.482Z' }))).toEqual([]);
  expect(buttons(notFound({}))).toEqual(['Try again']);
  expect(buttons(failed('no-response'))).toEqual(['Try again']);
});

it('offers for a name that does not exist only what tells why', () => {
  const tool = (id: string, name: string) => ({ ...subdomainCard, id, path: `/${id}`, name }) as typeof subdomainCard;
  const tools = [
    subdomainCard,
    tool('dns', 'DNS'),
    tool('whois', 'Whois'),
    tool('ssl', 'SSL'),
    tool('delegation', 'Chain'),
  ];
  const links = (error: AskError, domain: string) => {
    cleanup();
    openAt(`${location.origin}/ssl?domain=${domain}`);
    render(
      <ToolsContext value={tools}>
        <LookupFailure error={error} message="None." onAgain={() => {}} />
      </ToolsContext>,
    );
    return screen.queryAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`);
  };
  expect(links(notFound({ reason: 'nxdomain' }), 'wwww.example.com')).toEqual([
    'Whois /whois?domain=wwww.example.com',
    'Chain /delegation?domain=wwww.example.com',
    'DNS of example.com /dns?domain=example.com',
  ]);
  expect(links(notFound({ reason: 'nxdomain' }), 'exampel.com')).toHaveLength(2);
  expect(links(notFound({}), 'exampel.com')).toHaveLength(4);
});
