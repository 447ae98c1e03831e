import { outgoingServices } from '@sonde/contract/installation';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { announcedRoutes } from '../announced-routes.ts';
import { rememberLookup } from '../browser/storage/recent-lookups.ts';
import { notFound, type Route, routeAt, routes } from '../routes.tsx';
import { screens } from '../tools/index.ts';
import { ToolsContext } from '../tools/screens/screens-context.ts';

afterEach(cleanup);

async function open(route: Route) {
  const { Page } = await route.load();
  render(
    <ToolsContext value={screens}>
      <Page />
    </ToolsContext>,
  );
}

const items = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('every route', () => {
  it.each(routes.map((route) => [route.path, route] as const))(
    '%s has one heading of the first level',
    async (_, route) => {
      await open(route);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    },
  );

  it.each(['/dns/', '//', '/DNS', ''])('is not found at "%s", where the server has no page either', (path) => {
    expect(routeAt(path)).toBe(notFound);
  });

  it('has a description of its own, unless one module serves several routes', async () => {
    const modules = new Map([...routes, notFound].map((route) => [route.module, route]));
    const pages = await Promise.all([...modules.values()].map((route) => route.load()));
    expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length);
  });
});

describe('a path without a page', () => {
  it('links to every tool', async () => {
    expect(routeAt('/no/such/page')).toBe(notFound);
    await open(notFound);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      screens.map(({ path }) => path),
    );
  });
});

/** The page shown for a tool that is turned off. */
const offAt = (path: string) => announcedRoutes.find((route) => route.path === path) ?? notFound;

describe('an announced tool', () => {
  it('R2.25 R2.90 /mac lists its six features where it is turned off', async () => {
    await open(offAt('/mac'));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('MAC Address Lookup');
    expect(screen.getByText('Coming Soon')).toBeDefined();
    expect(items()).toEqual([
      'Identify manufacturers and vendors',
      'Verify MAC authenticity',
      'Check device type and specs',
      'Detailed vendor info',
      'Validate network device inventory',
      'Track device history',
    ]);
  });

  it.each([
    ['/ip-logger', 'IP Logger', 'Advanced IP logging and tracking', routeAt('/ip-logger')],
    ['/traceroute that is turned off', 'Traceroute', 'Distributed traceroute', offAt('/traceroute')],
  ])('R2.26 R2.27 R2.91 R2.92 %s describes its features', async (_, title, feature, card) => {
    await open(card);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(screen.getByText('Coming Soon')).toBeDefined();
    expect(items()).toEqual([feature]);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('/ip-logger says in a few sentences that it records nobody, and what works today', async () => {
    await open(routeAt('/ip-logger'));
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'What it will do',
      'What works today',
    ]);
    const main = document.body.textContent ?? '';
    expect(main).toContain('This tool does not work yet');
    expect(main.split(/\s+/).length).toBeLessThan(170);
    const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['IP Tracker', '/'],
      ['Ping', '/ping'],
    ]);
  });
});

describe('the privacy policy', () => {
  const section = (name: string) => within(screen.getByRole('region', { name }));

  it('R2.28 R2.93 R2.94 R2.95 has its date and its sections in order', async () => {
    await open(routeAt('/privacy-policy'));
    expect(screen.getByText(/2nd October 2024/)).toBeDefined();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Introduction',
      'Information Collection And Use',
      'Use of Data',
      'Security Of Data',
      "Children's Privacy",
      'Changes To This Privacy Policy',
      'Contact Us',
    ]);
  });

  it('R2.96 lists what is collected', async () => {
    await open(routeAt('/privacy-policy'));
    const collected = section('Information Collection And Use')
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    const facts = ['email address', 'IP address', 'browser type', 'links created with the IP logger', 'usage data'];
    expect(collected).toHaveLength(facts.length);
    for (const [row, fact] of facts.entries()) expect(collected[row]).toContain(fact);
  });

  it('R2.97 R9.26 excludes children', async () => {
    await open(routeAt('/privacy-policy'));
    expect(section("Children's Privacy").getByText(/under the age of 18.*not knowingly collect/)).toBeDefined();
  });

  it('describes under Use of Data what is stored for signed-in visitors', async () => {
    await open(routeAt('/privacy-policy'));
    expect(section('Use of Data').getByText(/signed in, your lookups are kept .* for 90 days/)).toBeDefined();
  });

  it('describes under Use of Data every service that this installation may contact', async () => {
    await open(routeAt('/privacy-policy'));
    const installation = within(
      await section('Use of Data').findByRole('region', { name: 'What this installation does' }),
    );
    expect(installation.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'Services that the server contacts for you',
      'Services that your browser contacts',
      'What is kept, and for how long',
      'What is not collected',
    ]);
    for (const { title, sent } of Object.values(outgoingServices)) {
      expect(installation.getByText(title).closest('li')?.textContent).toContain(sent);
    }
    // Placeholders that the server did not fill in.
    expect(installation.getAllByText(/the server has not sent it/).length).toBeGreaterThan(10);
  });

  it('R2.98 names an email address for questions', async () => {
    await open(routeAt('/privacy-policy'));
    expect(section('Contact Us').getByText(/answered by email/)).toBeDefined();
    const link = section('Contact Us').getByRole('link', { name: 'contact@example.com' });
    expect(link.getAttribute('href')).toBe('mailto:contact@example.com');
  });
});

describe('the authentication screen', () => {
  it('R2.29 R2.31 R2.33 R2.34 R4.4 switches between sign-in and sign-up', async () => {
    await open(routeAt('/login'));
    const user = userEvent.setup();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in to your account');
    await user.click(screen.getByRole('link', { name: 'Need an account? Sign up' }));
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Create a new account');
    expect(screen.queryByText('Forgot your password?')).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Already have an account? Sign in' }));
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toBeDefined();
  });

  it('R5.2 requires the address before it resets a password', async () => {
    await open(routeAt('/login'));
    await userEvent.setup().click(screen.getByRole('link', { name: 'Forgot your password?' }));
    expect(screen.getByRole('alert').textContent).toBe('Please enter your email address');
  });
});

describe('the dashboard', () => {
  it("R2.30 lists this browser's lookups, each as a link to repeat it", async () => {
    rememberLookup({ tool: 'dns', target: 'example.com' });
    await open(routeAt('/dashboard'));
    expect(screen.getByRole('link', { name: 'example.com' }).getAttribute('href')).toBe('/dns?domain=example.com');
  });
});
