import type { TargetKind } from '@sonde/contract/targets/target-kinds';
import { readTargetOrUrl } from '@sonde/contract/targets/url';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, useLookupForm } from '../lookup/use-lookup-form.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';

const kinds: readonly TargetKind[] = ['url', 'domain', 'ipv4', 'ipv6'];

const rules: FieldRules = {
  param: 'url',
  waitsForPress: true,
  read(text) {
    const read = readTargetOrUrl(text, kinds);
    return read === null ? { message: 'Please enter a URL, a domain name or an IP address' } : { target: read.target };
  },
  looksWrong: () => false,
};

/** What the tool measures, and what it cannot tell. */
const ABOUT =
  'Requests a web address as a browser does, by IPv4 and IPv6, follows every redirect, and shows what the server says with each response. What scripts of the page do, it cannot tell.';

const result = lazyResult(() => import('./result.tsx'), 'This page could not be loaded.');

/** For search engines. */
export const description =
  'See what a browser meets at a web address: redirects, certificates, header fields and cookies.';

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="URL or host"
      placeholder="Enter a URL, a domain name or an IP address"
      button={<SubmitButton label="Check" busyLabel="Checking..." busy={form.isBusy} />}
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<LookupLoading text="Requesting the page..." onCancel={form.cancel} />}
      result={result}
    />
  );
}
