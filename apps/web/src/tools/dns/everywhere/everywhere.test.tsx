import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ToolsContext } from '../../screens/screens-context.ts';
import { siteScreens } from '../../site-screens.ts';
import { noOptions } from '../options/dns-options.ts';
import { Everywhere } from './everywhere.tsx';

afterEach(cleanup);

it('leads to the delegation of the same domain, where that tool is on', () => {
  const panel = <Everywhere domain="a.example" options={noOptions} types={['A']} />;
  render(<ToolsContext value={siteScreens}>{panel}</ToolsContext>);
  expect(screen.getByRole('link', { name: 'Delegation' }).getAttribute('href')).toBe('/delegation?domain=a.example');
  cleanup();
  render(<ToolsContext value={siteScreens.filter(({ id }) => id !== 'delegation')}>{panel}</ToolsContext>);
  expect(screen.queryByRole('link')).toBeNull();
});
