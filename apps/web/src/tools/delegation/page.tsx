import { exampleOf } from '@sonde/contract/targets/kind-words';
import type { TargetKind } from '@sonde/contract/targets/target-kinds';
import { readTargetOrUrl } from '@sonde/contract/targets/url';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-frame.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, useLookupForm } from '../lookup/use-lookup-form.ts';
import type { PageProps } from '../screens/screen-card.ts';

const kinds: readonly TargetKind[] = ['domain'];

const rules: FieldRules = {
  param: 'domain',
  read(text) {
    const read = readTargetOrUrl(text, kinds);
    return read === null ? { message: 'Please enter a domain name' } : { target: read.target };
  },
  looksWrong: () => false,
};

/** What the tool measures, and what it cannot tell. */
const ABOUT = 'Two sentences: what it measures, and what it cannot tell.';

const result = lazyResult(() => import('./result.tsx'), 'The lookup failed');

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain name"
      placeholder="Enter a domain name"
      button={<SubmitButton label="Look up" busyLabel="Looking up..." busy={form.isBusy} />}
      about={ABOUT}
      examples={kinds.map(exampleOf)}
      loading={<LookupLoading text="Looking up..." onCancel={form.cancel} />}
      result={result}
    />
  );
}
