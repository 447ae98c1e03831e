import type { ServerResponse } from 'node:http';
import { ssl } from '@sonde/contract';
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sslAnswer, sslParts } from '../../../test/ssl-answer.ts';
import { json, openAt, type StandIn, startStandIn } from '../../../test/stand-in.ts';
import { queryClient } from '../../query-client.ts';
import { Page } from './page.tsx';
import { screen as card } from './screen.ts';

// A busy machine: what is waited for does come. Whether each element is hidden is not looked into: that takes seconds.
configure({ asyncUtilTimeout: 5000, defaultHidden: true });

let server: StandIn;
beforeAll(async () => {
  server = await startStandIn();
});
afterAll(() => server.close());
beforeEach(() => {
  server.reply = () => whole(sslAnswer());
});
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const whole = (data: object) => json(200, { success: true, message: 'OK', _data: data });
const failed = (status: number, code: string, reason: string, message: string) =>
  json(status, { success: false, message, _data: null, code, reason });
const event = (name: string, data: unknown) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

function open(path = '/ssl') {
  openAt(server.origin + path);
  const before = server.asked.length;
  render(<Page screen={card} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Domain' });
  return { field, user: userEvent.setup(), asked: () => server.asked.slice(before) };
}

async function check(domain = 'example.com') {
  const page = open();
  await page.user.click(page.field);
  await page.user.paste(domain);
  await page.user.keyboard('{Enter}');
  return page;
}

const heading = (name: string) => screen.findByRole('heading', { name });
const panel = (name: string) => within(screen.getByRole('region', { name }));
/** Names and values of a panel's rows, the ways to copy them left out. */
const rowsOf = (name: string) =>
  panel(name)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
const isDone = () => screen.findByText(/^Everything was asked/);

/** Answers in parts: begins, and leaves it to the test what comes when. */
function inParts() {
  let response: ServerResponse | undefined;
  const closed = vi.fn();
  server.reply = () => (given) => {
    response = given;
    given.on('close', closed);
    given.writeHead(200, { 'content-type': 'text/event-stream' });
    given.flushHeaders();
  };
  return {
    closed,
    tell: (part: object) => response?.write(event('progress', part)),
    end: (answer: object) => response?.end(event('result', { success: true, message: 'OK', _data: answer })),
  };
}

it('the answers of these tests are what the contract promises', () => {
  expect(ssl.answer.parse(sslAnswer())).toEqual(sslAnswer());
  for (const part of Object.values(sslParts(sslAnswer()))) expect(ssl.progress.safeParse(part).error).toBeUndefined();
});

describe('the field', () => {
  it('R5.8 asks for a domain when it is empty', async () => {
    const { field, user, asked } = open();
    await user.type(field, '   {Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Please enter a domain');
    expect(asked()).toEqual([]);
    await user.type(field, 'e');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each(['not a domain', 'localhost', '192.0.2.1', '[2001:db8::1]:8443', 'https://example.com/x', 'bücher.de'])(
    'R5.9 checks no format: %s is asked for as it is',
    async (text) => {
      const { asked } = await check(text);
      await isDone();
      expect(asked()).toEqual([`/api/v2/sslInfo?${new URLSearchParams({ domain: text })}`]);
    },
  );

  it('R2.59 R2.60 is a GET form to its own page before any script', () => {
    const { field } = open();
    expect([field.form?.getAttribute('method'), field.form?.getAttribute('action')]).toEqual(['get', '/ssl']);
    expect([field.name, field.placeholder]).toEqual(['domain', 'Enter domain (e.g., example.com)']);
    expect(screen.getByRole('button', { name: 'Check SSL' })).toBeDefined();
  });
});

describe('a check', () => {
  it('R4.16 R4.17 R7.4 does not run while somebody types, and runs anew at every press', async () => {
    const { field, user, asked } = await check();
    await isDone();
    await user.type(field, '.org');
    expect(screen.getByRole('heading', { name: 'example.com' })).toBeDefined();
    expect(asked()).toHaveLength(1);
    await user.type(field, '{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(2));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Check SSL' })).toHaveProperty('disabled', false));
    await user.type(field, '{Enter}');
    await waitFor(() => expect(asked()).toHaveLength(3));
    expect(new Set(asked().slice(1))).toEqual(new Set(['/api/v2/sslInfo?domain=example.com.org']));
  });

  it('waits for a press when it comes by a shared link', async () => {
    const { field, user, asked } = open('/ssl?domain=example.com');
    expect(await screen.findByText('Press «Check SSL» to start')).toBeDefined();
    expect(field.value).toBe('example.com');
    expect(asked()).toEqual([]);
    await user.type(field, '{Enter}');
    await isDone();
    expect(asked()).toHaveLength(1);
  });

  it('R2.61 R2.62 R2.65 R2.66 R2.67 R2.68 R3.11 R3.13 R3.14 R3.15 R3.16 shows the panels in their order, with their rows', async () => {
    await check();
    await isDone();
    const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(titles).toEqual([
      'example.com',
      'Validity',
      'Certificate Details',
      'Security Details',
      'Supported Protocols',
      'Cipher Suites',
      'Certificate Chain',
      'Security Information',
      'Certificate Fingerprints',
      'Session Information',
      'Subject Alternative Names',
      'Further Details',
    ]);
    const { validFrom, validUntil, serialNumber } = sslAnswer();
    const shown = (iso: string | null) => iso?.replace('T', ' ').replace('Z', ' UTC');
    expect(rowsOf('Certificate Details')).toEqual([
      ['Subject', 'CN=example.com,O=Example Org'],
      ['Issuer', 'CN=Example TLS CA 1,O=Example CA Inc'],
      ['Valid From', shown(validFrom)],
      ['Valid Until', shown(validUntil)],
      ['Serial Number', serialNumber],
      ['Version', '3'],
    ]);
    expect(rowsOf('Security Details')).toEqual([
      ['Protocol', 'TLSv1.3'],
      ['Cipher Suite', 'TLS_AES_256_GCM_SHA384'],
      ['Signature Algorithm', 'SHA256withECDSA'],
      ['Security Status', 'Secure'],
    ]);
    expect(rowsOf('Security Information')).toEqual([
      ['TLS 1.3 Supported', 'Yes'],
      ['Known Vulnerabilities', 'No'],
      ['Perfect Forward Secrecy', 'Yes'],
      ['ECC Based', 'Yes'],
    ]);
    expect(rowsOf('Certificate Fingerprints')).toEqual([
      ['SHA-1', '30:9A:B8'],
      ['SHA-256', '45:5D:A8'],
    ]);
    expect(rowsOf('Session Information')).toEqual([
      ['Session ID', 'Not available'],
      ['Peer Host', 'example.com'],
      ['Peer Port', '443'],
      ['Creation Time', '2026-11-21 13:32:08 UTC'],
      ['Last Accessed', '2026-11-21 13:32:08 UTC'],
    ]);
    const chain = panel('Certificate Chain');
    const certificates = chain.getAllByRole('listitem');
    expect(certificates.map((one) => one.querySelector('.n')?.textContent)).toEqual(['1', '2']);
    const labels = within(certificates[1] as HTMLElement).getAllByRole('term', { hidden: true });
    expect(labels.map(({ textContent }) => textContent)).toEqual([
      'Subject',
      'Issuer',
      'Valid From',
      'Valid Until',
      'Serial Number',
    ]);
    expect(chain.getByText('signed by Example Root G3')).toBeDefined();
    expect(chain.getByText(/^Verifies as example\.com → Example TLS CA 1 → Example Root G3/)).toBeDefined();
  });

  it('R2.63 R2.64 R2.69 R3.12 R3.17 lists protocols, suites with what they are worth, and names', async () => {
    await check();
    await isDone();
    const texts = (root: HTMLElement | null) => [...(root?.children ?? [])].map(({ textContent }) => textContent);
    const [supported, enabled] = panel('Supported Protocols').getAllByRole('heading', { level: 3 });
    expect(texts(supported?.nextElementSibling as HTMLElement)).toEqual(sslAnswer().supportedProtocols);
    expect(texts(enabled?.nextElementSibling as HTMLElement)).toEqual(['TLSv1.3', 'TLSv1.2']);
    expect(texts(screen.getByRole('list', { name: 'Enabled cipher suites' }))).toEqual([
      'TLS_AES_256_GCM_SHA384TLSv1.3Strong',
      'TLS_CHACHA20_POLY1305_SHA256TLSv1.3Strong',
      'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256TLSv1.2Strong',
    ]);
    const all = screen.getByRole('list', { name: 'Supported cipher suites' });
    expect(texts(all).slice(3)).toEqual(['TLS_RSA_WITH_AES_128_CBC_SHAWeak', 'TLS_RSA_WITH_3DES_EDE_CBC_SHAInsecure']);
    expect(all.className).toContain('scroll15');
    expect(all.tabIndex).toBe(0);
    for (const name of sslAnswer().subjectAlternativeNames) {
      expect(panel('Subject Alternative Names').getByText(name)).toBeDefined();
    }
  });

  it('R2.70 shows «Not available» for what is missing, in every panel', async () => {
    const nothing = Object.fromEntries(
      Object.entries(ssl.answer.shape).flatMap(([name, schema]) =>
        schema.safeParse(null).success ? [[name, null]] : [],
      ),
    );
    server.reply = () =>
      whole(
        sslAnswer({
          ...nothing,
          certificateFingerprints: { 'SHA-1': null, 'SHA-256': null },
          securityInfo: {
            tls13Supported: null,
            hasKnownVulnerabilities: null,
            perfectForwardSecrecy: null,
            eccbased: null,
          },
          certificateChain: [],
          builtChain: [],
          subjectAlternativeNames: [],
          supportedProtocols: [],
          enabledProtocols: [],
          supportedCiphers: [],
          enabledCiphers: [],
        }),
      );
    await check();
    await isDone();
    const missing = (name: string) => panel(name).queryAllByText('Not available').length;
    expect(missing('Certificate Details')).toBe(6);
    expect(missing('Security Details')).toBe(3);
    expect(missing('Supported Protocols')).toBe(2);
    expect(missing('Cipher Suites')).toBe(2);
    expect(missing('Certificate Chain')).toBe(1);
    expect(missing('Security Information')).toBe(4);
    expect(missing('Certificate Fingerprints')).toBe(2);
    expect(missing('Session Information')).toBe(3);
    expect(missing('Subject Alternative Names')).toBe(1);
  });

  it('says in plain words why it is not secure, and what that rests on', async () => {
    server.reply = () =>
      whole(
        sslAnswer({
          valid: false,
          reasons: ['expired', 'incomplete_chain'],
          missingIssuer: 'CN=Example TLS CA 1,O=Example CA Inc',
          builtChain: [],
          findings: [{ name: 'expired', evidence: 'CN=example.com ended on 2026-01-01' }],
        }),
      );
    await check();
    await isDone();
    const why = panel('Why it is Not Secure');
    expect(why.getByText('Expired')).toBeDefined();
    expect(why.getByText('CN=example.com ended on 2026-01-01')).toBeDefined();
    expect(why.getByText('Incomplete chain')).toBeDefined();
    expect(rowsOf('Security Details')[3]).toEqual(['Security Status', 'Not Secure']);
    expect(panel('Certificate Chain').getByText(/did not send Example TLS CA 1/)).toBeDefined();
  });

  it('names vulnerabilities with their evidence, and notes as notes', async () => {
    server.reply = () =>
      whole(
        sslAnswer({
          securityInfo: { ...sslAnswer().securityInfo, hasKnownVulnerabilities: true },
          vulnerabilities: ['SWEET32'],
          findings: [{ name: 'SWEET32', evidence: 'TLSv1.2 accepts TLS_RSA_WITH_3DES_EDE_CBC_SHA' }],
          notes: [{ name: 'LUCKY13', evidence: 'CBC suites are accepted' }],
        }),
      );
    await check();
    await isDone();
    expect(rowsOf('Security Information')[1]).toEqual(['Known Vulnerabilities', 'Yes']);
    const found = within(screen.getByRole('list', { name: 'Known vulnerabilities and notes' }));
    expect(found.getByText('SWEET32')).toBeDefined();
    expect(found.getByText('TLSv1.2 accepts TLS_RSA_WITH_3DES_EDE_CBC_SHA')).toBeDefined();
    expect(found.getByText('Note: LUCKY13')).toBeDefined();
    expect(found.getByText('CBC suites are accepted')).toBeDefined();
  });

  it.each([
    ['limited_by_server', /the server began to turn us away\./],
    ['time_limit', /too slow/],
  ] as const)('says that it is incomplete, and why: %s', async (partialReason, words) => {
    const gaps = [{ part: 'TLSv1.2 cipher suites', code: 'rate-limited' as const }];
    server.reply = () => whole(sslAnswer({ partial: true, partialReason, gaps }));
    await check();
    const line = await screen.findByText(/^Incomplete: /);
    expect(line.textContent).toMatch(words);
    expect(line.textContent).toContain('Not known: TLSv1.2 cipher suites.');
  });

  it('shows what strangers write as text, and what cannot be seen written out', async () => {
    const subject = 'CN=<img src=x onerror=alert(1)>\u202emoc.elpmaxe';
    const names = ['<script>alert(1)</script>', 'a\u200bb.example'];
    server.reply = () => whole(sslAnswer({ subject, subjectAlternativeNames: names }));
    await check();
    await isDone();
    expect(screen.getByText('CN=<img src=x onerror=alert(1)>\\u{202e}moc.elpmaxe')).toBeDefined();
    expect(screen.getByText('<script>alert(1)</script>')).toBeDefined();
    expect(screen.getByText('a\\u{200b}b.example')).toBeDefined();
    expect(document.querySelector('.results img, .results script')).toBeNull();
  });

  it('keeps ten thousand names from everybody who does not want them', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `${index}.example.com`);
    server.reply = () => whole(sslAnswer({ subjectAlternativeNames: names }));
    const { user } = await check();
    await isDone();
    expect(screen.queryByText('100.example.com')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 9900 more' }));
    expect(screen.getByText('9999.example.com')).toBeDefined();
  });
});

describe('a check in parts', () => {
  it('R2.60 shows the certificate at once, and fills in the rest in place', async () => {
    const stream = inParts();
    const answer = sslAnswer();
    const parts = sslParts(answer);
    await check();
    expect(await screen.findByRole('button', { name: 'Loading...' })).toHaveProperty('disabled', true);
    await screen.findByText('Connecting and reading the certificate');
    await vi.waitFor(() => expect(stream.tell(parts.certificate)).toBe(true));
    await screen.findAllByText('CN=example.com,O=Example Org');
    const details = screen.getByRole('region', { name: 'Certificate Details' });
    expect(rowsOf('Security Details').at(-1)).toEqual(['Security Status', 'Secure']);
    expect(rowsOf('Security Details')[0]).toEqual(['Protocol', '']);
    expect(screen.queryByText('Not available')).toBeNull();
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true);
    stream.tell(parts.negotiated);
    stream.tell(parts.protocols);
    await waitFor(() => expect(rowsOf('Security Details')[0]).toEqual(['Protocol', 'TLSv1.3']));
    expect(rowsOf('Security Information')[1]).toEqual(['Known Vulnerabilities', '']);
    stream.tell(parts.suites);
    stream.tell(parts.findings);
    await screen.findByRole('list', { name: 'Enabled cipher suites' });
    stream.end(answer);
    await isDone();
    expect(screen.getByRole('region', { name: 'Certificate Details' })).toBe(details);
    expect(await screen.findByRole('button', { name: 'Check SSL' })).toHaveProperty('disabled', false);
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', false);
  });

  it('keeps the answer before it, dimmed, until the first part of the new one', async () => {
    const { field, user } = await check();
    await isDone();
    const stream = inParts();
    await user.clear(field);
    await user.type(field, 'example.org{Enter}');
    await screen.findByText('Checking again');
    expect((await heading('example.com')).closest('[aria-busy="true"]')).not.toBeNull();
    const next = sslAnswer({ domain: 'example.org', peerHost: 'example.org' });
    await vi.waitFor(() => expect(stream.tell(sslParts(next).certificate)).toBe(true));
    expect((await heading('example.org')).closest('[aria-busy="false"]')).not.toBeNull();
    stream.end(next);
    await isDone();
  });

  it('is called off by Escape: the stream ends, and the answer before it is back', async () => {
    const { field, user } = await check();
    await isDone();
    const stream = inParts();
    await user.clear(field);
    await user.type(field, 'example.org{Enter}');
    await vi.waitFor(() => expect(stream.tell(sslParts(sslAnswer({ domain: 'example.org' })).certificate)).toBe(true));
    await heading('example.org');
    await user.keyboard('{Escape}');
    await heading('example.com');
    await isDone();
    expect(location.search).toBe('?domain=example.com');
    expect(field.value).toBe('example.org');
  });
});

describe('a check that fails', () => {
  it('R2.71 R4.18 R8.14 shows its text and what the server says, and asks no second time by itself', async () => {
    server.reply = () => failed(502, 'unreachable', 'connection_refused', 'The port is closed.');
    const { field, user, asked } = await check();
    const alert = await screen.findByRole('alert');
    expect(alert.querySelector('strong')?.textContent).toBe('Failed to fetch SSL information');
    expect(alert.querySelector('p')?.textContent).toMatch(/^The port is closed\. The server may be down/);
    expect(field.value).toBe('example.com');
    // Longer than the pause before the second try of the tools that have one.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(asked()).toHaveLength(1);
    server.reply = () => whole(sslAnswer());
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await isDone();
  });

  it('after some parts is a failure', async () => {
    const stream = inParts();
    await check();
    await vi.waitFor(() => expect(stream.tell(sslParts(sslAnswer()).certificate)).toBe(true));
    await heading('example.com');
    stream.end(null as never);
    expect((await screen.findByRole('alert')).querySelector('strong')?.textContent).toBe(
      'Failed to fetch SSL information',
    );
  });
});
