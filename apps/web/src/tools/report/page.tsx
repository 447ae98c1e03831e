import { hostKinds, readTarget } from '@sonde/contract/targets/target-kinds';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { LookupLoading } from '../lookup/lookup-loading.tsx';
import { LookupPage } from '../lookup/lookup-page.tsx';
import { type FieldRules, useLookupForm } from '../lookup/use-lookup-form.ts';
import { EXAMPLE_HOST, EXAMPLE_HOST_2, EXAMPLE_IP } from '../screens/examples.ts';
import type { PageProps } from '../screens/screen-card.ts';
import { texts } from './texts.ts';

const rules: FieldRules = {
  param: 'target',
  read(text) {
    const read = readTarget(text.trim(), hostKinds);
    return read === null ? { message: texts.invalid } : { target: read.target };
  },
  looksWrong: (text) => text.trim() !== '' && readTarget(text.trim(), hostKinds) === null,
  waitsForPress: true,
};

const result = lazyResult(() => import('./result.tsx'), texts.failed);

/** For search engines. */
export const description = 'Everything about a domain or an address in one report: what to fix, what to note, and how.';

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain or IP address"
      placeholder={texts.placeholder}
      button={<SubmitButton label={texts.button} busyLabel={texts.busy} busy={form.isBusy} />}
      about={texts.about}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2, EXAMPLE_IP]}
      loading={<LookupLoading text={texts.loading} onCancel={form.cancel} />}
      result={result}
      asksPlaces={false}
    />
  );
}
