import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { LookupLoading } from '../lookup-frame.tsx';
import { LookupPage } from '../lookup-page.tsx';
import type { PageProps } from '../screen-card.ts';
import { type FieldRules, useLookupForm } from '../use-lookup-form.ts';
import { texts } from './texts.ts';

/** No format check: what the text is, is for the server to say. */
const rules: FieldRules = {
  param: 'domain',
  read: (text) => (text.trim() === '' ? { message: texts.blank } : { target: text.trim() }),
  looksWrong: () => false,
  waitsForPress: true,
};

const result = lazyResult(() => import('./result.tsx'), texts.failed);

export function Page({ screen }: PageProps) {
  const form = useLookupForm(rules);
  return (
    <LookupPage
      screen={screen}
      form={form}
      label="Domain"
      placeholder={texts.placeholder}
      button={<SubmitButton label={texts.button} busyLabel={texts.busy} busy={form.isBusy} />}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<LookupLoading text="Connecting and reading the certificate" onCancel={form.cancel} />}
      result={result}
    />
  );
}
