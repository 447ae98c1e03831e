import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { AskError, type AskStage } from '../../browser/api/ask-error.ts';
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
