import type { FindingState } from '@sonde/contract/finding/finding';
import { within } from '@testing-library/react';
import { expect } from 'vitest';
import { sslAnswer } from './ssl-answer.ts';
import { isDone, panel, type sslPage, whole } from './ssl-page.ts';

type SslPage = Awaited<ReturnType<typeof sslPage>>;

/** Expects these programs first among those that remedies are for; the first is chosen if the greeting names it. */
export async function expectRemedies(
  { check, server }: SslPage,
  greeting: string | null,
  first: readonly string[],
  isChosen: boolean,
): Promise<void> {
  const finding = { code: 'tls10-enabled', state: 'warn', about: 'example.com', evidence: 'Yes.', fix: 'No.' } as const;
  server.reply = () => whole(sslAnswer({ greeting, findings: [finding] }));
  await check();
  await isDone();
  const places = within(panel('What to do').getByRole('group', { name: 'Where', hidden: true }))
    .getAllByRole('button', { hidden: true })
    .map((one) => [one.textContent, one.getAttribute('aria-pressed')]);
  expect(places.slice(0, 3)).toEqual(first.map((name, index) => [name, String(isChosen && index === 0)]));
}

/** Expects the words and the look of the security status for a finding of this state and these versions. */
export async function expectSecurity(
  { check, server }: SslPage,
  state: FindingState,
  versions: readonly string[],
  words: string,
  look: string,
): Promise<void> {
  const finding = { code: 'client-renegotiation', state, about: 'example.com', evidence: 'Seen.', fix: null };
  server.reply = () => whole(sslAnswer({ findings: [finding], enabledProtocols: [...versions] } as never));
  await check();
  await isDone();
  expect(panel('Security Details').getByText(words).className).toBe(look);
}
