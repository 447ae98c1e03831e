import { toDnsName } from '@sonde/contract/targets/domain';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-frame.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, useLookupForm } from '../lookup/use-lookup-form.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { texts } from './texts.ts';

const rules: FieldRules = {
  param: 'domain',
  read(text) {
    const target = toDnsName(text);
    return target === null ? { message: texts.invalid } : { target };
  },
  looksWrong: () => false,
};

const result = lazyResult(() => import('./result.tsx'), texts.failed);

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain name"
      placeholder="Enter a domain name"
      button={<SubmitButton label="Check" busyLabel="Checking..." busy={form.isBusy} />}
      about={texts.about}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<LookupLoading text={texts.loading} onCancel={form.cancel} />}
      result={result}
    />
  );
}
