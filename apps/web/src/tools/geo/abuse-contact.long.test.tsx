import { whois } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { json } from '../../testing/api-stub.ts';
import { geoPage } from './testing/geo-page.ts';

const { open, server } = await geoPage();

describe('the abuse contact', () => {
  const registration = (more: object) => {
    const known = {
      kind: 'network',
      state: 'registered',
      name: '8.8.8.8',
      sources: { abuse: 'rdap.example' },
      ...more,
    };
    const source = { protocol: 'rdap', server: 'rdap.example' };
    return answerOf(whois, { query: '8.8.8.8', whoIsInfo: '', source, rdap: null, gaps: [], registration: known });
  };
  const reachable = (email: string) => ({ email, phone: null });
  const surrounding = {
    range: '8.0.0.0 - 8.255.255.255',
    abuse: reachable('noc@carrier.example'),
    server: 'whois.example',
  };

  it.each([
    [{ abuse: reachable('abuse@google.example') }, 'abuse@google.example, says rdap.example'],
    [
      { abuse: null, partOf: [surrounding] },
      'noc@carrier.example, for the surrounding network 8.0.0.0 - 8.255.255.255, says whois.example',
    ],
    [{ abuse: null, partOf: [] }, 'The registration names no contact for abuse'],
  ])('is found at a press, and only if it was published (case %#)', async (more, said) => {
    const { field, user, asked } = open();
    await user.type(field, '8.8.8.8{Enter}');
    const button = await screen.findByRole('button', { name: 'Find the abuse contact' });
    expect(asked()).toEqual(['/api/v2/geoIP?ipOrDomain=8.8.8.8']);
    server.reply = () => json(200, { success: true, message: 'OK', _data: registration(more) });
    await user.click(button);
    // The mail address is a link.
    await waitFor(() => expect(button.parentElement?.textContent).toBe(`Registration${said}`));
    expect(asked()).toContain('/api/v2/whois?ipOrDomain=8.8.8.8');
    expect(document.activeElement).toBe(button);
    await user.click(button);
    await waitFor(() => expect(location.pathname + location.search).toBe('/whois?resource=8.8.8.8'));
  });

  it('says why it is not known', async () => {
    const { field, user } = open();
    await user.type(field, '8.8.8.8{Enter}');
    const button = await screen.findByRole('button', { name: 'Find the abuse contact' });
    server.reply = () =>
      json(502, { success: false, message: 'The registry failed.', _data: null, code: 'source-failed' });
    await user.click(button);
    await screen.findByText('The registry failed.');
  });
});
