import { toHostName, toSpelledName } from '@sonde/contract/target/domain';
import { EXAMPLE_HOST, EXAMPLE_HOST_2 } from '../../examples.ts';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { lazyResult } from '../lazy-result.tsx';
import { LookupPage } from '../lookup-page.tsx';
import type { PageProps } from '../screen-card.ts';
import { type FieldRules, useLookupForm } from '../use-lookup-form.ts';
import { Loading } from './loading.tsx';
import { ABOUT, texts } from './texts.ts';

const rules: FieldRules = {
  param: 'domain',
  read(text) {
    const target = toHostName(text) === null ? null : toSpelledName(text);
    return target === null ? { message: texts.invalid } : { target };
  },
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
      button={<SubmitButton label={texts.search} busyLabel={texts.searching} busy={form.isBusy} />}
      about={ABOUT}
      examples={[EXAMPLE_HOST, EXAMPLE_HOST_2]}
      loading={<Loading domain={form.asked?.target ?? ''} onCancel={form.cancel} />}
      result={result}
    />
  );
}
