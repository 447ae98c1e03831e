import { cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { queryClient } from '../../browser/api/query-client.ts';
import { delegationLookup } from '../delegation/query.ts';
import { dnsLookup } from '../dns/query.ts';
import { geoLookup } from '../geo/query.ts';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import type { LookupOptions } from '../lookup/lookup-options.ts';
import { useLookup } from '../lookup/use-lookup.ts';
import { macLookup } from '../mac/query.ts';
import { mailLookup } from '../mail/query.ts';
import { pingLookup } from '../ping/query.ts';
import { reportLookup } from '../report/query.ts';
import { sslLookup } from '../ssl/query.ts';
import { subdomainLookup } from '../subdomain/query.ts';
import { traceLookup } from '../traceroute/query.ts';
import { usualOptions } from '../traceroute/trace-options.ts';
import { webLookup } from '../web/query.ts';
import { whoisLookup } from '../whois/query.ts';
import { type Checked, CheckedContext, ShowCheckedContext } from './checked-context.ts';

afterEach(() => {
  cleanup();
  queryClient.clear();
});

type LookupKey = LookupOptions<unknown>['queryKey'];

const ssl = { startTls: null, isRevocationAsked: true, address: null };
const dnsKey = (target: string) => dnsLookup(target).queryKey;
const keysOf: Readonly<Record<string, (target: string) => LookupKey>> = {
  delegation: (target) => delegationLookup({ target, given: { servers: '', ds: '' } }).queryKey,
  dns: dnsKey,
  geo: (target) => geoLookup({ target, counter: 1 }).queryKey,
  mac: (target) => macLookup(target).queryKey,
  mail: (target) => mailLookup(target, { selectors: '', ip: '', sender: '' }, true).queryKey,
  ping: (target) => pingLookup(target, true).queryKey,
  report: (target) => reportLookup(target, true).queryKey,
  ssl: (domain) => sslLookup({ domain, ...ssl }, true).queryKey,
  subdomain: (target) => subdomainLookup(target, true).queryKey,
  traceroute: (target) => traceLookup(target, usualOptions, true).queryKey,
  web: (target) => webLookup(target, true).queryKey,
  whois: (target) => whoisLookup(target).queryKey,
};

const onRunning = () => {};
const answers = async () => ({ checkedAt: '2026-11-22T14:03:21.482Z' });
const keepsRunning = () => new Promise<never>(() => {});

function Found({ queryKey, isRunning }: { readonly queryKey: LookupKey; readonly isRunning: boolean }) {
  const options = { queryKey, queryFn: isRunning ? keepsRunning : answers, retry: false as const };
  const { isBusy } = useLookup<unknown>(options, 0, onRunning);
  return <LookupFrame top={<p>{isBusy ? 'running' : 'ended'}</p>} />;
}

function Page(props: Parameters<typeof Found>[0]) {
  const [checked, show] = useState<Checked | null>(null);
  return (
    <ShowCheckedContext value={show}>
      <CheckedContext value={checked}>
        <Found {...props} />
      </CheckedContext>
    </ShowCheckedContext>
  );
}

it.each(Object.keys(keysOf))(
  '%s does not say when the target before was checked while another is looked up',
  async (tool) => {
    const keyOf = keysOf[tool] ?? dnsKey;
    const page = render(<Page queryKey={keyOf('a.example')} isRunning={false} />);
    await screen.findByText(/^Checked at/);
    page.rerender(<Page queryKey={keyOf('b.example')} isRunning />);
    await screen.findByText('running');
    expect(screen.queryByText(/^Checked at/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
  },
);
