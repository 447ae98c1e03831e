import { mac } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { openAt } from '../../testing/api-stub.ts';
import { Answer } from './answer.tsx';
import { gapSentences, headline } from './messages.ts';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

afterEach(cleanup);

const registration = { registry: 'MA-L', prefix: '00:1b:63', bits: 24, owner: 'Apple, Inc.' };
const answer = (given: Parameters<typeof answerOf<typeof mac>>[1] = {}) => answerOf(mac, given);

describe('the empty page', () => {
  it('lists the six features, each with what exists of it', () => {
    openAt('http://127.0.0.1/mac');
    render(<Page screen={card} />);
    const items = within(screen.getByRole('list', { name: '' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent?.includes('Coming Soon'))).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ]);
    for (const [at, feature] of card.features.entries()) expect(items[at]?.textContent).toContain(feature);
  });

  it('says at the field what is wrong with an address', async () => {
    openAt('http://127.0.0.1/mac');
    render(<Page screen={card} />);
    await userEvent
      .setup()
      .type(screen.getByRole('textbox', { name: 'MAC address or vendor' }), '00:1b:63:84:45{Enter}');
    expect(screen.getByRole('alert').textContent).toBe(
      'This has 10 hex digits: a MAC address has 12, or 16; a prefix has 6, 7 or 9',
    );
  });
});

describe('the headline', () => {
  it.each([
    ['Apple, Inc.', { registrations: [registration] }],
    ['Registered; the owner is not published', { registrations: [{ ...registration, owner: null }] }],
    [
      'Not assigned: 70:b3:d5 is divided by the IEEE, and this part has no owner yet',
      { registrations: [{ ...registration, prefix: '70:b3:d5', owner: 'IEEE Registration Authority' }] },
    ],
    ['Locally administered: set by an administrator or at random', { scope: 'local' }],
    [
      'A local address that begins with the company ID of UHD Alliance',
      { scope: 'local', registrations: [{ ...registration, registry: 'CID', owner: 'UHD Alliance' }] },
    ],
    ['A group of stations', { kind: 'multicast', scope: 'local' }],
    ['Broadcast: every station of the network', { kind: 'broadcast', scope: 'local' }],
    ['Not registered', {}],
    ['The owner is not available', { registryDate: null }],
  ])('%s', (text, given) => {
    expect(headline(answer(given))).toBe(text);
  });
});

it('names what could not be determined, whether this page knows the code or not', () => {
  const gaps = [
    { part: 'registry', code: 'source-failed' },
    { part: 'new', code: 'timeout' },
  ] as const;
  expect(gapSentences({ gaps })).toEqual([
    'The Sonde server could not read its copy of the registry, so the owner is not known.',
    'Not available: new',
  ]);
});

it('shows the owner, the known use, the bits and every notation', () => {
  openAt('http://127.0.0.1/mac?mac=00:00:5e:00:01:07');
  const convention = { what: 'VRRP for IPv4', value: 'Virtual router 7', certainty: 'convention', source: 'RFC 9568' };
  render(
    <Answer
      target="00:00:5e:00:01:07"
      isBusy={false}
      onCancel={() => {}}
      data={answer({ registrations: [registration], conventions: [convention] })}
    />,
  );
  expect(screen.getByRole('heading', { level: 2, name: 'Apple, Inc.' })).toBeTruthy();
  for (const cell of ['MA-L', '00:1b:63/24', 'VRRP for IPv4', 'Virtual router 7', 'By convention', 'RFC 9568']) {
    expect(screen.getByRole('cell', { name: cell })).toBeTruthy();
  }
  for (const text of ['001b.6384.45e6', '00-1B-63-84-45-E6', 'fe80::21b:63ff:fe84:45e6', 'One station (unicast)']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
});
